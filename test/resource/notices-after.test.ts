import { describe, expect, it } from "vitest";
import {
  noticeLine,
  noticesAfterChange,
  noticesAfterDelete,
  noticesAfterRefresh,
} from "../../provider/resource/notices";
import { parseState, type State } from "../../provider/resource/state";
import { byKind } from "../../provider/list/kinds";
import { noEntries, type Entries } from "../../provider/list/entries";
import { nothingManaged, type Ownership } from "../../provider/list/ownership";
import type { Change } from "../../provider/sync/reconcile";
import { bundles, entries } from "../list/entries";

const nothing = nothingManaged;
const list = 'app list 4321 "brand-safety"';
const claim = "pulumi destroy keeps adopted entries, unless claimExisting is true.";

/** The lines that are printed after a change, a refresh and a delete. */
const changed = (...about: Parameters<typeof noticesAfterChange>) => noticesAfterChange(...about).map(noticeLine);
const drift = (...about: Parameters<typeof noticesAfterRefresh>) => noticesAfterRefresh(...about).map(noticeLine);
const removed = (...about: Parameters<typeof noticesAfterDelete>) => noticesAfterDelete(...about).map(noticeLine);

function stateOf(ownership: Partial<Ownership>, notVerified: State["facts"]["notVerified"] = []): State {
  const state = parseState({ stateVersion: 1, appListId: 4321, name: "brand-safety", notVerified });
  return { ...state, ownership: { ...nothing, ...ownership } };
}

/** A change in which nothing out of the ordinary happened, but for what a test is about. */
function changeOf(parts: Partial<Change> = {}): Change {
  return {
    appList: undefined,
    notVerified: undefined,
    observedBefore: noEntries,
    sentinelsLeft: noEntries,
    observedAfter: noEntries,
    acknowledged: { add: noEntries, remove: noEntries },
    unconfirmed: { add: noEntries, remove: noEntries },
    handedOver: noEntries,
    assumedRemoved: noEntries,
    mayHaveChanged: true,
    ...parts,
  };
}

describe("the notices after a change", () => {
  it("are none if every entry was added and observed", () => {
    expect(changed(nothing, stateOf({ managed: bundles("com.a") }), changeOf())).toEqual([]);
  });

  it("name adopted entries and how to claim them", () => {
    const adopted = entries({ appBundles: ["com.a", "com.b"], websites: ["a.example"] });
    expect(changed(nothing, stateOf({ managed: adopted, adopted }), changeOf())).toEqual([
      `${list}: adopted 2 app bundles and 1 website ("com.a", "com.b", "a.example") already in the list. ${claim}`,
    ]);
  });

  it("use the singular for one adopted entry", () => {
    const adopted = bundles("com.a");
    expect(changed(nothing, stateOf({ managed: adopted, adopted }), changeOf())).toEqual([
      `${list}: adopted 1 app bundle ("com.a") already in the list. ${claim}`,
    ]);
  });

  it("do not repeat entries that were adopted before", () => {
    const adopted = bundles("com.a");
    expect(
      changed({ ...nothing, managed: adopted, adopted }, stateOf({ managed: adopted, adopted }), changeOf()),
    ).toEqual([]);
  });

  it("name entries that count as adopted because the list could not be read, and the reason", () => {
    const adopted = bundles("com.a", "com.b");
    const change = changeOf({ observedBefore: byKind(() => undefined), notVerified: "app-list:observe is off" });
    expect(changed(nothing, stateOf({ managed: adopted, adopted }), change)).toEqual([
      `${list}: adopted 2 app bundles ("com.a", "com.b") that may have been in the list before. ${claim}`,
      `${list}: not verified before the change: app-list:observe is off.`,
    ]);
  });

  it("count what the API accepted and does not show", () => {
    const managed = entries({ appBundles: ["com.a"], websites: ["a.example", "b.example"] });
    expect(changed({ ...nothing, managed }, stateOf({ managed }, ["websites"]), changeOf())).toEqual([
      `${list}: not verified: the API does not show 2 websites that it accepted.`,
    ]);
  });

  it("name the unmanaged entries that an exclusive list lost", () => {
    const state = stateOf({ managed: bundles("com.a") });
    const exclusive = { ...state, given: { ...state.given, exclusive: true } };
    const change = changeOf({
      observedBefore: bundles("com.other.a", "com.other.b", "com.dropped"),
      observedAfter: bundles("com.a"),
    });
    const before = { ...nothing, managed: bundles("com.dropped") };
    expect(changed(before, exclusive, change)).toEqual([
      `${list}: exclusive: removed unmanaged entries: 2 app bundles ("com.other.a", "com.other.b").`,
    ]);
    expect(changed(before, state, change)).toEqual([]);
  });

  it("name entries that stay because another resource declares them", () => {
    const change = changeOf({ handedOver: bundles("com.a", "com.b") });
    expect(changed(nothing, stateOf({}), change)).toEqual([
      `${list}: kept in the list, because another resource of this program declares them: 2 app bundles ("com.a", "com.b").`,
    ]);
  });

  it("warn about entries that count as removed although the API refused it", () => {
    expect(changed(nothing, stateOf({}), changeOf({ assumedRemoved: bundles("com.a") }))).toEqual([
      `${list}: warning: the API refused to remove 1 app bundle ("com.a"), as it refuses to remove absent entries, and it ` +
        "does not show them. It counts as removed, which is not verified.",
    ]);
  });
});

