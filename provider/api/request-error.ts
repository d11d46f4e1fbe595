import { formatCount } from "../common/format";
import { printableUpTo } from "../common/quote";
import type { Call } from "./call";
import { ApiError, forgetResource, ifListIsGone, type ApiErrorCode, type Effect } from "./errors";
import type { Exchange } from "./http";
import { ofProvider, sourceName, sourcePath } from "./keys";
import type { SettingKey } from "./settings-table";
import { errorDetail, type Redactor } from "./redaction";
import { requestedDelay } from "./retry";

/** A response, as far as it was received. */
type Response = Exclude<Exchange, { readonly outcome: "noResponse" }>;

/** The effect is that of a change; any other request has none. */
type Failure = readonly [code: ApiErrorCode, effect: Effect, problem: string, remedy: string];

/** The error for an exchange that did not end with a whole response of success, by its status or by how it failed. */
export function requestError(call: Call, exchange: Exchange, redactor: Redactor): ApiError {
  if (exchange.outcome === "noResponse") return noResponseError(call, exchange.sent, redactor.redact(exchange.reason));
  const { status } = exchange;
  if (exchange.outcome === "interrupted" && status < 300) {
    return unreadableError(call, exchange, redactor.redact(exchange.reason), redactor);
  }
  if (status < 400) return apiError(call, redirectFailure(call, exchange, redactor), { status });
  return apiError(call, statusFailure(call, exchange), { status, ...describeBody(exchange, redactor) });
}

/**
 * The error for a response of success that cannot be read.
 *
 * @param reason - What is wrong with it: "it is not JSON". Without secrets.
 */
export function unreadableError(call: Call, response: Response, reason: string, redactor: Redactor): ApiError {
  const { status } = response;
  const problem = `The response to ${nameRequest(call)} (status ${status}) cannot be read: ${reason}.`;
  const baseUrl = sourceName(call, "baseUrl");
  const remedy =
    call.purpose === "token" && isWebPage(response)
      ? checkAddressAndLogin(call)
      : `Check that ${baseUrl} is the address of the API, and not of a web page or a proxy.`;
  // A response to the token call may carry a token anywhere.
  const facts = { status, ...(call.purpose !== "token" && describeBody(response, redactor)) };
  return apiError(call, ["RESPONSE_UNREADABLE", "possible", problem, remedy], facts);
}

export function notSentError(call: Call, reason: string): ApiError {
  const problem = `${nameRequest(call)} was not sent: ${reason}.`;
  return apiError(call, ["SERVICE_UNAVAILABLE", "none", problem, "Retry."]);
}

/**
 * The error for a request that was canceled without an effect.
 *
 * @param wasSent - Whether it got a response and was to be sent again.
 */
export function canceledError(call: Call, wasSent: boolean): ApiError {
  const problem = `The command was canceled before ${nameRequest(call)} had a result.`;
  return apiError(call, ["COMMAND_CANCELED", wasSent ? "denied" : "none", problem, "Run the command again."]);
}

function noResponseError(call: Call, sent: boolean, reason: string): ApiError {
  if (!sent) {
    const problem = `The API at ${call.origin} could not be reached for ${nameRequest(call)}: ${reason}.`;
    const remedy = `Check ${sourceName(call, "baseUrl")}, the network and the proxy settings of the environment.`;
    return apiError(call, ["SERVICE_UNAVAILABLE", "none", problem, remedy]);
  }
  const problem = `There was no response to ${nameRequest(call)}: ${reason}.`;
  return call.purpose === "change"
    ? apiError(call, ["OUTCOME_UNKNOWN", "possible", problem, "Check the list before you retry."])
    : apiError(call, ["SERVICE_UNAVAILABLE", "none", problem, "Retry later."]);
}

function redirectFailure(call: Call, { status, location }: Response, redactor: Redactor): Failure {
  const redirect = `redirects ${nameRequest(call)}${redirectTarget(location, redactor)} (status ${status})`;
  const problem = `The API ${redirect}, and redirects are not followed.`;
  // 303 (See Other) is the response to a request that was carried out, with its result elsewhere.
  const effect = status === 303 ? "possible" : "denied";
  return ["REQUEST_REFUSED", effect, problem, `Set ${sourceName(call, "baseUrl")} to the address of the API.`];
}

