import { describe, expect, it } from "vitest";
import { changed, drift, removed } from "../../provider/resource/messages";
import { parseState, type State } from "../../provider/resource/state";
import { byKind } from "../../provider/list/kinds";
import { noEntries, type Entries } from "../../provider/list/entries";
import { nothingManaged, type Ownership } from "../../provider/list/ownership";
import type { Change } from "../../provider/sync/reconcile";
import { bundles, entries } from "../list/entries";

const nothing = nothingManaged;
const list = 'app list 4321 "brand-safety"';
const claim =
  "Destroy will leave what is adopted in the list; claimExisting: true on the resource makes it the resource's own.";

function stateOf(ownership: Partial<Ownership>, notVerified: State["facts"]["notVerified"] = []): State {
  const state = parseState({ stateVersion: 1, appListId: 4321, name: "brand-safety", notVerified });
  return { ...state, ownership: { ...nothing, ...ownership } };
}

/** A change in which nothing out of the ordinary happened, but for what a test is about. */
function changeOf(parts: Partial<Change> = {}): Change {
  return {
    appList: undefined,
    observedBefore: noEntries,
    observedAfter: noEntries,
    acknowledged: { add: noEntries, remove: noEntries },
    unconfirmed: { add: noEntries, remove: noEntries },
    handedOver: noEntries,
    presumedGone: noEntries,
    mayHaveChanged: true,
    ...parts,
  };
}

describe("what is said after a change", () => {
  it("is nothing where everything was added by the resource and seen", () => {
    expect(changed(nothing, stateOf({ managed: bundles("com.a") }), changeOf())).toEqual([]);
  });

  it("tells how many entries were adopted, what destroy will do with them, and how to claim them", () => {
    const adopted = entries({ appBundles: ["com.a", "com.b"], websites: ["a.example"] });
    expect(changed(nothing, stateOf({ managed: adopted, adopted }), changeOf())).toEqual([
      `${list}: adopted 2 app bundles and 1 website ("com.a", "com.b", "a.example") that stood in the list already. ${claim}`,
    ]);
  });

  it("speaks of one adopted entry in the singular", () => {
    const adopted = bundles("com.a");
    expect(changed(nothing, stateOf({ managed: adopted, adopted }), changeOf())).toEqual([
      `${list}: adopted 1 app bundle ("com.a") that stood in the list already. ${claim}`,
    ]);
  });

  it("does not speak again of entries that were adopted before", () => {
    const adopted = bundles("com.a");
    expect(
      changed({ ...nothing, managed: adopted, adopted }, stateOf({ managed: adopted, adopted }), changeOf()),
    ).toEqual([]);
  });

  it("tells what counts as adopted only because the list could not be looked at, and why it could not", () => {
    const adopted = bundles("com.a", "com.b");
    const change = changeOf({ observedBefore: byKind(() => undefined), notVerified: "app-list:observe is off" });
    expect(changed(nothing, stateOf({ managed: adopted, adopted }), change)).toEqual([
      `${list}: adopted 2 app bundles ("com.a", "com.b"), as it could not be verified what stood in the list before. ${claim}`,
      `${list}: not verified before the change: app-list:observe is off.`,
    ]);
  });

  it("tells what the service accepted and does not show", () => {
    const managed = entries({ appBundles: ["com.a"], websites: ["a.example", "b.example"] });
    expect(changed({ ...nothing, managed }, stateOf({ managed }, ["websites"]), changeOf())).toEqual([
      `${list}: not verified: the service does not show 2 websites that it accepted.`,
    ]);
  });

  it("tells what an exclusive list lost that nobody declared", () => {
    const state = stateOf({ managed: bundles("com.a") });
    const exclusive = { ...state, given: { ...state.given, exclusive: true } };
    const change = changeOf({
      observedBefore: bundles("com.foreign.a", "com.foreign.b", "com.dropped"),
      observedAfter: bundles("com.a"),
    });
    const before = { ...nothing, managed: bundles("com.dropped") };
    expect(changed(before, exclusive, change)).toEqual([
      `${list}: exclusive: removed 2 app bundles ("com.foreign.a", "com.foreign.b") that nobody declared.`,
    ]);
    expect(changed(before, state, change)).toEqual([]);
  });

  it("tells what stays because another resource declares it", () => {
    const change = changeOf({ handedOver: bundles("com.a", "com.b") });
    expect(changed(nothing, stateOf({}), change)).toEqual([
      `${list}: left in the list, as another resource of this program declares it: 2 app bundles ("com.a", "com.b").`,
    ]);
  });

  it("tells what counts as gone only because its removal was refused like that of what cannot be there", () => {
    expect(changed(nothing, stateOf({}), changeOf({ presumedGone: bundles("com.a") }))).toEqual([
      `${list}: not verified: the service refuses to remove 1 app bundle just as it refuses to remove what is not in ` +
        'the list, so it counts as gone: "com.a".',
    ]);
  });
});