describe("the notices after a refresh", () => {
  it("are none without drift", () => {
    const state = stateOf({ managed: bundles("com.a") });
    expect(drift(state, state, noEntries)).toEqual([]);
  });

  it("name missing and unexpected entries, with examples", () => {
    const managed = (...more: readonly string[]): Entries => bundles("com.a", ...more);
    const before = stateOf({ managed: managed("com.b", "com.c") });
    const unexpected = entries({
      websites: ["a.example", "b.example", "c.example", "d.example", "e.example", "f.example"],
    });
    expect(drift(before, stateOf({ managed: managed() }), unexpected)).toEqual([
      `${list}: drift: 2 app bundles missing ("com.b", "com.c"). The next pulumi up adds the entries that are still declared.`,
      `${list}: drift: 6 websites unexpected ("a.example", "b.example", "c.example", "d.example", "e.example" and 1 more). The next pulumi up removes the entries that are not declared.`,
    ]);
  });

  it("name the kinds that are not verified", () => {
    const state = stateOf({ managed: entries({ websites: ["a.example"] }) }, ["websites"]);
    expect(drift(state, state, noEntries)).toEqual([
      `${list}: not verified: the API does not show 1 website that it accepted.`,
    ]);
  });
});

describe("the notices after a delete", () => {
  it("name removed entries, without those that were missing before", () => {
    const state = stateOf({ managed: bundles("com.a", "com.b") });
    expect(removed(state, changeOf({ observedBefore: bundles("com.a", "com.other") }), noEntries)).toEqual([
      `${list}: removed 1 app bundle ("com.a").`,
    ]);
  });

  it("mention campaigns that are associated with the list", () => {
    const state = stateOf({ managed: bundles("com.a") });
    const used = { ...state, facts: { ...state.facts, hasAssociatedCampaigns: true } };
    expect(removed(used, changeOf({ observedBefore: bundles("com.a") }), noEntries)).toEqual([
      `${list}: removed 1 app bundle ("com.a"); campaigns are associated with this list.`,
    ]);
  });

  it("do not name entries as removed that only count as absent, nor absent ones as kept", () => {
    const state = stateOf({ managed: bundles("com.a", "com.b"), adopted: bundles("com.b") });
    const unseen = byKind(() => undefined);
    const change = changeOf({
      observedBefore: unseen,
      observedAfter: unseen,
      acknowledged: { add: noEntries, remove: bundles("com.a") },
      assumedRemoved: bundles("com.a"),
    });
    expect(removed(state, change, noEntries).some((line) => line.includes("removed 1"))).toBe(false);
    expect(removed(state, changeOf(), noEntries).some((line) => line.includes("kept"))).toBe(false);
  });

  it("are none if no managed entry was left", () => {
    expect(removed(stateOf({ managed: bundles("com.a") }), changeOf(), noEntries)).toEqual([]);
  });

  it("name adopted entries that stay", () => {
    const adopted = entries({ appBundles: ["com.a", "com.b"], placementIds: ["1-a"] });
    expect(removed(stateOf({ managed: adopted, adopted }), changeOf({ observedAfter: adopted }), noEntries)).toEqual([
      `${list}: kept adopted entries in the list: 2 app bundles and 1 placement ID ("com.a", "com.b", "1-a").`,
    ]);
  });

  it("name entries that another resource took over, and how it can claim them", () => {
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

  it("give the reason why the list was not read before", () => {
    const change = changeOf({ notVerified: "app-list:observe is off" });
    expect(removed(stateOf({}), change, noEntries)).toEqual([
      `${list}: not verified before the change: app-list:observe is off.`,
    ]);
  });
});
