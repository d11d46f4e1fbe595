import { formatCount } from "../common/format";
import { printableUpTo } from "../common/printable";
import { ofProvider, sourceName, sourcePath, type SettingKey } from "./keys";
import type { Call } from "./call";
import { errorDetail } from "./error-detail";
import { ifListIsGone, ApiError, type Effect, type ApiErrorCode, type ApiErrorFacts } from "./errors";
import type { Exchange } from "./http";
import type { Redactor } from "./redactor";
import { requestedDelay } from "./retry";

/** A response, as far as it was received. */
type Response = Exclude<Exchange, { readonly outcome: "noResponse" }>;

/** The error for an exchange that did not end with a response of success, by its status or by how it failed. */
export function requestError(call: Call, exchange: Exchange, redactor: Redactor): ApiError {
  if (exchange.outcome === "noResponse") return noResponseError(call, exchange.sent, redactor.redact(exchange.reason));
  if (exchange.status < 300) {
    const reason = exchange.outcome === "interrupted" ? redactor.redact(exchange.reason) : "it was not expected";
    return unreadableError(call, exchange, reason, redactor);
  }
  const [code, effect, problem, remedy] = statusProblem(call, exchange, redactor);
  // The body of a redirect is a page for browsers.
  const { sentence, ...body } = exchange.status < 400 ? noBody : describeBody(exchange, redactor);
  const facts = { effect, status: exchange.status, retryAfterSeconds: retryAfterSeconds(exchange), ...body };
  return apiError(call, code, [problem, consequences[effect], remedy, sentence], facts);
}

/**
 * The error for a response of success that cannot be read.
 *
 * @param reason - What is wrong with it: "it is not JSON". Without secrets.
 */
export function unreadableError(call: Call, response: Response, reason: string, redactor: Redactor): ApiError {
  const effect = limitEffect(call, "possible");
  const { status } = response;
  // A response to the token call may carry a token anywhere.
  const { sentence, ...body } = call.purpose === "token" ? noBody : describeBody(response, redactor);
  const sentences = [
    `The response to ${nameRequest(call)} (status ${status}) cannot be read: ${reason}.`,
    consequences[effect],
    `Check that ${sourceName(call, "baseUrl")} is the address of the API, and not of a web page or a proxy.`,
    sentence,
  ];
  return apiError(call, "RESPONSE_UNREADABLE", sentences, { effect, status, ...body });
}

export function notSentError(call: Call, reason: string): ApiError {
  const sentences = [`${nameRequest(call)} was not sent: ${reason}.`, consequences.none, "Retry."];
  return apiError(call, "SERVICE_UNAVAILABLE", sentences, { effect: "none" });
}

/**
 * The error for a request that was canceled without an effect.
 *
 * @param sent the response to it, if it was to be sent again; undefined if it was not sent, or cannot have an effect.
 */
export function canceledError(call: Call, sent: Exchange | undefined): ApiError {
  const effect = sent === undefined ? "none" : limitEffect(call, "denied");
  const problem = `The command was canceled before ${nameRequest(call)} had a result.`;
  return apiError(call, "COMMAND_CANCELED", [problem, consequences[effect], "Run the command again."], { effect });
}

function noResponseError(call: Call, sent: boolean, reason: string): ApiError {
  const effect = sent ? limitEffect(call, "possible") : "none";
  const code = effect === "possible" ? "OUTCOME_UNKNOWN" : "SERVICE_UNAVAILABLE";
  const problem = sent
    ? `There was no response to ${nameRequest(call)}: ${reason}.`
    : `The API at ${call.origin} could not be reached for ${nameRequest(call)}: ${reason}.`;
  const remedy = sent
    ? "Retry later."
    : `Check ${sourceName(call, "baseUrl")}, the network and the proxy settings of the environment.`;
  const next = effect === "possible" ? "Check the list before you retry." : remedy;
  return apiError(call, code, [problem, consequences[effect], next], { effect });
}

type StatusProblem = readonly [code: ApiErrorCode, effect: Effect, problem: string, remedy: string];

