import { describe, expect, it } from "vitest";
import type { Effect, ServiceErrorCode } from "../../provider/service/errors";
import { failureOf, type Call, type Purpose } from "../../provider/service/failure";
import type { Exchange } from "../../provider/service/http";

function callFor(purpose: Purpose): Call {
  return { purpose, method: "PATCH", path: "/v1/app_list/4321/add", origin: "https://api.example.com" };
}

function failure(exchange: Exchange, purpose: Purpose = "change") {
  return failureOf(callFor(purpose), exchange, ["the-secret"]);
}

describe("a change that fails", () => {
  it.each<[number, ServiceErrorCode, Effect]>([
    [301, "REQUEST_REFUSED", "denied"],
    [303, "REQUEST_REFUSED", "possible"],
    [307, "REQUEST_REFUSED", "denied"],
    [400, "REQUEST_REFUSED", "denied"],
    [401, "AUTHENTICATION_FAILED", "denied"],
    [403, "AUTHENTICATION_FAILED", "denied"],
    [404, "NOT_FOUND", "denied"],
    [408, "SERVICE_UNAVAILABLE", "possible"],
    [409, "REQUEST_REFUSED", "denied"],
    [413, "REQUEST_REFUSED", "denied"],
    [422, "REQUEST_REFUSED", "denied"],
    [429, "RATE_LIMITED", "denied"],
    [500, "SERVICE_UNAVAILABLE", "possible"],
    [503, "SERVICE_UNAVAILABLE", "possible"],
  ])("with status %d is %s with effect %s", (status, code, effect) => {
    for (const exchange of [
      { outcome: "answered", status, body: "" },
      { outcome: "interrupted", status, reason: "other side closed", isTransient: true },
    ] as const) {
      expect(failure(exchange)).toMatchObject({
        code,
        effect,
        status,
        method: "PATCH",
        path: "/v1/app_list/4321/add",
      });
    }
  });

  it("names the settings of its own account when the login is refused", () => {
    const call = { ...callFor("token"), account: "eu" };
    const { message } = failureOf(call, { outcome: "answered", status: 401, body: "" }, []);
    expect(message).toContain("app-list:accounts.eu.password");
    expect(message).not.toContain("app-list:password");
  });

  it("before it was sent has no effect, whatever the reason", () => {
    expect(
      failure({ outcome: "unanswered", sent: false, reason: "connect ECONNREFUSED", isTransient: true }),
    ).toMatchObject({
      code: "SERVICE_UNAVAILABLE",
      effect: "none",
      message:
        "The service at https://api.example.com could not be reached for PATCH /v1/app_list/4321/add: connect ECONNREFUSED. This request changed nothing. Check app-list:baseUrl, the network and the proxy settings of the environment.",
    });
  });

  it("after it was sent, without an answer, has an unknown outcome", () => {
    const error = failure({ outcome: "unanswered", sent: true, reason: "other side closed", isTransient: true });
    expect(error).toMatchObject({ code: "OUTCOME_UNKNOWN", effect: "possible" });
    expect(error.message).toContain("It is not known whether this request changed the list.");
  });

  it("in the middle of an answer of success is unreadable", () => {
    expect(
      failure({ outcome: "interrupted", status: 200, reason: "other side closed", isTransient: true }),
    ).toMatchObject({
      code: "RESPONSE_UNREADABLE",
      effect: "possible",
    });
  });

  it("says in one line what happened, what was changed and what to do next", () => {
    expect(failure({ outcome: "answered", status: 422, body: '{"error":"bad entry"}' }).message).toBe(
      'The service refused the request (PATCH /v1/app_list/4321/add, status 422). By this answer, the request changed nothing. Correct what it names. The service says: {"error":"bad entry"}',
    );
  });

  it("repeats what the service said, without secrets", () => {
    const error = failure({ outcome: "answered", status: 400, body: "no the-secret\u0007" });
    expect(error.detail).toBe("no [secret]\\u0007");
    expect(error.message).toContain("The service says: no [secret]\\u0007");
    expect(
      failure({ outcome: "unanswered", sent: false, reason: "the-secret", isTransient: true }).message,
    ).not.toContain("the-secret");
  });
});

describe("a redirect", () => {
  it.each([
    ["https://user:the-secret@other.example.com/login?token=abc#x", "to https://other.example.com/login (status 302)"],
    ["/login?token=abc", "to /login (status 302)"],
    ["https://other.example.com/the-secret", "to https://other.example.com/[secret] (status 302)"],
    ["http://[", "PATCH /v1/app_list/4321/add (status 302)"],
    [undefined, "PATCH /v1/app_list/4321/add (status 302)"],
  ])("to %s is told without what can carry a secret", (location, told) => {
    const { message } = failure({
      outcome: "answered",
      status: 302,
      body: "<a href='?token=abc'>",
      ...(location === undefined ? {} : { location }),
    });
    expect(message).toContain(told);
    expect(message).toContain("redirects are not followed");
    expect(message).toContain("app-list:baseUrl");
    expect(message).not.toContain("abc");
  });
});

describe("a request that only reads", () => {
  it.each<[Purpose, Exchange]>(
    (["token", "read", "campaigns"] as const).flatMap((purpose): [Purpose, Exchange][] => [
      [purpose, { outcome: "answered", status: 500, body: "" }],
      [purpose, { outcome: "interrupted", status: 200, reason: "other side closed", isTransient: true }],
      [purpose, { outcome: "unanswered", sent: true, reason: "other side closed", isTransient: true }],
    ]),
  )("(%s) never has an effect: %j", (purpose, exchange) => {
    expect(failure(exchange, purpose)).toMatchObject({ effect: "none" });
    expect(failure(exchange, purpose).code).not.toBe("OUTCOME_UNKNOWN");
  });

  it("is about the list only where a list was asked for", () => {
    const missing = { outcome: "answered", status: 404, body: "" } as const;
    expect(failure(missing, "token").code).toBe("REQUEST_REFUSED");
    expect(failure(missing, "read").code).toBe("NOT_FOUND");
    expect(failure(missing, "campaigns").message).not.toContain("app list");
  });
});
