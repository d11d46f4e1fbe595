import { describe, expect, it } from "vitest";
import { Throttle } from "../../provider/api/throttle";
import { virtualClock } from "../harness/virtual-clock";

const never = new AbortController().signal;

describe("a delay of requests", () => {
  it("holds back every request until it ends, and none after that", async () => {
    const time = virtualClock();
    const throttle = new Throttle(time);
    await throttle.wait(never);
    throttle.delay(300, "the API failed (500)");
    await throttle.wait(never);
    expect(time.delays).toEqual([300]);
    await throttle.wait(never);
    expect(time.delays).toHaveLength(1);
  });

  it("is not shortened by a shorter one", () => {
    const throttle = new Throttle(virtualClock());
    throttle.delay(300, "first");
    throttle.delay(200, "second");
    expect(throttle.remaining).toBe(300);
  });

  it("is extended by a longer one", async () => {
    const time = virtualClock();
    const throttle: Throttle = new Throttle({
      now: time.now,
      sleep: async (milliseconds) => {
        if (time.delays.length === 0) throttle.delay(1000, "longer");
        await time.sleep(milliseconds);
      },
    });
    throttle.delay(300, "short");
    await throttle.wait(never);
    expect(time.delays).toEqual([300, 700]);
  });

  it("ends at the deadline of the operation", async () => {
    const throttle = new Throttle();
    throttle.delay(3_600_000, "the API asks for it");
    await expect(throttle.wait(AbortSignal.timeout(1))).resolves.toBeUndefined();
    await expect(throttle.wait(AbortSignal.abort())).resolves.toBeUndefined();
  });

  it("is reported if it is longer than two seconds, once in five seconds at most", async () => {
    const reported: string[] = [];
    const time = virtualClock();
    const throttle = new Throttle({ ...time, onDelay: (seconds, reason) => reported.push(`${seconds} s: ${reason}`) });
    throttle.delay(2000, "short");
    await throttle.wait(never);
    expect(reported).toEqual([]);
    for (const delay of [2001, 2500, 2600, 9000]) {
      throttle.delay(delay, "the API asks for it");
      await throttle.wait(never);
    }
    expect(reported).toEqual(["3 s: the API asks for it", "9 s: the API asks for it"]);
  });
});
