import { describe, expect, it } from "vitest";
import { noticesOfChange, noticesOfDelete, noticesOfRefresh } from "../../provider/resource/messages";
import { printNotice } from "../../provider/resource/notices";
import { parseState, type State } from "../../provider/resource/state";
import { byKind } from "../../provider/list/kinds";
import { noEntries, type Entries } from "../../provider/list/entries";
import { nothingManaged, type Ownership } from "../../provider/list/ownership";
import type { Change } from "../../provider/sync/change";
import { bundles, entries } from "../list/entries";

const nothing = nothingManaged;
const list = 'app list 4321 "brand-safety"';
const claim = "pulumi destroy keeps adopted entries, unless claimExisting is true.";

/** The lines that are printed after a change, a refresh and a delete. */
const changed = (...about: Parameters<typeof noticesOfChange>) => noticesOfChange(...about).map(printNotice);
const drift = (...about: Parameters<typeof noticesOfRefresh>) => noticesOfRefresh(...about).map(printNotice);
const removed = (...about: Parameters<typeof noticesOfDelete>) => noticesOfDelete(...about).map(printNotice);

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
    assumedAbsent: noEntries,
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
      `${list}: adopted 2 app bundles and 1 website ("com.a", "com.b", "a.example") already in the list. ${claim}`,
    ]);
  });

  it("speaks of one adopted entry in the singular", () => {
    const adopted = bundles("com.a");
    expect(changed(nothing, stateOf({ managed: adopted, adopted }), changeOf())).toEqual([
      `${list}: adopted 1 app bundle ("com.a") already in the list. ${claim}`,
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
      `${list}: adopted 2 app bundles ("com.a", "com.b") that may have been in the list before. ${claim}`,
      `${list}: not verified before the change: app-list:observe is off.`,
    ]);
  });

  it("tells what the service accepted and does not show", () => {
    const managed = entries({ appBundles: ["com.a"], websites: ["a.example", "b.example"] });
    expect(changed({ ...nothing, managed }, stateOf({ managed }, ["websites"]), changeOf())).toEqual([
      `${list}: not verified: the API does not show 2 websites that it accepted.`,
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
      `${list}: exclusive: removed unmanaged entries: 2 app bundles ("com.foreign.a", "com.foreign.b").`,
    ]);
    expect(changed(before, state, change)).toEqual([]);
  });

  it("tells what stays because another resource declares it", () => {
    const change = changeOf({ handedOver: bundles("com.a", "com.b") });
    expect(changed(nothing, stateOf({}), change)).toEqual([
      `${list}: kept in the list, because another resource of this program declares them: 2 app bundles ("com.a", "com.b").`,
    ]);
  });

  it("tells what counts as gone only because its removal was refused like that of what cannot be there", () => {
    expect(changed(nothing, stateOf({}), changeOf({ assumedAbsent: bundles("com.a") }))).toEqual([
      `${list}: not verified: the API refuses to remove 1 app bundle ("com.a") with the error that it returns for ` +
        "entries that are not in the list. It counts as removed.",
    ]);
  });
});

describe("what is said after a look at the list", () => {
  it("is nothing where nothing drifted", () => {
    const state = stateOf({ managed: bundles("com.a") });
    expect(drift(state, state, noEntries)).toEqual([]);
  });

  it("tells what is missing and what is unexpected, with examples", () => {
    const managed = (...more: readonly string[]): Entries => bundles("com.a", ...more);
    const before = stateOf({ managed: managed("com.b", "com.c") });
    const foreign = entries({
      websites: ["a.example", "b.example", "c.example", "d.example", "e.example", "f.example"],
    });
    expect(drift(before, stateOf({ managed: managed() }), foreign)).toEqual([
      `${list}: drift: 2 app bundles missing ("com.b", "com.c"). The next pulumi up adds the entries that are still declared.`,
      `${list}: drift: 6 websites unexpected ("a.example", "b.example", "c.example", "d.example", "e.example" and 1 more). The next pulumi up removes the entries that are not declared.`,
    ]);
  });

  it("tells of which kinds nothing is known", () => {
    const state = stateOf({ managed: entries({ websites: ["a.example"] }) }, ["websites"]);
    expect(drift(state, state, noEntries)).toEqual([
      `${list}: not verified: the API does not show 1 website that it accepted.`,
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
      assumedAbsent: bundles("com.a"),
    });
    expect(removed(state, change, noEntries).some((line) => line.includes("removed 1"))).toBe(false);
    expect(removed(state, changeOf(), noEntries).some((line) => line.includes("kept"))).toBe(false);
  });

  it("is nothing where nothing was left of what it managed", () => {
    expect(removed(stateOf({ managed: bundles("com.a") }), changeOf(), noEntries)).toEqual([]);
  });

  it("tells what was left, since it stood there before", () => {
    const adopted = entries({ appBundles: ["com.a", "com.b"], placementIds: ["1-a"] });
    expect(removed(stateOf({ managed: adopted, adopted }), changeOf({ observedAfter: adopted }), noEntries)).toEqual([
      `${list}: kept adopted entries in the list: 2 app bundles and 1 placement id ("com.a", "com.b", "1-a").`,
    ]);
  });

  it("tells what another resource took over, and how that one makes it its own", () => {
    const state = stateOf({ managed: bundles("com.a", "com.b", "com.c"), adopted: bundles("com.c") });
    const change = changeOf({ handedOver: bundles("com.a", "com.b", "com.c") });
    const left = `${list}: kept in the list, because another resource of this program declares them: 3 app bundles ("com.a", "com.b", "com.c").`;
    expect(removed(state, change, bundles("com.a"))).toEqual([
      left,
      `${list}: the other resource adopts 2 app bundles of these. To make them that resource's own, set aliases (for a ` +
        "rename) or claimExisting: true.",
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
