import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ApiError } from "../../provider/api/errors";
import type { IssuedToken } from "../../provider/api/token-call";
import { TokenSource, usableSeconds } from "../../provider/api/token-source";

describe("a token source", () => {
  /** A source whose tokens are issued by the test, with a clock of the test. */
  function controlled() {
    const clock = { milliseconds: 1_000_000 };
    const issues: PromiseWithResolvers<IssuedToken>[] = [];
    const source = new TokenSource(
      () => {
        const issue = Promise.withResolvers<IssuedToken>();
        issues.push(issue);
        return issue.promise;
      },
      { now: () => clock.milliseconds },
    );
    return { clock, issues, source };
  }

  it("makes one call for many requests at the same time", async () => {
    const { issues, source } = controlled();
    const asked = [source.get(), source.get(), source.get()];
    issues[0]?.resolve({ value: "a", lifetimeSeconds: 1799 });
    const tokens = await Promise.all(asked);
    expect(tokens.map((token) => token.value)).toEqual(["a", "a", "a"]);
    expect(issues).toHaveLength(1);
  });

  it("uses a token until its margin, measured from when the call was sent", async () => {
    const { clock, issues, source } = controlled();
    const asked = source.get();
    clock.milliseconds += 10_000;
    issues[0]?.resolve({ value: "a", lifetimeSeconds: 1799 });
    await asked;
    clock.milliseconds += (1799 - 300) * 1000 - 10_001;
    expect((await source.get()).value).toBe("a");
    clock.milliseconds += 1;
    const renewed = source.get();
    issues[1]?.resolve({ value: "b", lifetimeSeconds: 1799 });
    expect((await renewed).value).toBe("b");
    expect(issues).toHaveLength(2);
  });

  it("returns a token that expired on arrival only to the requests that waited for it", async () => {
    const { issues, source } = controlled();
    const asked = source.get();
    issues[0]?.resolve({ value: "a", lifetimeSeconds: 0 });
    expect((await asked).value).toBe("a");
    void source.get();
    expect(issues).toHaveLength(2);
  });

  it("makes one call if the same token is not accepted for many requests", async () => {
    const { issues, source } = controlled();
    const asked = source.get();
    issues[0]?.resolve({ value: "a", lifetimeSeconds: 1799 });
    const token = await asked;
    const renewals = [1, 2, 3].map(() => {
      source.invalidate(token);
      return source.get();
    });
    issues[1]?.resolve({ value: "a", lifetimeSeconds: 1799 });
    const [renewed] = await Promise.all(renewals);
    // A late response to one of the first requests. The API issued the same text again; it is a new token.
    source.invalidate(token);
    expect(await source.get()).toBe(renewed);
    expect(issues).toHaveLength(2);
  });

  it("makes no other call after one that was refused", async () => {
    const { clock, issues, source } = controlled();
    const asked = [source.get(), source.get()];
    const facts = { effect: "none", method: "POST", path: "/v1/authentication/token", status: 401 } as const;
    const refusal = new ApiError("AUTHENTICATION_FAILED", "wrong password", facts);
    issues[0]?.reject(refusal);
    for (const one of asked) await expect(one).rejects.toBe(refusal);
    clock.milliseconds += 3_600_000;
    await expect(source.get()).rejects.toBe(refusal);
    expect(issues).toHaveLength(1);
  });

  it("keeps a token after a renewal that did not help, for a minute or until one helps", async () => {
    const { clock, issues, source } = controlled();
    const next = async () => {
      const asked = source.get();
      issues.at(-1)?.resolve({ value: "a", lifetimeSeconds: 1799 });
      return asked;
    };
    const renewed = async (isAccepted: boolean) => {
      const token = await next();
      expect(source.invalidate(token)).toBe(true);
      await next();
      source.noteRenewal(isAccepted);
    };
    await renewed(true);
    await renewed(false);
    expect(source.invalidate(await next())).toBe(false);
    clock.milliseconds += 60_000;
    await renewed(false);
    expect(source.invalidate(await next())).toBe(false);
    source.noteRenewal(true);
    expect(source.invalidate(await next())).toBe(true);
    expect(issues).toHaveLength(4);
  });

  it("retries after a call that failed", async () => {
    const { issues, source } = controlled();
    const failed = source.get();
    issues[0]?.reject(new Error("down"));
    await expect(failed).rejects.toThrow("down");
    const asked = source.get();
    issues[1]?.resolve({ value: "a", lifetimeSeconds: 1799 });
    expect((await asked).value).toBe("a");
  });
});

describe("the margin of a token", () => {
  it("is 20% of its lifetime and at most 300 seconds", () => {
    expect(usableSeconds(1799)).toBe(1499);
    expect(usableSeconds(100)).toBe(80);
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e9, noNaN: true }), (life) => {
        expect(usableSeconds(life)).toBeGreaterThanOrEqual(0);
        expect(usableSeconds(life)).toBeLessThanOrEqual(life);
        expect(life - usableSeconds(life)).toBeLessThanOrEqual(300.001);
      }),
    );
  });
});
