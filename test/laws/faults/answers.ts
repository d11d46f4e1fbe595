import type { Behaviour, Fault } from "../../../provider/simulator/index";
import { gatewayNotFound } from "../../harness/gateway-not-found";

/** What can go wrong with one request, by name. */
export const answers = {
  "connection reset": { kind: "reset" },
  "answer cut": { kind: "cut" },
  "400": { kind: "status", status: 400 },
  "400 that repeats the request": { kind: "echo", status: 400 },
  "401": { kind: "status", status: 401 },
  "403": { kind: "status", status: 403 },
  "408": { kind: "status", status: 408 },
  "409": { kind: "status", status: 409 },
  "410": { kind: "status", status: 410 },
  "413": { kind: "status", status: 413 },
  "422": { kind: "status", status: 422 },
  "429": { kind: "status", status: 429 },
  "429 with seconds": { kind: "status", status: 429, headers: { "retry-after": "7" } },
  "429 with a date": { kind: "status", status: 429, headers: { "retry-after": "Sat, 21 Nov 2099 12:00:00 GMT" } },
  "500": { kind: "status", status: 500 },
  "502": { kind: "status", status: 502 },
  "503": { kind: "status", status: 503 },
  "500 that repeats the request": { kind: "echo", status: 500 },
  "503 with seconds": { kind: "status", status: 503, headers: { "retry-after": "7" } },
  "504": { kind: "status", status: 504 },
  "web page": { kind: "status", status: 200, headers: { "content-type": "text/html" }, body: "<html>Sign in</html>" },
  "200 that repeats the request": { kind: "echo", status: 200 },
  "other JSON": { kind: "status", status: 200, body: '{"ok": true}' },
  "other list": { kind: "status", status: 200, body: '{"id": 77, "app_bundles": "com.other.list"}' },
  "301": redirect(301),
  "302": redirect(302),
  "307": redirect(307),
  "308": redirect(308),
} as const satisfies Readonly<Record<string, Fault["answer"]>>;

/** Responses that look as if a list did not exist, by name: the API's own one, and those of a gateway. */
export const absences = {
  "404": { kind: "status", status: 404, body: '{"error":"Not Found","message":"there is no such app list"}' },
  "404 of a gateway": gatewayNotFound.html,
  "404 of a gateway in JSON": gatewayNotFound.json,
} as const satisfies Readonly<Record<string, Fault["answer"]>>;

/** What takes long or much to simulate, by name: for a part of the matrix. */
export const costlyAnswers: Readonly<Record<string, Fault["answer"]>> = {
  hang: { kind: "hang" },
  stall: { kind: "stall" },
  flood: { kind: "flood", bytes: 80_000_000 },
  "gzip bomb": { kind: "flood", bytes: 80_000_000, encoding: "gzip" },
};

/** The meanings that responses may have, by name. */
export const semantics: Readonly<Record<string, Partial<Behaviour>>> = {
  usual: {},
  "refuses what is there": { addPresent: "error" },
  "refuses what is absent": { removeAbsent: "error" },
  "keeps copies": { addPresent: "duplicate", removedCopies: "first" },
  "hides websites": { websites: "hidden" },
  "hides websites and refuses what is absent": { websites: "hidden", removeAbsent: "error", statuses: { absent: 409 } },
  "takes one entry per request": { maxEntriesPerRequest: 1 },
};

/** The meanings on which some of the failures are tried: of APIs that leave out kinds, or refuse the probe. */
export const rareSemantics: Readonly<Record<string, Partial<Behaviour>>> = {
  "leaves out empty kinds": { emptyKinds: "omitted" },
  "shows the kinds of the request": { changedKinds: "requested" },
  "answers 404 to what is absent": { removeAbsent: "notFound" },
  "takes the list for missing if an entry is absent": { removeAbsent: "listNotFound" },
  "refuses reserved names": { reservedNames: "refuse" },
  "refuses reserved names and what is absent or there": {
    reservedNames: "refuse",
    removeAbsent: "error",
    addPresent: "error",
  },
};

/** The failures that are tried on them, by name. */
export const someAnswers: readonly (keyof typeof answers)[] = [
  "connection reset",
  "answer cut",
  "400",
  "401",
  "413",
  "422",
  "429",
  "500",
  "web page",
];

function redirect(status: number): Fault["answer"] {
  return { kind: "status", status, headers: { location: "https://elsewhere.example/v1/app_list/4321/add" } };
}
