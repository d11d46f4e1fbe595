import { describe, expect, it } from "vitest";
import { systemClock } from "../../provider/common/clock";
import { Deadline } from "../../provider/api/deadline";
import { virtualClock } from "../harness/virtual-clock";

describe("a deadline", () => {
  it("has the time that remains by its clock", async () => {
    const clock = virtualClock();
    const deadline = Deadline.after(60, { clock });
    expect(deadline.remaining).toBe(60_000);
    await clock.sleep(61_000);
    expect(deadline.remaining).toBe(-1000);
  });

  it("aborts when it is reached, or when the operation is canceled", async () => {
    const { signal } = Deadline.after(0.001);
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    expect(signal.reason).toMatchObject({ name: "TimeoutError" });
    const cancel = new AbortController();
    const canceled = Deadline.after(60, { end: cancel.signal });
    expect(canceled.signal.aborted).toBe(false);
    cancel.abort();
    expect(canceled.signal.aborted).toBe(true);
  });

  it("can leave a reserve, and is canceled with the whole operation", async () => {
    const clock = virtualClock();
    const cancel = new AbortController();
    const whole = Deadline.after(60, { clock, end: cancel.signal });
    const early = whole.reserving(20_000);
    expect(early.remaining).toBe(40_000);
    await clock.sleep(40_000);
    expect([early.signal.aborted, whole.signal.aborted]).toEqual([true, false]);
    const late = whole.reserving(1000);
    cancel.abort();
    expect(late.signal.aborted).toBe(true);
  });

  it("ends now if less time than the reserve remains", async () => {
    const clock = virtualClock();
    const early = Deadline.after(60, { clock }).reserving(90_000);
    expect(early.remaining).toBe(0);
    await clock.sleep(0);
    expect(early.signal.aborted).toBe(true);
  });
});

describe("the clock of this machine", () => {
  it("has timeouts of any length", async () => {
    for (const milliseconds of [-1, 0.5]) {
      const signal = systemClock.timeout(milliseconds);
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      expect(signal.reason).toMatchObject({ name: "TimeoutError" });
    }
  });
});