function statusProblem(call: Call, response: Response, redactor: Redactor): StatusProblem {
  const { status, location } = response;
  const [denied, possible] = [limitEffect(call, "denied"), limitEffect(call, "possible")];
  const which = `(${nameRequest(call)}, status ${status})`;
  const key = (name: SettingKey): string => sourceName(call, name);
  const baseUrl = key("baseUrl");
  if (status < 400) {
    const redirect = `redirects ${nameRequest(call)}${redirectTarget(location, redactor)} (status ${status})`;
    const problem = `The API ${redirect}, and redirects are not followed.`;
    // 303 (See Other) is the response to a request that was carried out, with its result elsewhere.
    const effect = status === 303 ? possible : denied;
    return ["REQUEST_REFUSED", effect, problem, `Set ${baseUrl} to the address of the API.`];
  }
  if (call.purpose === "token" && [400, 401, 403].includes(status)) {
    const problem = `The API did not accept the login: invalid login credentials ${which}.`;
    const path = (name: SettingKey): string => sourcePath(call, name);
    const keys = `${path("apiKey")} and ${path("apiSecret")} (or ${path("basicCredential")})`;
    const remedy = `Check ${path("username")} and ${path("password")}, and ${keys}${ofProvider(call)}.`;
    return ["AUTHENTICATION_FAILED", denied, problem, remedy];
  }
  if (status === 401) {
    const problem = `The API did not accept the access token, although it was just issued ${which}.`;
    const remedy = `Check that the account of ${key("username")} may use the API.`;
    return ["AUTHENTICATION_FAILED", denied, problem, remedy];
  }
  if (status === 403) {
    const remedy = `Check the permissions of the account of ${key("username")}.`;
    return ["AUTHENTICATION_FAILED", denied, `The account has no permission for this request ${which}.`, remedy];
  }
  // A wrong base URL causes a 404 of the token call too, which is not about the list.
  if (status === 404 && call.appListId !== undefined) {
    const isRemoval = call.request.path.endsWith("/remove");
    const orEntry = isRemoval ? ", or an entry of the request is not in it" : "";
    const problem = `The API does not know app list ${call.appListId}${orEntry} ${which}.`;
    const ifGone = call.purpose === "change" ? ` ${ifListIsGone(call.appListId)}.` : "";
    return ["NOT_FOUND", denied, problem, `Check the ID of the app list and ${baseUrl}.${ifGone}`];
  }
  if (status === 404 && call.purpose !== "token") {
    return ["NOT_FOUND", denied, `The API has nothing under this path ${which}.`, `Check ${baseUrl}.`];
  }
  if (status === 429) {
    const delay = retryAfterSeconds(response);
    const remedy = delay === undefined ? "Retry later." : `Retry after ${formatCount(delay)} s.`;
    return ["RATE_LIMITED", denied, `The API asks for fewer requests ${which}.`, remedy];
  }
  if (status >= 500 || status === 408) {
    return ["SERVICE_UNAVAILABLE", possible, `The API failed ${which}.`, "Retry later."];
  }
  const remedy = call.purpose === "change" ? `Check the entries and ${baseUrl}.` : `Check ${baseUrl}.`;
  return ["REQUEST_REFUSED", denied, `The API rejected the request ${which}.`, remedy];
}

function retryAfterSeconds(response: Response): number | undefined {
  const delay = requestedDelay(response);
  return delay === undefined ? undefined : Math.ceil(delay / 1000);
}

/** The effect that a request can have had: none, unless it is a change. */
function limitEffect(call: Call, effect: Effect): Effect {
  return call.purpose === "change" ? effect : "none";
}

const consequences: Readonly<Record<Effect, string>> = {
  none: "This request changed nothing.",
  denied: "According to this response, the request changed nothing.",
  possible: "It is not known whether this request changed the list.",
};

interface BodyFacts {
  readonly sentence: string;
  readonly detail?: string;
}

const noBody: BodyFacts = { sentence: "" };

/** The reason that the API gave; or, for a body that is not shown, its type and size. */
function describeBody(response: Response, redactor: Redactor): BodyFacts {
  if (response.outcome === "interrupted" || response.body === "") return noBody;
  const { body, contentType = "" } = response;
  const detail = errorDetail(body, redactor);
  if (detail !== undefined) return { sentence: `The API returned: ${detail}`, detail };
  // A header is untrusted as well: shown is only what a media type consists of.
  const [type = "unknown type"] = /^[\w.+-]{1,40}\/[\w.+-]{1,40}/u.exec(redactor.redact(contentType)) ?? [];
  const size = formatCount(Buffer.byteLength(body));
  return { sentence: `The response body is not shown (${type}, ${size} bytes).` };
}

/** The most characters that are shown of where a redirect leads. */
const maxTargetLength = 200;

/** Where a redirect leads, without user info and query: both can carry a secret. */
function redirectTarget(location: string | undefined, redactor: Redactor): string {
  const base = "http://relative.invalid";
  // Redacted before it is parsed, which changes how a secret is encoded.
  const redacted = redactor.redact(location ?? "");
  if (location === undefined || !URL.canParse(redacted, base)) return "";
  const { origin, pathname } = new URL(redacted, base);
  return ` to ${printableUpTo(maxTargetLength, origin === base ? pathname : origin + pathname)}`;
}

function nameRequest({ request, shownPath }: Call): string {
  return `${request.method} ${shownPath}`;
}

function apiError(
  { request: { method }, shownPath: path }: Call,
  code: ApiErrorCode,
  sentences: readonly string[],
  facts: Omit<ApiErrorFacts, "method" | "path">,
): ApiError {
  return new ApiError(code, sentences.filter((sentence) => sentence !== "").join(" "), { ...facts, method, path });
}
