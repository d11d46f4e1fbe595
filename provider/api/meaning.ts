import type { RequestPurpose } from "./call";
import type { HttpExchange } from "./http";

/**
 * Whether a failed request can have changed the list.
 *
 * - `none`: it was not sent, or cannot have an effect.
 * - `denied`: the API returned that it had no effect. The list has not confirmed that yet.
 * - `possible`: only the list can show it.
 */
export type Effect = "none" | "denied" | "possible";

interface Facts {
  readonly code: string;
  /** The possible effect of a change. */
  readonly effect: Effect;
  /** Why the same request may succeed soon. Default: it is not retried. */
  readonly retryReason?: string;
}

/** The meanings of an answer. */
const facts = {
  unreachable: { code: "SERVICE_UNAVAILABLE", effect: "none", retryReason: "the API could not be reached" },
  /** As {@link unreachable}, for a lasting reason: a wrong host name, or an untrusted certificate. */
  wrongAddress: { code: "SERVICE_UNAVAILABLE", effect: "none" },
  /** A proxy did not accept the login of the environment, so the request did not reach the API. */
  proxyLogin: { code: "SERVICE_UNAVAILABLE", effect: "none" },
  outcomeUnknown: { code: "OUTCOME_UNKNOWN", effect: "possible" },
  noResponse: { code: "SERVICE_UNAVAILABLE", effect: "none", retryReason: "there was no response" },
  unreadable: { code: "RESPONSE_UNREADABLE", effect: "possible", retryReason: "a response was interrupted" },
  redirect: { code: "REQUEST_REFUSED", effect: "denied" },
  /** The request was carried out, and its result is at another URL. */
  resultElsewhere: { code: "REQUEST_REFUSED", effect: "possible" },
  tooManyRequests: { code: "RATE_LIMITED", effect: "denied", retryReason: "the API asks for fewer requests" },
  tryAgain: { code: "SERVICE_UNAVAILABLE", effect: "possible", retryReason: "the API failed" },
  /** A proxy or a firewall responded in place of the API. */
  otherService: {
    code: "SERVICE_UNAVAILABLE",
    effect: "denied",
    retryReason: "another service than the API responded",
  },
  login: { code: "AUTHENTICATION_FAILED", effect: "denied" },
  token: { code: "AUTHENTICATION_FAILED", effect: "denied" },
  notPermitted: { code: "PERMISSION_DENIED", effect: "denied" },
  absent: { code: "NOT_FOUND", effect: "denied" },
  /** The API has no such path, whatever the body. It does not show whether the credentials are wrong. */
  wrongPath: { code: "REQUEST_REFUSED", effect: "denied" },
  tooLarge: { code: "REQUEST_REFUSED", effect: "denied" },
  conflict: { code: "REQUEST_REFUSED", effect: "denied" },
  aboutEntries: { code: "REQUEST_REFUSED", effect: "denied" },
  /** Most APIs refuse every such request with it. Some use it for the removal of an absent entry. */
  unsupported: { code: "REQUEST_REFUSED", effect: "denied" },
  notImplemented: { code: "SERVICE_UNAVAILABLE", effect: "possible" },
  unknown: { code: "REQUEST_REFUSED", effect: "denied" },
  /** Its code and effect are for a response that cannot be read. */
  done: { code: "RESPONSE_UNREADABLE", effect: "possible" },
  /** This meaning and the next are not answers: the command was canceled, or the request must not be sent. */
  canceled: { code: "COMMAND_CANCELED", effect: "none" },
  internal: { code: "INTERNAL", effect: "none" },
} as const satisfies Record<string, Facts>;

export type Meaning = keyof typeof facts;

/** Public API, as every error code. */
export type ApiErrorCode = (typeof facts)[Meaning]["code"];

export const meaningFacts: Readonly<Record<Meaning, Facts & { readonly code: ApiErrorCode }>> = facts;

/** The possible effect of a request. Only a change has one. */
export function effectOf(purpose: RequestPurpose, meaning: Meaning): Effect {
  return purpose === "change" ? meaningFacts[meaning].effect : "none";
}

/** A status, a class of statuses, or the reason that there is none. */
type Answer =
  number | "2xx" | "3xx" | "4xx" | "5xx" | "wrong host or certificate" | "not sent" | "no response" | "2xx, cut off";

