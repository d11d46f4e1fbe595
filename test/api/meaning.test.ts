import { join } from "node:path";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { messageWithCode } from "../../provider/common/error";
import { buildCall, type Call, type RequestPurpose } from "../../provider/api/call";
import type { ApiError } from "../../provider/api/errors";
import type { HttpExchange } from "../../provider/api/http";
import { meaningOf, type Meaning } from "../../provider/api/meaning";
import { Redactor } from "../../provider/api/redaction";
import { requestError } from "../../provider/api/request-error";
import { planRetry } from "../../provider/api/retry";
import type { SettingOwner } from "../../provider/api/keys";
import { credentialKeys } from "../../provider/api/settings-table";
import { expectExamples } from "../harness/example-texts";

const settings = { redactor: new Redactor(["the-secret"]), baseUrl: "https://api.example.com" };

function callFor(purpose: RequestPurpose, owner: SettingOwner = {}, path = "/v1/app_list/4321/add"): Call {
  const method = purpose === "change" || purpose === "probe" ? "PATCH" : "GET";
  const appListId = purpose === "token" || purpose === "campaigns" ? undefined : 4321;
  const what = { purpose, activity: "3 app bundles were being added", appListId };
  return buildCall({ ...settings, owner }, what, { method, path, headers: {} });
}

function failure(exchange: HttpExchange, purpose: RequestPurpose = "change", owner: SettingOwner = {}) {
  return requestError(callFor(purpose, owner), exchange);
}

// The first character decides: these texts and pages contain what others begin with.
const json = '{"error":"no"}';
const page = '\n<!DOCTYPE HTML><html><body>["invalid token"]</body></html>';
const aboutToken = '{"errors":[{"message":"Error: Invalid access token."}]}';

const response = (status: number, body = "") => ({ outcome: "response", status, body }) as const;
const unsent = { outcome: "noResponse", sent: false, reason: "connect ECONNREFUSED" } as const;
const unsentWith = (code: string) => ({ ...unsent, code }) as const;
const lost = { outcome: "noResponse", sent: true, reason: "read ECONNRESET" } as const;
const proxyReason = "Proxy response (407) !== 200 when HTTP Tunneling";
const proxyLogin = { ...unsentWith("UND_ERR_ABORTED"), reason: proxyReason };
const wrong = response(200, '{"error":"wrong account"}');
const cut = { outcome: "interrupted", status: 200, reason: "other side closed" } as const;

const statuses = (body: string | undefined, ...all: readonly number[]) => all.map((status) => response(status, body));

/** Answers, and what they mean for a change; for a list that is read; for the token call; for campaigns. */
type Row = [
  string,
  answers: readonly HttpExchange[],
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
  ["a 100 Continue that was not asked for", [{ ...lost, code: "UNASKED_CONTINUE" }], "notImplemented"],
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
  [
    "403",
    ["", json, "invalid token", 'see ["invalid token"]'].map((body) => response(403, body)),
    "notPermitted",
    "notPermitted",
    "login",
  ],
  ["401 without JSON", [response(401), response(401, "invalid login: <user>")], "token", "token", "login"],
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

  it.each<[RequestPurpose, Meaning]>([
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

const own = { account: "eu", ownKeys: credentialKeys };
const withBaseUrl = { account: "eu", ownKeys: new Set(["baseUrl"]) };

/** The parts that can carry a secret are not shown. */
const locations = [
  "https://user:the-secret@other.example.com/login?token=abc#x",
  "/login?token=abc",
  "https://other.example.com/the-secret",
  "https://the-secret.example.com",
  `https://${"a".repeat(300)}`,
  "http://[",
  "javascript:1",
  "data:text/html,the-secret",
  undefined,
];

/** Errors whose message depends on more than the request and the meaning of the answer. */
const errors: Readonly<Record<string, ApiError>> = {
  "a login of an account": failure(response(422), "token", own),
  "a login of a provider resource": failure(response(403), "token", { provider: "ads" }),
  "a list that the API does not know": failure(response(404, '{"error":"no list"}'), "read", withBaseUrl),
  "a path that the API does not have": failure(response(405, json), "token", withBaseUrl),
  "a deadline": failure({ ...lost, reason: "the timeout was reached" }, "read"),
  "an API that cannot be reached": failure({ ...unsent, reason: "connect the-secret\u001b[31m" }),
  "a delay that the API asks for": failure({ ...response(429), retryAfter: 600_000 }),
  "a delay of a part of a second that the API asks for": failure({ ...response(429), retryAfter: 1200 }),
  "an API that fails in the middle of its answer": failure({ ...cut, status: 500 }),
  "a result at another URL": failure({ ...response(303), location: "https://other.example.com/result" }),
  ...Object.fromEntries(
    locations.map((location) => [
      `a redirect to ${String(location).slice(0, 80)}`,
      failure({ outcome: "response", status: 302, body: "<a href='?token=abc'>", location }),
    ]),
  ),
  "a request that is too large": failure({ ...cut, status: 413 }),
  "a path without a list that is cut off": failure({ ...cut, status: 404 }, "campaigns"),
  "a response that cannot be read": requestError(callFor("change"), wrong, "it is not the expected object"),
  "a response to the token call that cannot be read": requestError(callFor("token"), wrong, "it is empty"),
  "a reason that ends like a sentence": failure(response(400, '{"error":"Too many entries!"}')),
  "any other refusal": failure(response(400, '{"error":"no the-secret\\u0007"}')),
};

const purposes = ["change", "probe", "read", "campaigns", "token"] as const;

/** Each request. */
const calls: Readonly<Record<string, Call>> = {
  removal: callFor("change", {}, "/v1/app_list/4321/remove"),
  ...Object.fromEntries(purposes.map((purpose) => [purpose, callFor(purpose)])),
};

/** The messages of all requests with an answer. Requests with the same message are named together. */
function messagesFor(answer: HttpExchange): readonly string[] {
  const message = (call: Call) => messageWithCode(requestError(call, answer)).replaceAll("\n", " / ");
  const same = Map.groupBy(Object.entries(calls), ([, call]) => message(call));
  return Array.from(same, ([text, names]) => `${names.map(([name]) => name).join(", ")}: ${text}`);
}

describe("the message of an error", () => {
  it("is that of the examples: what happened, what was changed, and what to do", () => {
    const printed = Object.entries(errors).map(
      ([title, error]) => [title, messageWithCode(error).split("\n")] as const,
    );
    expectExamples(join(import.meta.dirname, "errors.txt"), Object.fromEntries(printed));
  });

  it("is right for each request, whatever the API answers", () => {
    const answers = rows.filter(([, , ofChange]) => ofChange !== "done");
    const printed = answers.flatMap(([title, [answer]]) => (answer ? [[title, messagesFor(answer)] as const] : []));
    expectExamples(join(import.meta.dirname, "messages.txt"), Object.fromEntries(printed));
  });

  it("has only the size of a body without a reason", () => {
    const error = failure(response(400, "é".repeat(1000)));
    expect(error).toMatchObject({ status: 400, detail: undefined, method: "PATCH", path: "/v1/app_list/4321/add" });
    expect(error.message).toContain("The response body is not shown (2,000 bytes).");
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain("é");
  });

  it.each([300, 399])("has no part of the body of a redirect with status %d", (status) => {
    expect(failure(response(status, '{"error":"abc"}')).message).not.toContain("abc");
  });
});
