import { describe, expect, it } from "vitest";
import { Deadline } from "../../provider/service/deadline";

describe("a deadline", () => {
  it("has the time that remains by its clock", () => {
    let now = 1000;
    const deadline = Deadline.after(60, { now: () => now });
    expect(deadline.remaining).toBe(60_000);
    now += 61_000;
    expect(deadline.remaining).toBe(-1000);
  });

  it("aborts when it is reached, or when the operation is canceled", async () => {
    const { signal } = Deadline.after(0.001);
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    expect(signal.reason).toMatchObject({ name: "TimeoutError" });
    const cancel = new AbortController();
    const canceled = Deadline.after(60, { cancel: cancel.signal });
    expect(canceled.signal.aborted).toBe(false);
    cancel.abort();
    expect(canceled.signal.aborted).toBe(true);
  });
});
