import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import type { Call, Purpose } from "../../provider/api/call";
import type { Effect, ApiErrorCode } from "../../provider/api/errors";
import type { Exchange } from "../../provider/api/http";
import { Redactor } from "../../provider/api/redaction";
import { credentialKeys } from "../../provider/api/settings-table";
import { isTokenDenied, requestError, unreadableError } from "../../provider/api/request-error";

const redactor = new Redactor(["the-secret"]);

function callFor(purpose: Purpose): Call {
  const request = { method: "PATCH", path: "/v1/app_list/4321/add", headers: {} } as const;
  return { purpose, request, shownPath: request.path, origin: "https://api.example.com", ownKeys: new Set<never>() };
}

function failure(exchange: Exchange, purpose: Purpose = "change") {
  return requestError(callFor(purpose), exchange, redactor);
}

describe("a change that fails", () => {
  it.each<[number, ApiErrorCode, Effect]>([
    [301, "REQUEST_REFUSED", "denied"],
    [303, "REQUEST_REFUSED", "possible"],
    [307, "REQUEST_REFUSED", "denied"],
    [400, "REQUEST_REFUSED", "denied"],
    [401, "AUTHENTICATION_FAILED", "denied"],
    [403, "PERMISSION_DENIED", "denied"],
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
      { outcome: "response", status, body: "" },
      { outcome: "interrupted", status, reason: "other side closed", isTransient: true },
    ] as const) {
      expect(failure(exchange)).toMatchObject({ code, effect, status, method: "PATCH", path: "/v1/app_list/4321/add" });
    }
  });

  const login = "username and password, and apiKey and apiSecret (or basicCredential)";
  const ofStack = login.replaceAll(/username|password|\w+Key|\w+Secret|basic\w+/gu, "app-list:$&");
  const address = "First check that app-list:baseUrl is the address of the API.";
  const eu = { account: "eu", appListId: 1 };

  it.each<[string, Partial<Call>, number, string]>([
    [
      "the settings of its own account if the login is not accepted",
      { purpose: "token", account: "eu", ownKeys: credentialKeys },
      401,
      "Check app-list:accounts.eu.username and app-list:accounts.eu.password, and app-list:accounts.eu.apiKey and ",
    ],
    [
      "the provider resource whose login is not accepted, once",
      { purpose: "token", provider: "ads" },
      401,
      `Check ${login} of the provider "ads".`,
    ],
    [
      "the account in the provider resource whose login is not accepted",
      { purpose: "token", provider: "ads", account: "eu", ownKeys: credentialKeys },
      401,
      "Check accounts.eu.username and accounts.eu.password, and",
    ],
    ...[402, 404, 405, 410].map((status): [string, Partial<Call>, number, string] => [
      `the base URL first, and then the login, if the login gets ${status}`,
      { purpose: "token" },
      status,
      `${address} Then check ${ofStack}.`,
    ]),
    ["the provider resource", { provider: "ads" }, 403, 'The login of username of the provider "ads" may not'],
    ["the base URL of its account", { ...eu, ownKeys: new Set(["baseUrl"]) }, 404, "and app-list:accounts.eu.baseUrl."],
    ["the base URL of the default account", { ...eu, ownKeys: new Set(["username"]) }, 404, "and app-list:baseUrl."],
  ])("names %s", (_, owner, status, expected) => {
    const call = { ...callFor("change"), ...owner };
    expect(requestError(call, { outcome: "response", status, body: "" }, redactor).message).toContain(expected);
  });

  it.each<[string, Exchange, ApiErrorCode, Effect, string]>([
    [
      "before it was sent has no effect, whatever the reason",
      { outcome: "noResponse", sent: false, reason: "connect ECONNREFUSED", isTransient: true },
      "SERVICE_UNAVAILABLE",
      "none",
      "The API at https://api.example.com could not be reached for PATCH /v1/app_list/4321/add: connect ECONNREFUSED. " +
        "This request changed nothing. Check app-list:baseUrl, the network and the proxy settings of the environment.",
    ],
    [
      "after it was sent, without a response, has an unknown outcome",
      { outcome: "noResponse", sent: true, reason: "other side closed", isTransient: true },
      "OUTCOME_UNKNOWN",
      "possible",
      "It is not known whether this request changed the list.",
    ],
    [
      "in the middle of a response of success is unreadable",
      { outcome: "interrupted", status: 200, reason: "other side closed", isTransient: true },
      "RESPONSE_UNREADABLE",
      "possible",
      "(status 200) cannot be read: other side closed.",
    ],
  ])("%s", (_, exchange, code, effect, message) => {
    const error = failure(exchange);
    expect(error).toMatchObject({ code, effect });
    expect(error.message).toContain(message);
  });

  it("has a message with the problem, what was changed, what to do, and the reason of the API", () => {
    expect(failure({ outcome: "response", status: 422, body: '{"error":"bad entry"}' }).message).toBe(
      "The API rejected the request (PATCH /v1/app_list/4321/add, status 422). According to this response, the request " +
        "changed nothing. Check the entries and app-list:baseUrl. The API returned: bad entry",
    );
  });

  it("has the reason of the API without secrets", () => {
    const error = failure({ outcome: "response", status: 400, body: '{"error":"no the-secret\\u0007"}' });
    expect(error.detail).toBe("no [secret]\\u{7}");
    expect(error.message).toContain("The API returned: no [secret]\\u{7}");
    expect(
      failure({ outcome: "noResponse", sent: false, reason: "the-secret", isTransient: true }).message,
    ).not.toContain("the-secret");
  });

  it.each([
    ["text/html; charset=utf-8", "text/html"],
    ["application/problem+json", "application/problem+json"],
    ["text/the-secret", "unknown type"],
    ["\u001b[31m", "unknown type"],
    [undefined, "unknown type"],
  ])("has only the type and the size of any other body: %j", (contentType, type) => {
    const error = failure({ outcome: "response", status: 400, contentType, body: "é".repeat(1000) });
    expect(error.detail).toBeUndefined();
    expect(error.message).toContain(`The response body is not shown (${type}, 2,000 bytes).`);
  });

  it("is in no member of the error if it is not shown", () => {
    const error = failure({ outcome: "response", status: 422, body: "com.x is not there: com.x" });
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain("not there");
  });
});

