import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { buildCall, type Call, type Purpose } from "../../provider/api/call";
import type { ApiError, Effect } from "../../provider/api/errors";
import type { Exchange } from "../../provider/api/http";
import { meaningOf, type ApiErrorCode, type Meaning } from "../../provider/api/meaning";
import { Redactor } from "../../provider/api/redaction";
import { requestError } from "../../provider/api/request-error";
import { planRetry } from "../../provider/api/retry";
import type { SettingOwner } from "../../provider/api/keys";
import { credentialKeys } from "../../provider/api/settings-table";

const settings = { redactor: new Redactor(["the-secret"]), baseUrl: "https://api.example.com" };

function callFor(purpose: Purpose, owner: SettingOwner = {}): Call {
  const method = purpose === "change" || purpose === "probe" ? "PATCH" : "GET";
  const path = "/v1/app_list/4321/add";
  const appListId = purpose === "token" || purpose === "campaigns" ? undefined : 4321;
  const what = { purpose, activity: "3 app bundles were being added", appListId };
  return buildCall({ ...settings, owner }, what, { method, path, headers: {} });
}

function failure(exchange: Exchange, purpose: Purpose = "change", owner: SettingOwner = {}) {
  return requestError(callFor(purpose, owner), exchange);
}

const json = '{"error":"no"}';
const page = "\n<!DOCTYPE HTML><html><body>invalid token</body></html>";
const aboutToken = '{"errors":[{"message":"Error: Invalid access token."}]}';

const response = (status: number, body = "") => ({ outcome: "response", status, body }) as const;
const unsent = { outcome: "noResponse", sent: false, reason: "connect ECONNREFUSED" } as const;
const unsentWith = (code: string) => ({ ...unsent, code }) as const;
const lost = { outcome: "noResponse", sent: true, reason: "read ECONNRESET" } as const;
const proxyReason = "Proxy response (407) !== 200 when HTTP Tunneling";
const proxyLogin = { ...unsentWith("UND_ERR_ABORTED"), reason: proxyReason };
const cut = { outcome: "interrupted", status: 200, reason: "other side closed" } as const;

const statuses = (body: string | undefined, ...all: readonly number[]) => all.map((status) => response(status, body));

/** Answers, and what they mean for a change; for a list that is read; for the token call; for campaigns. */
type Row = [
  string,
  answers: readonly Exchange[],
  change: Meaning,
  read?: Meaning,
  token?: Meaning,
  campaigns?: Meaning,
];

const rows: readonly Row[] = [
  ["no connection", [unsent, unsentWith("EAI_AGAIN")], "unreachable"],
  ["a host that does not exist", [unsentWith("ENOTFOUND")], "wrongAddress"],
  ["a wrong certificate", ["CERT_HAS_EXPIRED", "UNABLE_TO_VERIFY_LEAF_SIGNATURE"].map(unsentWith), "wrongAddress"],
  ["a proxy that does not accept its login", [response(407, page), proxyLogin], "proxyLogin"],
  ["no response", [lost], "outcomeUnknown", "noResponse"],
  ["half a response of success", [cut], "unreadable"],
  ["success", statuses("", 200, 201, 299), "done"],
  ["303", [response(303)], "resultElsewhere"],
  ["a redirect", statuses("", 301, 302, 307), "redirect"],
  ["429", [response(429, page)], "tooManyRequests"],
  ["a short failure", statuses("", 408, 500, 502, 503, 504), "tryAgain"],
  ["501", [response(501, json)], "notImplemented"],
  ["another failure", statuses("", 505, 507, 599, 999), "tryAgain"],
  ["401", [response(401, json)], "token", "token", "login"],
  ["403 about the token", [response(403, aboutToken), response(403, '"INVALID API KEY"')], "token", "token", "login"],
  ["403", ["", json, "invalid token"].map((body) => response(403, body)), "notPermitted", "notPermitted", "login"],
  ["401 without JSON", [response(401), response(401, "invalid login credentials")], "token", "token", "login"],
  ["401 with a page", [response(401, page)], "token", "token", "otherService"],
  ["403 with a page", [response(403, page)], "notPermitted", "notPermitted", "otherService"],
  ["404", [response(404), response(404, json), response(404, page)], "absent", "absent", "wrongPath", "wrongPath"],
  ["413", [response(413, json)], "tooLarge", "tooLarge", "login"],
  ["405", [response(405, json), response(405, page)], "unsupported", "unsupported", "wrongPath", "wrongPath"],
  ["409", [response(409)], "conflict", "unknown", "otherService"],
  ["400 or 422", [response(400, json), response(422)], "aboutEntries", "unknown", "login"],
  ["400 or 422 with a page", statuses(page, 400, 422), "aboutEntries", "unknown", "otherService"],
  ["410", [response(410)], "aboutEntries", "unknown", "otherService"],
  [
    "a status of its own",
    statuses(json, 402, 411, 415, 421, 423, 425, 426, 428, 431, 451),
    "unknown",
    "unknown",
    "login",
  ],
  ["406 with JSON", [response(406, json)], "aboutEntries", "unsupported", "login"],
  ["406", [response(406, page)], "unsupported", "unsupported", "otherService"],
  ["any other status with JSON", statuses(json, 418, 424), "aboutEntries", "unknown", "login"],
  ["any other status", [response(418), response(424, page)], "unknown", "unknown", "otherService"],
];

