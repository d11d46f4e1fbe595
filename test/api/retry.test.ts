import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { RequestPurpose } from "../../provider/api/call";
import type { HttpExchange } from "../../provider/api/http";
import { planRetry, Throttle } from "../../provider/api/retry";
import { virtualClock } from "../harness/virtual-clock";

function response(status: number, retryAfter?: number): HttpExchange {
  return { outcome: "response", status, body: "", retryAfter };
}

function step(purpose: RequestPurpose, exchange: HttpExchange, attempt = 1, random = 1, remaining = 300_000) {
  return planRetry(attempt, purpose, exchange, random, remaining);
}

describe("the delay", () => {
  it("is random from half of a limit on that doubles with every attempt", () => {
    const longest = [1, 2, 3, 4].map((attempt) => step("read", response(500), attempt, 1));
    expect(longest).toMatchObject([{ delay: 500 }, { delay: 1000 }, { delay: 2000 }, { delay: 4000 }]);
    expect(step("read", response(500), 4, 0.25)).toMatchObject({ delay: 2500 });
    expect(step("read", response(500), 5, 1)).toBeUndefined();
  });

  it("is at least the backoff, even if the API asks for less", () => {
    expect(step("change", response(429, 0), 2, 0)).toMatchObject({ delay: 500 });
    expect(step("change", response(429, 100), 2, 0.5)).toMatchObject({ delay: 750 });
  });

  it("is not made if it would reach the deadline", () => {
    expect(step("change", response(429, 7000), 1, 0, 7000)).toBeUndefined();
    expect(step("read", response(500), 1, 1, 500)).toBeUndefined();
    expect(step("change", response(429, 7000), 1, 0, 7001)).toBeDefined();
  });
});

/** Until an operation of 300 seconds is canceled. */
function until(signal: AbortSignal) {
  return { signal, remaining: 300_000 };
}

const never = until(new AbortController().signal);

/** A request that passes and ends. */
async function passAlone(throttle: Throttle): Promise<void> {
  expect(await throttle.pass(1, never)).toBe(true);
  throttle.end("done");
}

describe("a delay of requests", () => {
  it("holds back every request until it ends, and none after that, and is not shortened by a shorter one", async () => {
    const time = virtualClock();
    const throttle = new Throttle(time);
    await passAlone(throttle);
    throttle.delay(300, "the API failed (500)");
    throttle.delay(200, "the API failed (503)");
    await passAlone(throttle);
    expect(time.delays).toEqual([300]);
    await passAlone(throttle);
    expect(time.delays).toHaveLength(1);
  });

  it("is extended by a longer one", async () => {
    const time = virtualClock();
    const throttle: Throttle = new Throttle({
      ...time,
      sleep: async (milliseconds) => {
        if (time.delays.length === 0) throttle.delay(1000, "longer");
        await time.sleep(milliseconds);
      },
    });
    throttle.delay(300, "short");
    await passAlone(throttle);
    expect(time.delays).toEqual([300, 700]);
  });

  it("is reported if it is longer than two seconds, once in five seconds at most", async () => {
    const reported: string[] = [];
    const time = virtualClock();
    const throttle = new Throttle(time, (seconds, reason) => void reported.push(`${seconds} s: ${reason}`));
    throttle.delay(2000, "short");
    await passAlone(throttle);
    expect(reported).toEqual([]);
    for (const delay of [2001, 2500, 2600, 9000]) {
      throttle.delay(delay, "the API asks for it");
      await passAlone(throttle);
    }
    expect(reported).toEqual(["3 s: the API asks for it", "9 s: the API asks for it"]);
  });
});

describe("requests that pass", () => {
  it.each([
    [5000, 5001, false],
    [5000, 5000, true],
    [120_000, 120_000, true],
    [200_000, 120_001, false],
  ])(
    "wait until the deadline, and at most two minutes: %i ms are left, and %i to wait",
    async (remaining, delay, passes) => {
      const time = virtualClock();
      const throttle = new Throttle(time);
      throttle.delay(delay, "the API asks for it");
      expect(await throttle.pass(1, { ...never, remaining })).toBe(passes);
      expect(time.delays).toEqual(passes ? [delay] : []);
    },
  );

  it("are all after no 429, then one at a time, the oldest first, and one more with each answer", async () => {
    const throttle = new Throttle(virtualClock());
    const passed: number[] = [];
    const pass = async (age: number) => {
      expect(await throttle.pass(age, never)).toBe(true);
      passed.push(age);
    };
    await Promise.all([pass(1), pass(2)]);
    throttle.end("tooManyRequests");
    const later = [pass(5), pass(4), pass(3), pass(6)];
    await turn();
    throttle.end("tryAgain");
    await turn();
    expect(passed).toEqual([1, 2, 3]);
    throttle.end("done");
    await turn();
    expect(passed).toEqual([1, 2, 3, 4, 5]);
    throttle.end("absent");
    await Promise.all(later);
    expect(passed).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("are as many as before after an abort, and the next one does not wait for what was aborted", async () => {
    const throttle = new Throttle(virtualClock());
    const stop = new AbortController();
    await throttle.pass(1, never);
    throttle.end("tooManyRequests");
    await throttle.pass(2, never);
    const [aborted, next] = [throttle.pass(3, until(stop.signal)), throttle.pass(4, never)];
    stop.abort();
    expect(await aborted).toBe(false);
    throttle.end("outcomeUnknown");
    expect(await next).toBe(true);
    expect(await throttle.pass(5, until(AbortSignal.abort()))).toBe(false);
  });
});