describe("a response of success that cannot be read", () => {
  const response = { outcome: "response", status: 200, body: '{"error":"wrong account"}' } as const;

  it("may have changed the list, and has the reason of the API", () => {
    const error = unreadableError(callFor("change"), response, "it is not the expected object", redactor);
    expect(error).toMatchObject({ code: "RESPONSE_UNREADABLE", effect: "possible", detail: "wrong account" });
    expect(error.message).toContain("(status 200) cannot be read: it is not the expected object.");
  });

  it("shows nothing of the response to the token call", () => {
    const error = unreadableError(callFor("token"), response, "it is not the expected object", redactor);
    expect(inspect(error)).not.toContain("wrong account");
  });
});

describe("a web page", () => {
  const page = "\n<!DOCTYPE HTML><html><body>invalid token</body></html>";

  it.each([
    [400, page, undefined],
    [403, page, "text/plain"],
    [422, "<p>", "text/html; charset=utf-8"],
  ])("that refuses the login with %i names the base URL first", (status, body, contentType) => {
    const { code, message } = failure({ outcome: "response", status, body, contentType }, "token");
    expect(code).toBe("AUTHENTICATION_FAILED");
    expect(message).toContain("The API rejected the login (PATCH");
    expect(message).toMatch(/First check that app-list:baseUrl is .*\. Then check app-list:username and /u);
  });

  it("in place of a token names the base URL first, and JSON with the type of a page does not", () => {
    const response = { outcome: "response", status: 200, contentType: "text/html" } as const;
    const of = (body: string) => unreadableError(callFor("token"), { ...response, body }, "", redactor).message;
    expect(of(page)).toContain("Then check app-list:username and");
    expect(of("{}")).not.toContain("app-list:username");
    expect(failure({ ...response, status: 401, body: "{}" }, "token").message).toContain("invalid login credentials");
  });
});

describe("a response about the access token", () => {
  const of = (status: number, body: string) => isTokenDenied({ outcome: "response", status, body });

  it("has status 401, or 403 and JSON that says so", () => {
    expect(of(401, "")).toBe(true);
    expect(isTokenDenied({ outcome: "interrupted", status: 401, reason: "", isTransient: true })).toBe(true);
    for (const words of ["invalid API key", "Invalid access token", "INVALID TOKEN"]) {
      expect(of(403, JSON.stringify({ errors: [{ message: `Error: ${words}.` }] }))).toBe(true);
      expect(of(403, JSON.stringify(words))).toBe(true);
      expect([of(403, words), of(403, `<p>${words}</p>`), of(400, JSON.stringify(words))]).toEqual([
        false,
        false,
        false,
      ]);
    }
    expect(of(403, '{"error":"no permission for this list"}')).toBe(false);
    expect(failure({ outcome: "response", status: 403, body: '{"error":"invalid token"}' }).message).toContain(
      "did not accept the access token",
    );
  });
});

describe("a redirect", () => {
  it.each([
    ["https://user:the-secret@other.example.com/login?token=abc#x", "to https://other.example.com/login (status 302)"],
    ["/login?token=abc", "to /login (status 302)"],
    ["https://other.example.com/the-secret", "to https://other.example.com/[secret] (status 302)"],
    ["http://[", "PATCH /v1/app_list/4321/add (status 302)"],
    [undefined, "PATCH /v1/app_list/4321/add (status 302)"],
  ])("to %s is reported without the parts that can carry a secret", (location, expected) => {
    const { message } = failure({ outcome: "response", status: 302, body: "<a href='?token=abc'>", location });
    expect(message).toContain(expected);
    expect(message).toContain("redirects are not followed");
    expect(message).toContain("app-list:baseUrl");
    expect(message).not.toContain("abc");
  });
});

describe("a request that only reads", () => {
  it.each<[Purpose, Exchange]>(
    (["token", "read", "campaigns", "probe"] as const).flatMap((purpose): [Purpose, Exchange][] => [
      [purpose, { outcome: "response", status: 500, body: "" }],
      [purpose, { outcome: "interrupted", status: 200, reason: "other side closed", isTransient: true }],
      [purpose, { outcome: "noResponse", sent: true, reason: "other side closed", isTransient: true }],
    ]),
  )("(%s) never has an effect: %j", (purpose, exchange) => {
    expect(failure(exchange, purpose)).toMatchObject({ effect: "none" });
    expect(failure(exchange, purpose).code).not.toBe("OUTCOME_UNKNOWN");
  });

  it("is about the list only if it is a request for a list", () => {
    const missing = { outcome: "response", status: 404, body: "" } as const;
    expect(failure(missing, "token").code).toBe("REQUEST_REFUSED");
    expect(failure(missing, "read").code).toBe("NOT_FOUND");
    expect(failure(missing, "campaigns").message).not.toContain("app list");
  });
});
