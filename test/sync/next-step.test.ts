import { describe, expect, it } from "vitest";
import { noEntries } from "../../provider/list/entries";
import { defaultSyncPolicy } from "../../provider/sync/access";
import { ApiError } from "../../provider/api/errors";
import { afterReading, initialKnowledge } from "../../provider/sync/knowledge";
import { nextStep } from "../../provider/sync/next-step";
import { bundles } from "../list/entries";
import { afterSent, goalOf } from "./list";

describe("a read after a request without a known outcome", () => {
  const desired = bundles("com.a");
  const goal = goalOf({ desired });
  const appList = { id: 7, entries: noEntries, sentinels: noEntries.appBundles };
  const read = { outcome: "seen", appList, reader: { by: "probe" } } as const;
  const error = new ApiError("outcomeUnknown", { problem: "lost" }, { effect: "possible", method: "PATCH", path: "/" });

  /** An addition that took a second, and then some reads that lacked the entry. */
  function lost(remainingTime: number, reads: number) {
    const circumstances = { declaredElsewhere: noEntries, remainingTime, isCanceled: false };
    const before = initialKnowledge(read, goal, circumstances);
    const after = afterSent(before, "add", desired, error, 1000);
    return reads === 0 ? after : afterReading(after, read, false);
  }

  it.each([
    ["not if it is the first: the request can still take effect", 60_000, 0, false],
    ["if it is the last, and has more time than the request took", 60_000, 1, true],
    ["not if it has less time than the request took", 1300, 1, false],
  ])("proves that the request had no effect %s", (_, remainingTime, reads, isFinal) => {
    expect(nextStep(lost(remainingTime, reads), goal, defaultSyncPolicy)).toMatchObject({ kind: "read", isFinal });
  });

  it.each([
    [false, desired],
    [true, noEntries],
  ])("leaves an addition that it does not show unconfirmed, unless it is final: %s", (isFinal, add) => {
    expect(afterReading(lost(60_000, 0), read, isFinal).unconfirmed).toEqual({ add, remove: noEntries });
  });
});
