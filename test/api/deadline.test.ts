import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { Cancellation, Deadline, unlessAborted } from "../../provider/api/deadline";
import { virtualClock } from "../harness/virtual-clock";

describe("a deadline", () => {
  it("aborts when it is reached, or when the operation is canceled", async () => {
    const { signal } = new Deadline(1, new Cancellation());
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    expect(signal.reason).toMatchObject({ name: "TimeoutError" });
    const cancellation = new Cancellation();
    const canceled = new Deadline(60_000, cancellation);
    expect(canceled.signal.aborted).toBe(false);
    cancellation.cancel();
    expect(canceled.signal.aborted).toBe(true);
  });

  it("has the time that remains by its clock, can leave a reserve, and is canceled with the whole operation", async () => {
    const clock = virtualClock();
    const cancellation = new Cancellation(clock);
    const whole = new Deadline(60_000, cancellation);
    const early = whole.reserving(20_000);
    expect([whole.remaining, early.remaining]).toEqual([60_000, 40_000]);
    await clock.sleep(40_000);
    expect([early.signal.aborted, whole.signal.aborted]).toEqual([true, false]);
    const late = whole.reserving(1000);
    const none = whole.reserving(90_000);
    expect([none.remaining, late.signal.aborted]).toEqual([0, false]);
    await clock.sleep(0);
    expect([none.signal.aborted, late.signal.aborted]).toEqual([true, false]);
    cancellation.cancel();
    await clock.sleep(4999);
    expect([late.signal.aborted, late.lastSignal.aborted]).toEqual([true, false]);
    await clock.sleep(1);
    expect(late.lastSignal.aborted).toBe(true);
    await clock.sleep(16_000);
    expect(whole.remaining).toBe(-1000);
  });
});

it.each<[string, () => Promise<unknown>]>([
  ["succeeds", async () => 1],
  ["fails", async () => Promise.reject(new Error("no"))],
])("nothing listens to a signal after a call that %s", async (_, call) => {
  const { signal } = new AbortController();
  await Promise.allSettled([unlessAborted(signal, call)]);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});