/** The meanings after which a request is sent again: even a change, or only those that cannot change a list. */
const isRetried = {
  change: new Set<Meaning>(["unreachable", "tooManyRequests"]),
  read: new Set<Meaning>(["unreachable", "noResponse", "unreadable", "tooManyRequests", "tryAgain", "otherService"]),
};

describe.each<Row>(rows)("%s", (_, answers, ofChange, ofRead = ofChange, ofToken = ofRead, ofCampaigns = ofRead) => {
  const isOfProbe = ofChange === "outcomeUnknown" ? "noResponse" : ofChange;

  it.each<[Purpose, Meaning]>([
    ["change", ofChange],
    ["probe", isOfProbe],
    ["read", ofRead],
    ["campaigns", ofCampaigns],
    ["token", ofToken],
  ])(`means for a %s: %s, which decides whether it is retried`, (purpose, meaning) => {
    for (const answer of answers) {
      expect(meaningOf(purpose, answer)).toBe(meaning);
      const retried = isRetried[purpose === "change" ? "change" : "read"].has(meaning);
      const retry = planRetry(1, purpose, answer, 1, 300_000);
      expect(retry !== undefined).toBe(retried);
    }
  });
});

describe("a change that fails", () => {
  it.each<[number, ApiErrorCode, Effect]>([
    [301, "REQUEST_REFUSED", "denied"],
    [303, "REQUEST_REFUSED", "possible"],
    [401, "AUTHENTICATION_FAILED", "denied"],
    [403, "PERMISSION_DENIED", "denied"],
    [404, "NOT_FOUND", "denied"],
    [408, "SERVICE_UNAVAILABLE", "possible"],
    [413, "REQUEST_REFUSED", "denied"],
    [422, "REQUEST_REFUSED", "denied"],
    [429, "RATE_LIMITED", "denied"],
    [501, "SERVICE_UNAVAILABLE", "possible"],
    [503, "SERVICE_UNAVAILABLE", "possible"],
  ])("with status %d is %s with effect %s, even if the response is cut off", (status, code, effect) => {
    for (const exchange of [response(status), { ...cut, status }]) {
      expect(failure(exchange)).toMatchObject({ code, effect, status, method: "PATCH", path: "/v1/app_list/4321/add" });
    }
  });
});

it.each<Purpose>(["token", "read", "campaigns", "probe"])("a %s that fails never has an effect", (purpose) => {
  for (const exchange of [response(500), lost, cut, response(403), response(404)]) {
    expect(failure(exchange, purpose)).toMatchObject({ effect: "none" });
  }
});

