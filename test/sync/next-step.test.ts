import { describe, expect, it } from "vitest";
import { noEntries } from "../../provider/list/entries";
import { defaultSyncPolicy } from "../../provider/sync/access";
import { initialKnowledge } from "../../provider/sync/knowledge";
import { nextStep } from "../../provider/sync/next-step";
import { bundles } from "../list/entries";

describe("the removal guard of an exclusive list", () => {
  it("counts all entries that the list can lose, the unmanaged ones among them, and those that are gone", () => {
    const appList = { id: 7, entries: bundles("com.a", "com.b", "com.unmanaged"), sentinels: noEntries.appBundles };
    const circumstances = { declaredElsewhere: noEntries, remainingTime: 60_000, isCanceled: false };
    const describe = () => ({ effect: "", commands: [] });
    const goal = {
      desired: bundles("com.a", "com.b"),
      managed: bundles("com.a", "com.gone"),
      exclusive: true,
      next: "",
    };
    const before = initialKnowledge({ outcome: "seen", appList, by: "probe" }, goal, circumstances);
    const removalGuard = { limit: undefined, isApproved: () => false, describe };
    const reason = "would remove 1 of 4 entries (25%), more than the limit of 0 at once";
    const limit = { unit: "entries", most: 0 } as const;
    const step = nextStep(before, { ...goal, removalGuard: { ...removalGuard, limit } }, defaultSyncPolicy);
    expect(step).toMatchObject({ failure: { code: "CHANGE_LIMIT", reason } });
    // By default, any number of managed entries can be removed from a short list, and no share of unmanaged ones.
    const clearing = { ...goal, desired: noEntries, managed: bundles("com.a", "com.b"), removalGuard };
    expect(nextStep(before, clearing, defaultSyncPolicy)).toMatchObject({ failure: { code: "CHANGE_LIMIT" } });
    const listed = { ...before, declaredElsewhere: bundles("com.unmanaged") };
    expect(nextStep(listed, clearing, defaultSyncPolicy)).toMatchObject({ kind: "send", action: "remove" });
  });
});
