import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Purpose } from "../../provider/service/failure";
import type { Exchange } from "../../provider/service/http";
import { defaultRetryPolicy, nextStep, type RetryStep } from "../../provider/service/retry";

const purposes: readonly Purpose[] = ["token", "change", "probe", "read", "campaigns"];
const harmless = purposes.filter((purpose) => purpose !== "change");

function answered(status: number, retryAfter?: number): Exchange {
  return { outcome: "answered", status, body: "", ...(retryAfter !== undefined && { retryAfter }) };
}

function step(purpose: Purpose, exchange: Exchange, attempt = 1, random = 1, left = 300_000): RetryStep {
  return nextStep(defaultRetryPolicy, attempt, purpose, exchange, () => random, left);
}

const anyExchange: fc.Arbitrary<Exchange> = fc.oneof(
  fc.record({
    outcome: fc.constant("answered" as const),
    status: fc.integer({ min: 200, max: 599 }),
    retryAfter: fc.nat(10_000_000),
    body: fc.constant(""),
  }),
  fc.record({
    outcome: fc.constant("interrupted" as const),
    status: fc.integer({ min: 200, max: 599 }),
    reason: fc.constant("other side closed"),
    isTransient: fc.boolean(),
  }),
  fc.record({
    outcome: fc.constant("unanswered" as const),
    sent: fc.boolean(),
    reason: fc.constant("other side closed"),
    isTransient: fc.boolean(),
  }),
);

describe("after a failed attempt", () => {
  const unreachable: Exchange = { outcome: "unanswered", sent: false, reason: "refused", isTransient: true };
  const lost: Exchange = { outcome: "unanswered", sent: true, reason: "reset", isTransient: true };
  const cut: Exchange = { outcome: "interrupted", status: 200, reason: "closed", isTransient: true };

  it.each(purposes)("what was not sent is sent again: %s", (purpose) => {
    expect(step(purpose, unreachable)).toMatchObject({ next: "wait", reason: "the service could not be reached" });
    expect(step(purpose, answered(429))).toMatchObject({ next: "wait" });
  });

  it.each(harmless)("what cannot change a list is sent again when the answer is lost: %s", (purpose) => {
    for (const exchange of [lost, cut, ...[408, 500, 502, 503, 504].map((status) => answered(status))]) {
      expect(step(purpose, exchange)).toMatchObject({ next: "wait" });
    }
  });

  it("a change whose outcome is not known is never sent again", () => {
    for (const exchange of [lost, cut, ...[408, 500, 502, 503, 504].map((status) => answered(status, 1000))]) {
      expect(step("change", exchange)).toEqual({ next: "fail" });
    }
  });

  it.each(purposes)("what is as bad the next time fails at once: %s", (purpose) => {
    for (const status of [301, 400, 401, 403, 404, 409, 413, 422, 501, 505]) {
      expect(step(purpose, answered(status))).toEqual({ next: "fail" });
    }
    expect(step(purpose, { ...unreachable, isTransient: false })).toEqual({ next: "fail" });
  });
});

describe("the pause", () => {
  it("doubles at the most with every attempt, up to a limit, and is chosen at random below that", () => {
    const longest = [1, 2, 3, 4].map((attempt) => step("read", answered(500), attempt, 1));
    expect(longest).toMatchObject([{ pause: 500 }, { pause: 1000 }, { pause: 2000 }, { pause: 4000 }]);
    expect(step("read", answered(500), 4, 0.25)).toMatchObject({ pause: 1000 });
    expect(step("read", answered(500), 5, 1)).toEqual({ next: "fail" });
  });

  it("is the one that the service asks for, if that is not too long", () => {
    expect(step("change", answered(429, 7000), 1, 0)).toMatchObject({ next: "wait", pause: 7000 });
    expect(step("read", answered(503, 120_000), 1, 0)).toMatchObject({ next: "wait", pause: 120_000 });
    expect(step("read", answered(503, 120_001), 1, 0)).toEqual({ next: "fail" });
    // Of another answer the header says nothing about the next request.
    expect(step("read", answered(500, 120_001), 1, 1)).toMatchObject({ pause: 500 });
  });

  it("is never shorter than one that is chosen at random, as where no time at all is asked for", () => {
    expect(step("change", answered(429, 0), 2, 0.5)).toMatchObject({ next: "wait", pause: 500 });
    expect(step("change", answered(429, 100), 2, 0.5)).toMatchObject({ next: "wait", pause: 500 });
  });

  it("is not made where it would take all the time that is left", () => {
    expect(step("change", answered(429, 7000), 1, 0, 7000)).toEqual({ next: "fail" });
    expect(step("read", answered(500), 1, 1, 500)).toEqual({ next: "fail" });
    expect(step("change", answered(429, 7000), 1, 0, 7001)).toMatchObject({ next: "wait" });
  });

  it("is bounded, and so is the number of attempts, whatever happens", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...purposes),
        anyExchange,
        fc.integer({ min: 1, max: 10 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (purpose, exchange, attempt, random) => {
          const result = step(purpose, exchange, attempt, random);
          if (result.next === "fail") return;
          expect(attempt).toBeLessThan(defaultRetryPolicy.attempts);
          expect(result.pause).toBeGreaterThanOrEqual(0);
          expect(result.pause).toBeLessThanOrEqual(defaultRetryPolicy.longestAskedPause);
        },
      ),
    );
  });
});
