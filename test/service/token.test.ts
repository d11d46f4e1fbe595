import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Call } from "../../provider/service/failure";
import type { Exchange } from "../../provider/service/http";
import {
  processTokenResponse,
  tokenRequest,
  TokenSource,
  usableSeconds,
  type IssuedToken,
} from "../../provider/service/token";

const call: Call = {
  purpose: "token",
  method: "POST",
  path: "/v1/authentication/token",
  origin: "https://api.example.com",
};

function process(exchange: Exchange): IssuedToken {
  return processTokenResponse(call, exchange, ["password-1"]);
}

function answered(status: number, body: unknown): Exchange {
  return { outcome: "answered", status, body: typeof body === "string" ? body : JSON.stringify(body) };
}

describe("the token call", () => {
  it("is the password grant in form encoding, with Basic authorization", () => {
    const settings = { basicCredential: "a2V5OnM=", username: "ads+api@example.com", password: "ä &=%+1" };
    expect(tokenRequest(settings)).toEqual({
      method: "POST",
      path: "/v1/authentication/token",
      headers: {
        accept: "application/json",
        authorization: "Basic a2V5OnM=",
        "content-type": "application/x-www-form-urlencoded",
      },
      body: "grant_type=password&username=ads%2Bapi%40example.com&password=%C3%A4+%26%3D%25%2B1",
    });
  });

  it("gives a token and its life", () => {
    expect(process(answered(200, { access_token: "abc", expires_in: "1799", scope: "" }))).toEqual({
      value: "abc",
      lifeSeconds: 1799,
    });
  });

  it.each([400, 401, 403])("answered with %d is a matter of credentials", (status) => {
    expect(() => process(answered(status, "for password-1"))).toThrow(
      expect.objectContaining({ code: "AUTHENTICATION_FAILED" }),
    );
    expect(() => process(answered(status, "for password-1"))).toThrow(
      /invalid login credentials .* app-list:username and app-list:password, .* The service says: for \[secret\]/,
    );
  });

  it.each([
    [302, "REQUEST_REFUSED"],
    [404, "REQUEST_REFUSED"],
    [500, "SERVICE_UNAVAILABLE"],
  ])("answered with %d is not", (status, code) => {
    expect(() => process(answered(status, ""))).toThrow(expect.objectContaining({ code }));
  });

  it("answered with success and without a token is unreadable, and is not quoted", () => {
    for (const body of [{ accessToken: "misplaced" }, "misplaced", { access_token: "misplaced token" }]) {
      expect(() => process(answered(200, body))).toThrow(expect.objectContaining({ code: "RESPONSE_UNREADABLE" }));
      expect(() => process(answered(200, body))).toThrow(/^(?!.*misplaced)/s);
    }
  });

  it.each([
    ['{"error":"bad","access_token":"tok-1/2+3=="}', '{"error":"bad","access_token":"[secret]"}'],
    ['{"refreshToken" : "tok-1\\/2" }', '{"refreshToken" : "[secret]" }'],
    ['{"was":"{\\"access_token\\":\\"tok-1\\"}"}', '{"was":"{\\"access_token\\":\\"[secret]\\"}"}'],
    ["access_token=tok-1&expires_in=5", "access_token=[secret]&expires_in=5"],
  ])("that fails is quoted without a token that is in the answer: %s", (body, said) => {
    expect(() => process(answered(400, body))).toThrow(expect.objectContaining({ detail: said }));
  });

  it("has no effect, however it ends", () => {
    const failures: Exchange[] = [
      answered(503, ""),
      answered(200, "<html>"),
      { outcome: "interrupted", status: 200, reason: "other side closed", isTransient: true },
      { outcome: "unanswered", sent: true, reason: "other side closed", isTransient: true },
      { outcome: "unanswered", sent: false, reason: "connect ECONNREFUSED", isTransient: true },
    ];
    for (const failure of failures) {
      expect(() => process(failure)).toThrow(expect.objectContaining({ effect: "none" }));
    }
  });
});

describe("a token source", () => {
  /** A source whose tokens are issued when the test says so, on a clock that the test sets. */
  function controlled() {
    const clock = { milliseconds: 1_000_000 };
    const issues: PromiseWithResolvers<IssuedToken>[] = [];
    const source = new TokenSource(
      () => {
        const issue = Promise.withResolvers<IssuedToken>();
        issues.push(issue);
        return issue.promise;
      },
      () => clock.milliseconds,
    );
    return { clock, issues, source };
  }

  it("makes one call for all that ask at the same time", async () => {
    const { issues, source } = controlled();
    const asked = [source.get(), source.get(), source.get()];
    issues[0]?.resolve({ value: "a", lifeSeconds: 1799 });
    const tokens = await Promise.all(asked);
    expect(tokens.map((token) => token.value)).toEqual(["a", "a", "a"]);
    expect(issues).toHaveLength(1);
  });

  it("uses a token until its margin, measured from when the call was sent", async () => {
    const { clock, issues, source } = controlled();
    const asked = source.get();
    clock.milliseconds += 10_000;
    issues[0]?.resolve({ value: "a", lifeSeconds: 1799 });
    await asked;
    clock.milliseconds += (1799 - 300) * 1000 - 10_001;
    expect((await source.get()).value).toBe("a");
    clock.milliseconds += 1;
    const renewed = source.get();
    issues[1]?.resolve({ value: "b", lifeSeconds: 1799 });
    expect((await renewed).value).toBe("b");
    expect(issues).toHaveLength(2);
  });

  it("gives a token that has expired on arrival to those who waited for it, and to no one else", async () => {
    const { issues, source } = controlled();
    const asked = source.get();
    issues[0]?.resolve({ value: "a", lifeSeconds: 0 });
    expect((await asked).value).toBe("a");
    void source.get();
    expect(issues).toHaveLength(2);
  });

  it("makes one call where many say that the same token is not accepted", async () => {
    const { issues, source } = controlled();
    const asked = source.get();
    issues[0]?.resolve({ value: "a", lifeSeconds: 1799 });
    const token = await asked;
    const renewals = [1, 2, 3].map(() => {
      source.invalidate(token);
      return source.get();
    });
    issues[1]?.resolve({ value: "a", lifeSeconds: 1799 });
    const [renewed] = await Promise.all(renewals);
    // One more of the first requests comes back late. The service issued the same text again; it is a new token.
    source.invalidate(token);
    expect(await source.get()).toBe(renewed);
    expect(issues).toHaveLength(2);
  });

  it("tries anew after a call that failed", async () => {
    const { issues, source } = controlled();
    const failed = source.get();
    issues[0]?.reject(new Error("down"));
    await expect(failed).rejects.toThrow("down");
    const asked = source.get();
    issues[1]?.resolve({ value: "a", lifeSeconds: 1799 });
    expect((await asked).value).toBe("a");
  });
});

describe("the margin of a token", () => {
  it("is 20% of its life and at most 300 seconds", () => {
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