describe("the message of an error", () => {
  const login = "username, password, apiKey, apiSecret (or basicCredential)";
  const sent = "The login was sent to https://api.example.com.";
  const doctor = "npx --no-install app-list doctor --stack STACK";

  const errors: Readonly<Record<string, readonly [error: ApiError, ...message: readonly string[]]>> = {
    "a login": [
      failure(response(401), "token"),
      "The API refused the login of app-list:username (401). Nothing was changed.",
      `Wrong is one of: ${login}. ${sent}`,
      `Test new values: ${doctor}`,
    ],
    "a login of an account": [
      failure(response(422), "token", { account: "eu", ownKeys: credentialKeys }),
      "The API refused the login of app-list:accounts.eu.username (422). Nothing was changed.",
      `Wrong is one of: ${login} of the account "eu". ${sent}`,
      `Test new values: ${doctor} --account eu`,
    ],
    "a login of a provider resource": [
      failure(response(403), "token", { provider: "ads" }),
      'The API refused the login of username of the provider "ads" (403). Nothing was changed.',
      `Wrong is one of: ${login} of the provider "ads". ${sent}`,
      "Correct it in the program, and run pulumi up.",
    ],
    "a list that the API does not know": [
      failure(response(404, '{"error":"no list"}'), "read", { account: "eu", ownKeys: new Set(["baseUrl"]) }),
      "App list 4321 was not found (404). The API returned: no list. Nothing was changed.",
      `Check the ID of the list and app-list:accounts.eu.baseUrl: ${doctor} --account eu --list 4321`,
    ],
    "a path that the API does not have": [
      failure(response(405, json), "token", { account: "eu", ownKeys: new Set(["baseUrl"]) }),
      "The URL https://api.example.com/v1/app_list/4321/add does not exist (405). The API returned: no. Nothing was changed.",
      "Check app-list:accounts.eu.baseUrl: the provider adds the part from /v1 on. Check the proxies of the environment, too.",
    ],
    "a login that another service answers": [
      failure(response(403, page), "token"),
      "Another service than the API responded (403) while 3 app bundles were being added. The response body is not " +
        "shown (55 bytes): a proxy or firewall may have sent it. Nothing was changed.",
      "Check app-list:baseUrl and the proxies of the environment, and run the command again.",
    ],
    "a proxy that does not accept its login": [
      failure(proxyLogin, "token"),
      "The proxy did not accept the login in the environment (407). Nothing was changed.",
      "Correct the user name and the password in HTTPS_PROXY, and run the command again.",
    ],
    "a page of campaigns that the API refuses": [
      failure(response(400), "campaigns"),
      "The API refused the request (400) while 3 app bundles were being added. Nothing was changed.",
      "Check perPage and app-list:baseUrl.",
    ],
    "a login that may not change a list": [
      failure(response(403), "probe"),
      "The login of app-list:username is not allowed to change app list 4321 (403). Nothing was changed.",
      "Reading a list needs this right, too, unless app-list:observe is read.",
      "Ask for access: running the command again does not help.",
    ],
    "a login that may not read": [
      failure(response(403), "campaigns"),
      "The login of app-list:username is not allowed to read the campaigns (403). Nothing was changed.",
      "Ask for access: running the command again does not help.",
    ],
    "a lost response": [
      failure(lost),
      "There was no response while 3 app bundles were being added: read ECONNRESET. The list may or may not have been changed.",
      "Run the command again.",
    ],
    "a deadline": [
      failure({ ...lost, reason: "the timeout was reached" }, "read"),
      "There was no response while 3 app bundles were being added: the timeout was reached. Nothing was changed.",
      "Run the command again.",
    ],
    "an API that cannot be reached": [
      failure({ ...unsent, reason: "connect the-secret\u001b[31m" }),
      "The API at https://api.example.com could not be reached: connect [secret]\\u{1b}[31m. Nothing was changed.",
      "Check app-list:baseUrl, the network and the proxy settings of the environment.",
    ],
    "a delay that the API asks for": [
      failure({ ...response(429), retryAfter: 600_000 }),
      "The API asks for fewer requests (429). According to the API, nothing was changed.",
      "Run the command again after 600 s.",
    ],
    "any other refusal": [
      failure(response(400, '{"error":"no the-secret\\u0007"}')),
      "The API refused the request (400) while 3 app bundles were being added. The API returned: no [secret]\\u{7}. " +
        "According to the API, nothing was changed.",
      "Check the entries and app-list:baseUrl.",
    ],
  };
  it.each(Object.entries(errors))("about %s: what happened, what was changed, and what to do", (_, expected) => {
    const [error, ...lines] = expected;
    expect(error.message.split("\n")).toEqual(lines);
  });

  it("has only the size of a body without a reason", () => {
    const error = failure(response(400, "é".repeat(1000)));
    expect(error.message).toContain("The response body is not shown (2,000 bytes).");
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain("é");
  });

  it.each([
    ["https://user:the-secret@other.example.com/login?token=abc#x", "requests to https://other.example.com (302)"],
    ["/login?token=abc", "requests to https://api.example.com (302)"],
    ["https://other.example.com/the-secret", "requests to https://other.example.com (302)"],
    ["http://[", "requests (302)"],
    ["javascript:1", "requests (302)"],
    ["data:text/html,the-secret", "requests (302)"],
    [undefined, "requests to https://api.example.com (302)"],
  ])("about a redirect to %s is without the parts that can carry a secret", (location, expected) => {
    const { message } = failure({ outcome: "response", status: 302, body: "<a href='?token=abc'>", location });
    expect(message).toContain(`${expected}, and redirects are not followed.`);
    expect(message).toContain("Set app-list:baseUrl to the address of the API.");
    expect(message).not.toContain("abc");
  });
});

describe("a response of success that cannot be read", () => {
  const wrong = { outcome: "response", status: 200, body: '{"error":"wrong account"}' } as const;

  it("may have changed the list, and has the reason of the API", () => {
    const error = requestError(callFor("change"), wrong, "it is not the expected object");
    expect(error).toMatchObject({ code: "RESPONSE_UNREADABLE", effect: "possible", detail: "wrong account" });
    expect(error.message).toContain("The response of the API (200) cannot be read: it is not the expected object.");
  });

  it("shows nothing of the response to the token call", () => {
    const error = requestError(callFor("token"), wrong, "it is not the expected object");
    expect(inspect(error)).not.toContain("wrong account");
  });
});
