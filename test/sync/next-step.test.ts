import { describe, expect, it } from "vitest";
import { noEntries } from "../../provider/list/entries";
import { defaultSyncPolicy } from "../../provider/sync/access";
import { initialKnowledge } from "../../provider/sync/knowledge";
import { nextStep } from "../../provider/sync/next-step";
import { bundles } from "../list/entries";
import { goalOf, guardWith } from "./list";

describe("the removal guard of an exclusive list", () => {
  it("counts all entries that the list can lose, the unmanaged ones among them, and those that are gone", () => {
    const appList = { id: 7, entries: bundles("com.a", "com.b", "com.unmanaged"), sentinels: noEntries.appBundles };
    const circumstances = { declaredElsewhere: noEntries, remainingTime: 60_000, isCanceled: false };
    const [desired, managed] = [bundles("com.a", "com.b"), bundles("com.a", "com.gone")];
    const goal = goalOf({ desired, managed, exclusive: true });
    const before = initialKnowledge({ outcome: "seen", appList, by: "probe" }, goal, circumstances);
    const reason = "removalLimit 0 allows 0; this change removes 1 of 4";
    const guard = guardWith({ unit: "entries", most: 0 });
    const step = nextStep(before, { ...goal, guard }, defaultSyncPolicy);
    expect(step).toMatchObject({ failure: { code: "CHANGE_LIMIT", reason } });
    // By default, any number of managed entries can be removed from a short list, and no share of unmanaged ones.
    const clearing = goalOf({ desired: noEntries, managed: bundles("com.a"), exclusive: true, guard: guardWith() });
    expect(nextStep(before, clearing, defaultSyncPolicy)).toMatchObject({ failure: { code: "CHANGE_LIMIT" } });
    const listed = { ...before, declaredElsewhere: bundles("com.b", "com.unmanaged") };
    expect(nextStep(listed, clearing, defaultSyncPolicy)).toMatchObject({ kind: "send", action: "remove" });
  });
});