const bodies = {
  JSON: (body: string) => /^\s*["[{]/u.test(body),
  "JSON about the token": (body: string) => /^\s*["[{].*invalid (?:api key|access token|token)/isu.test(body),
  "no web page": (body: string) => !isWebPage(body),
};

interface Row {
  /** Default: every request. */
  readonly requests?: readonly RequestPurpose[];
  readonly answers: readonly Answer[];
  /** Default: any body, or none. */
  readonly body?: keyof typeof bodies;
  readonly meaning: Meaning;
}

const changes = ["change", "probe"] as const;

/** The meaning of each answer to each request. The first row that matches counts. */
const meanings: readonly Row[] = [
  { answers: [407], meaning: "proxyLogin" },
  { answers: ["wrong host or certificate"], meaning: "wrongAddress" },
  { answers: ["not sent"], meaning: "unreachable" },
  { requests: ["change"], answers: ["no response"], meaning: "outcomeUnknown" },
  { answers: ["no response"], meaning: "noResponse" },
  { answers: ["2xx, cut off"], meaning: "unreadable" },
  { answers: ["2xx"], meaning: "done" },
  { answers: [303], meaning: "resultElsewhere" },
  { answers: ["3xx"], meaning: "redirect" },
  { answers: [429], meaning: "tooManyRequests" },
  { answers: [501, 100], meaning: "notImplemented" },
  { answers: [408, "5xx"], meaning: "tryAgain" },
  // These paths have no ID that could be wrong.
  { requests: ["token", "campaigns"], answers: [404, 405], meaning: "wrongPath" },
  { requests: ["token"], answers: ["4xx"], body: "JSON", meaning: "login" },
  { requests: ["token"], answers: [400, 401, 403, 422], body: "no web page", meaning: "login" },
  { requests: ["token"], answers: ["4xx"], meaning: "otherService" },
  { answers: [401], meaning: "token" },
  { answers: [403], body: "JSON about the token", meaning: "token" },
  { answers: [403], meaning: "notPermitted" },
  { answers: [404], meaning: "absent" },
  { answers: [413], meaning: "tooLarge" },
  { answers: [405], meaning: "unsupported" },
  { answers: [402, 411, 415, 421, 423, 425, 426, 428, 431, 451], meaning: "unknown" },
  { requests: changes, answers: [409], meaning: "conflict" },
  { requests: changes, answers: [400, 410, 422], meaning: "aboutEntries" },
  { requests: changes, answers: ["4xx"], body: "JSON", meaning: "aboutEntries" },
  { answers: [406], meaning: "unsupported" },
  { answers: ["4xx"], meaning: "unknown" },
];

export function meaningOf(purpose: RequestPurpose, exchange: HttpExchange): Meaning {
  const answers = answersOf(exchange);
  const row = meanings.find(
    ({ requests, answers: expected, body }) =>
      requests?.includes(purpose) !== false &&
      expected.some((answer) => answers.includes(answer)) &&
      (body === undefined || bodies[body](exchange.body ?? "")),
  );
  return row?.meaning ?? "tryAgain";
}

/**
 * Codes of lasting reasons, such as UNABLE_TO_VERIFY_LEAF_SIGNATURE. Not EAI_AGAIN, the code if a name server does not
 * answer.
 */
const lastingCodes = /^ENOTFOUND$|CERT|LEAF_SIGNATURE/u;

function answersOf(exchange: HttpExchange): readonly unknown[] {
  if (exchange.outcome === "noResponse") {
    const { sent, code = "", reason } = exchange;
    // undici has no code for the status of a proxy.
    if (!sent && /^Proxy\b.*\(407\)/u.test(reason)) return [407];
    const unsent = lastingCodes.test(code) ? "wrong host or certificate" : "not sent";
    if (code === "UNASKED_CONTINUE") return [100];
    return [sent ? "no response" : unsent];
  }
  const { status, outcome } = exchange;
  const ofClass = `${Math.floor(status / 100)}xx`;
  return outcome === "interrupted" && status < 300 ? [`${ofClass}, cut off`] : [status, ofClass];
}

/** Recognized by the first character. */
export function isWebPage(body: string): boolean {
  return /^\s*</u.test(body);
}
