import { describe, expect, it } from "vitest";
import { noEntries } from "../../provider/list/entries";
import { ApiError } from "../../provider/api/errors";
import type { AppList } from "../../provider/api/app-list";
import { defaultSyncPolicy } from "../../provider/sync/access";
import { afterReading, afterSending, initialKnowledge } from "../../provider/sync/knowledge";
import { nextStep, type Step } from "../../provider/sync/next-step";
import type { Goal } from "../../provider/sync/goal";
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

describe("after a request without a known outcome, a change", () => {
  const appList: AppList = { id: 7, entries: noEntries, sentinels: noEntries.appBundles };
  const goal: Goal = { desired: bundles("com.a"), managed: noEntries, exclusive: false, removalGuard: "off", next: "" };

  /** The steps up to the third, if no read shows an effect of the addition. */
  function stepsAfter(elapsed: number, remainingTime: number): readonly Step[] {
    const circumstances = { declaredElsewhere: noEntries, remainingTime, isCanceled: false };
    const facts = { effect: "possible", method: "PATCH", path: "/" } as const;
    const error = new ApiError("outcomeUnknown", { problem: "It failed." }, facts);
    const interruption = { error, entries: goal.desired, elapsed };
    const sent = { acknowledged: noEntries, leftOut: noEntries, refused: [], interruption };
    const first = initialKnowledge({ outcome: "seen", appList, by: "probe" }, goal, circumstances);
    const steps: Step[] = [];
    for (let knowledge = afterSending(first, "add", sent, true); steps.length < 3;) {
      const step = nextStep(knowledge, goal, defaultSyncPolicy);
      steps.push(step);
      if (step.kind !== "read") break;
      knowledge = afterReading(knowledge, goal, { outcome: "seen", appList, by: "probe" }, step.isFinal);
    }
    return steps;
  }

  it("reads the list twice before it sends again, each time after as long as the request took", () => {
    expect(stepsAfter(2000, 60_000)).toMatchObject([
      { kind: "read", delay: 2000, isFinal: false },
      { kind: "read", delay: 2000, isFinal: true },
      { kind: "send", action: "add" },
    ]);
  });

  it("waits for a minute at most, and for a quarter of the time that is left", () => {
    expect(stepsAfter(100_000, 1_000_000)[0]).toMatchObject({ delay: 60_000 });
    expect(stepsAfter(100_000, 100_000)[0]).toMatchObject({ delay: 25_000 });
  });

  it("stops after the second read if the request would not get a response in the time that is left", () => {
    expect(stepsAfter(30_000, 40_000)).toMatchObject([
      { kind: "read", isFinal: false },
      { kind: "read", isFinal: false },
      { kind: "stop", failure: { code: "CHANGE_INTERRUPTED" } },
    ]);
  });
});
