import { formatCount } from "../common/format";
import { printableUpTo } from "../common/printable";
import type { Call } from "./call";
import { ApiError, ifListIsGone, type ApiErrorCode, type Effect } from "./errors";
import type { Exchange } from "./http";
import { ofProvider, sourceName, sourcePath } from "./keys";
import { errorDetail, type Redactor } from "./redaction";
import { requestedDelay } from "./retry";

/** A response, as far as it was received. */
type Response = Exclude<Exchange, { readonly outcome: "noResponse" }>;

interface Failure {
  readonly code: ApiErrorCode;
  /** The effect of the request if it is a change; any other request has none. */
  readonly effect: Effect;
  readonly problem: string;
  readonly remedy: string;
}

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
  const failure: Failure = {
    code: "RESPONSE_UNREADABLE",
    effect: "possible",
    problem: `The response to ${nameRequest(call)} (status ${status}) cannot be read: ${reason}.`,
    remedy: `Check that ${sourceName(call, "baseUrl")} is the address of the API, and not of a web page or a proxy.`,
  };
  // A response to the token call may carry a token anywhere.
  return apiError(call, failure, { status, ...(call.purpose !== "token" && describeBody(response, redactor)) });
}

export function notSentError(call: Call, reason: string): ApiError {
  const problem = `${nameRequest(call)} was not sent: ${reason}.`;
  return apiError(call, { code: "SERVICE_UNAVAILABLE", effect: "none", problem, remedy: "Retry." });
}

/**
 * The error for a request that was canceled without an effect.
 *
 * @param wasSent - Whether it got a response and was to be sent again.
 */
export function canceledError(call: Call, wasSent: boolean): ApiError {
  const problem = `The command was canceled before ${nameRequest(call)} had a result.`;
  const effect = wasSent ? "denied" : "none";
  return apiError(call, { code: "COMMAND_CANCELED", effect, problem, remedy: "Run the command again." });
}

function noResponseError(call: Call, sent: boolean, reason: string): ApiError {
  if (!sent) {
    const problem = `The API at ${call.origin} could not be reached for ${nameRequest(call)}: ${reason}.`;
    const remedy = `Check ${sourceName(call, "baseUrl")}, the network and the proxy settings of the environment.`;
    return apiError(call, { code: "SERVICE_UNAVAILABLE", effect: "none", problem, remedy });
  }
  const problem = `There was no response to ${nameRequest(call)}: ${reason}.`;
  return call.purpose === "change"
    ? apiError(call, {
        code: "OUTCOME_UNKNOWN",
        effect: "possible",
        problem,
        remedy: "Check the list before you retry.",
      })
    : apiError(call, { code: "SERVICE_UNAVAILABLE", effect: "none", problem, remedy: "Retry later." });
}

function redirectFailure(call: Call, { status, location }: Response, redactor: Redactor): Failure {
  const redirect = `redirects ${nameRequest(call)}${redirectTarget(location, redactor)} (status ${status})`;
  return {
    code: "REQUEST_REFUSED",
    // 303 (See Other) is the response to a request that was carried out, with its result elsewhere.
    effect: status === 303 ? "possible" : "denied",
    problem: `The API ${redirect}, and redirects are not followed.`,
    remedy: `Set ${sourceName(call, "baseUrl")} to the address of the API.`,
  };
}

function statusFailure(call: Call, response: Response): Failure {
  const { status } = response;
  const { purpose, appListId } = call;
  const baseUrl = sourceName(call, "baseUrl");
  const username = sourceName(call, "username");
  const failure = (code: ApiErrorCode, problem: string, remedy: string, effect: Effect = "denied"): Failure => ({
    code,
    effect,
    problem: `${problem} (${nameRequest(call)}, status ${status}).`,
    remedy,
  });
  if (purpose === "token" && [400, 401, 403].includes(status)) {
    const problem = "The API did not accept the login: invalid login credentials";
    return failure("AUTHENTICATION_FAILED", problem, checkLogin(call));
  }
  if (status === 401) {
    const problem = "The API did not accept the access token, although it was just issued";
    return failure("AUTHENTICATION_FAILED", problem, `Check that the account of ${username} may use the API.`);
  }
  if (status === 403) {
    const problem = "The account has no permission for this request";
    return failure("AUTHENTICATION_FAILED", problem, `Check the permissions of the account of ${username}.`);
  }
  // A wrong base URL causes a 404 of the token call too, which is not about the list.
  if (status === 404 && appListId !== undefined) {
    const orEntry = call.request.path.endsWith("/remove") ? ", or an entry of the request is not in it" : "";
    const ifGone = purpose === "change" ? ` ${ifListIsGone(appListId)}.` : "";
    const remedy = `Check the ID of the app list and ${baseUrl}.${ifGone}`;
    return failure("NOT_FOUND", `The API does not know app list ${appListId}${orEntry}`, remedy);
  }
  if (status === 404 && purpose !== "token") {
    return failure("NOT_FOUND", "The API has nothing under this path", `Check ${baseUrl}.`);
  }
  if (status === 429) {
    const delay = requestedDelay(response);
    const when = delay === undefined ? "later" : `after ${formatCount(Math.ceil(delay / 1000))} s`;
    return failure("RATE_LIMITED", "The API asks for fewer requests", `Retry ${when}.`);
  }
  if (status >= 500 || status === 408) {
    return failure("SERVICE_UNAVAILABLE", "The API failed", "Retry later.", "possible");
  }
  const entriesAnd = purpose === "change" ? "the entries and " : "";
  return failure("REQUEST_REFUSED", "The API rejected the request", `Check ${entriesAnd}${baseUrl}.`);
}

function checkLogin(call: Call): string {
  const [username, password] = [sourcePath(call, "username"), sourcePath(call, "password")];
  const [key, secret] = [sourcePath(call, "apiKey"), sourcePath(call, "apiSecret")];
  const keys = `${key} and ${secret} (or ${sourcePath(call, "basicCredential")})`;
  return `Check ${username} and ${password}, and ${keys}${ofProvider(call)}.`;
}

const consequences: Readonly<Record<Effect, string>> = {
  none: "This request changed nothing.",
  denied: "According to this response, the request changed nothing.",
  possible: "It is not known whether this request changed the list.",
};

interface ResponseFacts {
  readonly status?: number;
  readonly detail?: string;
  /** The last sentence of the message. */
  readonly sentence?: string;
}

/** The reason that the API returned; or, for a body that is not shown, its type and size. */
function describeBody(response: Response, redactor: Redactor): ResponseFacts {
  if (response.outcome === "interrupted" || response.body === "") return {};
  const { body, contentType = "" } = response;
  const detail = errorDetail(body, redactor);
  if (detail !== undefined) return { sentence: `The API returned: ${detail}`, detail };
  // A header is untrusted as well: shown is only what a media type consists of.
  const [type = "unknown type"] = /^[\w.+-]{1,40}\/[\w.+-]{1,40}/u.exec(redactor.redact(contentType)) ?? [];
  const size = formatCount(Buffer.byteLength(body));
  return { sentence: `The response body is not shown (${type}, ${size} bytes).` };
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
  const { code, problem, remedy } = failure;
  const effect = call.purpose === "change" ? failure.effect : "none";
  const sentences = [problem, consequences[effect], remedy, sentence].filter((each) => each !== undefined);
  return new ApiError(code, sentences.join(" "), {
    effect,
    method: call.request.method,
    path: call.shownPath,
    ...facts,
  });
}