function statusFailure(call: Call, response: Response): Failure {
  const { status } = response;
  const { purpose, appListId } = call;
  const which = `(${nameRequest(call)}, status ${status})`;
  const baseUrl = sourceName(call, "baseUrl");
  const username = sourceName(call, "username");
  if (purpose === "token" && isLastingRefusal(status)) {
    const isAboutLogin = [400, 401, 403, 422].includes(status);
    const code = isAboutLogin ? "AUTHENTICATION_FAILED" : "REQUEST_REFUSED";
    if (isAboutLogin && !isWebPage(response)) {
      const problem = `The API did not accept the login: invalid login credentials ${which}.`;
      return [code, "denied", problem, `Check ${nameLogin(call)}.`];
    }
    return [code, "denied", `The API rejected the login ${which}.`, checkAddressAndLogin(call)];
  }
  if (isTokenDenied(response)) {
    const problem = `The API did not accept the access token, although it was just issued ${which}.`;
    return ["AUTHENTICATION_FAILED", "denied", problem, `Check that the account of ${username} may use the API.`];
  }
  if (status === 403) {
    const [verb, access] = call.request.method === "PATCH" ? ["change", "write"] : ["read", "read"];
    const what = appListId === undefined ? "make this request" : `${verb} app list ${appListId}`;
    const problem = `The login of ${username} may not ${what} ${which}.`;
    return ["PERMISSION_DENIED", "denied", problem, `Ask for ${access} access. ${useless}`];
  }
  // A wrong base URL causes a 404 of the token call too, which is not about the list.
  if (status === 404 && appListId !== undefined) {
    const orEntry = call.request.path.endsWith("/remove") ? ", or an entry of the request is not in it" : "";
    const problem = `The API does not know app list ${appListId}${orEntry} ${which}.`;
    const check = `the ID of the app list and ${baseUrl}.`;
    if (purpose !== "change") return ["NOT_FOUND", "denied", problem, `Check ${check}`];
    const remedy = `${ifListIsGone(appListId)}:\n  ${forgetResource}\nOtherwise, check ${check}`;
    return ["NOT_FOUND", "denied", problem, remedy];
  }
  if (status === 404 && purpose !== "token") {
    return ["NOT_FOUND", "denied", `The API has nothing under this path ${which}.`, `Check ${baseUrl}.`];
  }
  if (status === 429) {
    const delay = requestedDelay(response);
    const when = delay === undefined ? "later" : `after ${formatCount(Math.ceil(delay / 1000))} s`;
    return ["RATE_LIMITED", "denied", `The API asks for fewer requests ${which}.`, `Retry ${when}.`];
  }
  if (status >= 500 || status === 408) {
    return ["SERVICE_UNAVAILABLE", "possible", `The API failed ${which}.`, "Retry later."];
  }
  const remedy = purpose === "change" ? `Check the entries and ${baseUrl}.` : `Check ${baseUrl}.`;
  return ["REQUEST_REFUSED", "denied", `The API rejected the request ${which}.`, remedy];
}

const useless = "Running the command again does not help.";

/** The settings of the login, as a part of a sentence. */
function nameLogin(call: Call): string {
  const path = (key: SettingKey): string => sourcePath(call, key);
  const keys = `${path("apiKey")} and ${path("apiSecret")} (or ${path("basicCredential")})`;
  return `${path("username")} and ${path("password")}, and ${keys}${ofProvider(call)}`;
}

function checkAddressAndLogin(call: Call): string {
  return `First check that ${sourceName(call, "baseUrl")} is the address of the API. Then check ${nameLogin(call)}.`;
}

/** Whether a login that is refused with a status is refused again: 408, 425 and 429 are about this moment. */
export function isLastingRefusal(status = 0): boolean {
  return status >= 400 && status < 500 && ![408, 425, 429].includes(status);
}

/** Whether a gateway may have answered, which returns 404, 405 or a web page while the API starts. */
export function isOfStartingGateway(exchange: Exchange): boolean {
  if (exchange.outcome !== "response") return false;
  const { status } = exchange;
  if (status === 404 || status === 405) return true;
  return isWebPage(exchange) && (status < 300 || isLastingRefusal(status));
}

/** Some APIs return JSON with the type of HTML. */
function isWebPage(response: Response): boolean {
  if (response.outcome !== "response" || !/^\s*</u.test(response.body)) return false;
  return /html/iu.test(response.contentType ?? "") || /^\s*<(?:!doctype\s+)?html\b/iu.test(response.body);
}

/** Whether a response to a request with an access token is about the token: 401, or 403 with JSON that says so. */
export function isTokenDenied(exchange: Exchange): boolean {
  if (exchange.outcome === "noResponse") return false;
  if (exchange.status !== 403 || exchange.outcome === "interrupted") return exchange.status === 401;
  const { body } = exchange;
  return /invalid (?:api key|access token|token)/iu.test(body) && isJson(body);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const consequences: Readonly<Record<Effect, string>> = {
  none: "This request changed nothing.",
  denied: "According to this response, the request changed nothing.",
  possible: "It is not known whether this request changed the list.",
};

interface ResponseFacts {
  readonly status?: number;
  readonly detail?: string;
  readonly isJson?: boolean;
  /** The last sentence of the message. */
  readonly sentence?: string;
}

/** The reason that the API returned; or, for a body that is not shown, its type and size. */
function describeBody(response: Response, redactor: Redactor): ResponseFacts {
  if (response.outcome === "interrupted" || response.body === "") return {};
  const { body, contentType = "" } = response;
  const facts = { isJson: isJson(body) };
  const detail = errorDetail(body, redactor);
  if (detail !== undefined) return { ...facts, sentence: `The API returned: ${detail}`, detail };
  // A header is untrusted as well: shown is only what a media type consists of.
  const [type = "unknown type"] = /^[\w.+-]{1,40}\/[\w.+-]{1,40}/u.exec(redactor.redact(contentType)) ?? [];
  const size = formatCount(Buffer.byteLength(body));
  return { ...facts, sentence: `The response body is not shown (${type}, ${size} bytes).` };
}

/** The most characters that are shown of a redirect's target. */
const maxTargetLength = 200;

/** The target of a redirect, without user info and query: both can carry a secret. */
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

function apiError(call: Call, failure: Failure, { sentence, ...facts }: ResponseFacts = {}): ApiError {
  const [code, ofChange, problem, remedy] = failure;
  const effect = call.purpose === "change" ? ofChange : "none";
  const advice = sentence === undefined ? remedy : `${remedy}${remedy.includes("\n") ? "\n" : " "}${sentence}`;
  const { method } = call.request;
  const whole = { effect, method, path: call.shownPath, ...facts };
  return new ApiError(code, `${problem} ${consequences[effect]}`, whole, advice);
}