describe("what is said after a look at the list", () => {
  it("is nothing where nothing drifted", () => {
    const state = stateOf({ managed: bundles("com.a") });
    expect(drift(state, state, noEntries)).toEqual([]);
  });

  it("tells what is missing and what is foreign, with examples", () => {
    const managed = (...more: readonly string[]): Entries => bundles("com.a", ...more);
    const before = stateOf({ managed: managed("com.b", "com.c") });
    const foreign = entries({
      websites: ["a.example", "b.example", "c.example", "d.example", "e.example", "f.example"],
    });
    expect(drift(before, stateOf({ managed: managed() }), foreign)).toEqual([
      `${list}: drift: 2 app bundles missing: "com.b", "com.c". The next up adds what is still declared.`,
      `${list}: drift: 6 websites not declared: "a.example", "b.example", "c.example", "d.example", "e.example" and 1 more. The next up removes what is not declared.`,
    ]);
  });

  it("tells of which kinds nothing is known", () => {
    const state = stateOf({ managed: entries({ websites: ["a.example"] }) }, ["websites"]);
    expect(drift(state, state, noEntries)).toEqual([
      `${list}: not verified: the service does not show 1 website that it accepted.`,
    ]);
  });
});

describe("what is said after a resource went", () => {
  it("tells what was removed, and does not count what was gone before", () => {
    const state = stateOf({ managed: bundles("com.a", "com.b") });
    expect(removed(state, changeOf({ observedBefore: bundles("com.a", "com.foreign") }), noEntries)).toEqual([
      `${list}: removed 1 app bundle ("com.a").`,
    ]);
  });

  it("says where campaigns are associated with the list that lost entries", () => {
    const state = stateOf({ managed: bundles("com.a") });
    const used = { ...state, facts: { ...state.facts, hasAssociatedCampaigns: true } };
    expect(removed(used, changeOf({ observedBefore: bundles("com.a") }), noEntries)).toEqual([
      `${list}: removed 1 app bundle ("com.a"); campaigns are associated with this list.`,
    ]);
  });

  it("does not count as removed what only counts as gone, nor as left what is not there", () => {
    const state = stateOf({ managed: bundles("com.a", "com.b"), adopted: bundles("com.b") });
    const unseen = byKind(() => undefined);
    const change = changeOf({
      observedBefore: unseen,
      observedAfter: unseen,
      acknowledged: { add: noEntries, remove: bundles("com.a") },
      presumedGone: bundles("com.a"),
    });
    expect(removed(state, change, noEntries).some((line) => line.includes("removed 1"))).toBe(false);
    expect(removed(state, changeOf(), noEntries).some((line) => line.includes("left"))).toBe(false);
  });

  it("is nothing where nothing was left of what it managed", () => {
    expect(removed(stateOf({ managed: bundles("com.a") }), changeOf(), noEntries)).toEqual([]);
  });

  it("tells what was left, since it stood there before", () => {
    const adopted = entries({ appBundles: ["com.a", "com.b"], placementIds: ["1-a"] });
    expect(removed(stateOf({ managed: adopted, adopted }), changeOf({ observedAfter: adopted }), noEntries)).toEqual([
      `${list}: left 2 app bundles and 1 placement id ("com.a", "com.b", "1-a") that this resource did not put there.`,
    ]);
  });

  it("tells what another resource took over, and how that one makes it its own", () => {
    const state = stateOf({ managed: bundles("com.a", "com.b", "com.c"), adopted: bundles("com.c") });
    const change = changeOf({ handedOver: bundles("com.a", "com.b", "com.c") });
    const left = `${list}: left in the list, as another resource of this program declares it: 3 app bundles ("com.a", "com.b", "com.c").`;
    expect(removed(state, change, bundles("com.a"))).toEqual([
      left,
      `${list}: 2 app bundles of these count as adopted there; aliases (for a rename) or claimExisting: true make them ` +
        "that resource's own.",
    ]);
    expect(removed(state, change, bundles("com.a", "com.b", "com.c"))).toEqual([left]);
  });

  it("tells that the list could not be looked at before, and why", () => {
    const change = changeOf({ notVerified: "app-list:observe is off" });
    expect(removed(stateOf({}), change, noEntries)).toEqual([
      `${list}: not verified before the change: app-list:observe is off.`,
    ]);
  });
});
