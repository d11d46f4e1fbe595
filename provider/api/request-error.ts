import { formatCount } from "../common/format";
import { printable, printableUpTo } from "../common/quote";
import { bounds } from "./bounds";
import type { Call } from "./call";
import { ApiError, type ErrorTexts } from "./errors";
import type { HttpExchange } from "./http";
import { appListCommand, ofOwner, sourceName } from "./keys";
import { effectOf, isWebPage, meaningOf, type Meaning } from "./meaning";
import { errorDetail } from "./redaction";

/**
 * The error for an exchange.
 *
 * @param unreadable - Why a response of success cannot be read: "it is not JSON". Must not contain a secret.
 */
export function requestError(call: Call, exchange: HttpExchange, unreadable?: string): ApiError {
  const meaning = unreadable === undefined ? meaningOf(call.purpose, exchange) : "unreadable";
  const reason = exchange.outcome === "response" ? unreadable : printable(call.redactor.redact(exchange.reason));
  const texts = describe(call, meaning, exchange, reason);
  const { status } = exchange;
  // A response of success to the token call may contain a token anywhere.
  const isHidden = status === undefined || (status < 300 ? call.purpose === "token" : status < 400);
  const { body = "" } = exchange;
  if (isHidden || body === "") return apiError(call, meaning, texts, status);
  const detail = errorDetail(body, call.redactor);
  const end = /[.!?:…]$/u.test(detail ?? "") ? "" : ".";
  const sentence = detail === undefined ? describeBody(body) : `The API returned: ${detail}${end}`;
  return apiError(call, meaning, { ...texts, problem: `${texts.problem} ${sentence}` }, status, detail);
}

export function notSentError(call: Call, reason: string): ApiError {
  return apiError(call, "unreachable", { problem: `A request was not sent: ${reason}.` });
}

/** The error for a request that was canceled without an effect. */
export function canceledError(call: Call): ApiError {
  return apiError(call, "canceled", { problem: `The command was canceled while ${call.activity}.` });
}

/** @param reason - Why there is no complete or readable response. */
function describe(call: Call, meaning: Meaning, exchange: HttpExchange, reason = ""): ErrorTexts {
  const { status, retryAfter } = exchange;
  const { activity, appListId, origin, owner, purpose, request } = call;
  const list = appListId === undefined ? "the campaigns" : `app list ${appListId}`;
  const [baseUrl, username] = [sourceName(owner, "baseUrl"), sourceName(owner, "username")];
  const text = (problem: string, ...advice: readonly string[]): ErrorTexts => ({ problem, advice });
  const unreachable = text(
    `The API at ${origin} could not be reached: ${reason}.`,
    `Check ${baseUrl}, the network and the proxy settings of the environment.`,
  );
  const noResponse = { problem: `There was no response while ${activity}: ${reason}.` };
  const failure = { problem: `The API failed (${status ?? reason}) while ${activity}.` };
  const redirect = text(
    `The API redirects requests${redirectTarget(call, exchange)} (${status}), and redirects are not followed.`,
    `Set ${baseUrl} to the address of the API.`,
  );
  const right = `Reading a list needs this right, too, unless ${sourceName(owner, "observe")} is read.`;
  const orEntry = purpose === "change" && request.path.endsWith("/remove") ? ", or an entry of the request," : "";
  const when = retryAfter === undefined ? "later" : `after ${formatCount(Math.ceil(retryAfter / 1000))} s`;
  const suspect = purpose === "change" ? "the entries and " : purpose === "campaigns" ? "perPage and " : "";
  const texts: Readonly<Partial<Record<Meaning, ErrorTexts>>> = {
    unreachable,
    wrongAddress: unreachable,
    proxyLogin: text(
      "The proxy did not accept the login in the environment (407).",
      "Correct the user name and the password in HTTPS_PROXY, and run the command again.",
    ),
    outcomeUnknown: noResponse,
    noResponse,
    unreadable: text(
      `The response of the API (${status}) cannot be read: ${reason}.`,
      `Check that ${baseUrl} is the address of the API, and not of a web page or a proxy.`,
    ),
    redirect,
    resultElsewhere: redirect,
    login: text(
      `The API refused the login of ${username} (${status}).`,
      `Wrong is one of: username, password, apiKey, apiSecret (or basicCredential)${ofOwner(owner)}. The login was sent to ${origin}.`,
      // app-list does not read the properties of a provider resource.
      owner.provider === undefined
        ? `Test new values: ${appListCommand(owner, "doctor")}`
        : "Correct it in the program.",
    ),
    token: text(
      `The API did not accept the access token, although it was just issued (${status}).`,
      `Check that ${username} may use the API.`,
    ),
    notPermitted: text(
      `The login of ${username} is not allowed to ${request.method === "PATCH" ? "change" : "read"} ${list} (${status}).`,
      ...(purpose === "probe" ? [right] : []),
      "Ask for access: running the command again does not help.",
    ),
    absent: text(
      `App list ${appListId}${orEntry} was not found (${status}).`,
      `Check the ID of the list and ${baseUrl}: ${appListCommand(owner, "doctor", `--list ${appListId}`)}`,
    ),
    wrongPath: text(
      `The URL ${origin}${call.shownPath} does not exist (${status}).`,
      `Check ${baseUrl}: the provider adds the part from /v1 on. Check the proxies of the environment, too.`,
    ),
    tooManyRequests: text(`The API asks for fewer requests (${status}).`, `Run the command again ${when}.`),
    otherService: text(
      `Another service than the API responded (${status}) while ${activity}.`,
      `Check ${baseUrl} and the proxies of the environment, and run the command again.`,
    ),
    tryAgain: failure,
    notImplemented: failure,
  };
  const refused = `The API refused the request (${status}) while ${activity}.`;
  return texts[meaning] ?? text(refused, `Check ${suspect}${baseUrl}.`);
}

/** The size of a body without a reason. Its type is not shown: headers are untrusted. */
function describeBody(body: string): string {
  const sender = isWebPage(body) ? ": a proxy or firewall may have sent it" : "";
  return `The response body is not shown (${formatCount(Buffer.byteLength(body))} bytes)${sender}.`;
}

/** The origin that a redirect leads to. User info, path and query are omitted, because they can contain a secret. */
function redirectTarget({ origin, redactor }: Call, { location = "" }: HttpExchange): string {
  const { origin: target = "" } = URL.parse(location, origin) ?? {};
  // Searched before it is parsed, because parsing changes the encoding of a secret.
  return target.startsWith("http") && !redactor.isHidden(location)
    ? ` to ${printableUpTo(bounds.originCharacters, target)}`
    : "";
}

function apiError(call: Call, meaning: Meaning, texts: ErrorTexts, status?: number, detail?: string): ApiError {
  const { purpose, request, shownPath: path } = call;
  const effect = effectOf(purpose, meaning);
  return new ApiError(meaning, texts, { effect, method: request.method, path, status, detail });
}
