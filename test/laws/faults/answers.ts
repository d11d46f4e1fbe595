import { gzipSync } from "node:zlib";
import type { Behavior, FaultAnswer } from "../../../provider/simulator/index";
import { gatewayNotFound } from "../../harness/gateway-not-found";
import { repeatedRequest } from "../../simulator/gateway";
import { hidingWebsites } from "../../harness/shows";

type Answers = Readonly<Record<string, FaultAnswer>>;

/** The statuses with which a request can fail, besides the 404s. */
const statuses = [400, 401, 403, 408, 409, 410, 413, 422, 429, 500, 502, 503, 504];

const redirects = [301, 302, 307, 308];
const elsewhere = { location: "https://elsewhere.example/v1/app_list/4321/add" };

/** What can go wrong with one request, by name. */
export const answers: Answers = {
  "connection reset": { kind: "reset" },
  "answer cut": { kind: "cut" },
  ...Object.fromEntries<FaultAnswer>(statuses.map((status) => [status, { kind: "status", status }])),
  ...Object.fromEntries<FaultAnswer>(
    redirects.map((status) => [status, { kind: "status", status, headers: elsewhere }]),
  ),
  "400 that repeats the request": repeatedRequest(400),
  "429 with seconds": { kind: "status", status: 429, headers: { "retry-after": "7" } },
  "429 with a date": { kind: "status", status: 429, headers: { "retry-after": "Sat, 21 Nov 2099 12:00:00 GMT" } },
  "500 that repeats the request": repeatedRequest(500),
  "503 with seconds": { kind: "status", status: 503, headers: { "retry-after": "7" } },
  "web page": { kind: "status", status: 200, headers: { "content-type": "text/html" }, body: "<html>Sign in</html>" },
  "200 that repeats the request": repeatedRequest(200),
  "other JSON": { kind: "status", status: 200, body: '{"ok": true}' },
  "other list": { kind: "status", status: 200, body: '{"id": 77, "app_bundles": "com.other.list"}' },
};

/** Responses that look as if a list did not exist, by name: the API's own one, and those of a gateway. */
export const absences: Answers = {
  "404": { kind: "status", status: 404, body: '{"error":"Not Found","message":"there is no such app list"}' },
  "404 of a gateway": gatewayNotFound.html,
  "404 of a gateway in JSON": gatewayNotFound.json,
};

const flood = Buffer.alloc(80_000_000, " ");

/** What takes long or much to simulate, by name: for a part of the matrix. */
export const costlyAnswers: Answers = {
  hang: { kind: "hang" },
  stall: { kind: "status", status: 200, headers: { "content-length": "100" }, body: " " },
  flood: { kind: "status", status: 200, body: flood },
  "gzip bomb": { kind: "status", status: 200, headers: { "content-encoding": "gzip" }, body: gzipSync(flood) },
};

/** @throws Error if no answer has this name. */
export function answerNamed(name: string): FaultAnswer {
  const answer = { ...answers, ...absences, ...costlyAnswers }[name];
  if (answer === undefined) throw new Error(`There is no answer ${name}.`);
  return answer;
}

export function answersNamed(...names: readonly string[]): Answers {
  return Object.fromEntries(names.map((name) => [name, answerNamed(name)]));
}

/** The meanings that responses may have, by name. The small cases of test/exhaustive have many more. */
export const semantics: Readonly<Record<string, Partial<Behavior>>> = {
  usual: {},
  "refuses what is absent": { removeAbsent: "error" },
  "hides websites": hidingWebsites,
  "takes one entry per request": { maxEntriesPerRequest: 1 },
};
