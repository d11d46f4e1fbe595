import { gzipSync } from "node:zlib";
import type { FaultAnswer } from "../../../provider/simulator/index";
import { gatewayNotFound } from "../../harness/gateway-not-found";
import { repeatedRequest } from "../../simulator/gateway";

/** The statuses with which a request can fail, besides the 404s. */
const statuses = [400, 401, 403, 408, 409, 410, 413, 422, 429, 500, 502, 503, 504];

const redirects = [301, 302, 307, 308];
const elsewhere = { location: "https://elsewhere.example/v1/app_list/4321/add" };

/** What can go wrong with one request, by name. */
const answers: Readonly<Record<string, FaultAnswer>> = {
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
  // Responses that look as if a list did not exist: the API's own one, and those of a gateway.
  "404": { kind: "status", status: 404, body: '{"error":"Not Found","message":"there is no such app list"}' },
  "404 of a gateway": gatewayNotFound.html,
  "404 of a gateway in JSON": gatewayNotFound.json,
};

const flood = Buffer.alloc(80_000_000, " ");

/** What never ends, or takes much to simulate. */
const costlyAnswers: Readonly<Record<string, FaultAnswer>> = {
  hang: { kind: "hang" },
  stall: { kind: "status", status: 200, headers: { "content-length": "100" }, body: " " },
  flood: { kind: "status", status: 200, body: flood },
  "gzip bomb": { kind: "status", status: 200, headers: { "content-encoding": "gzip" }, body: gzipSync(flood) },
};

export const answerNames = Object.keys(answers);
export const costlyNames = Object.keys(costlyAnswers);

/** @throws Error if no answer has this name. */
export function answerNamed(name: string): FaultAnswer {
  const answer = { ...answers, ...costlyAnswers }[name];
  if (answer === undefined) throw new Error(`There is no answer ${name}.`);
  return answer;
}
