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
  if (isHidden || exchange.outcome !== "response" || exchange.body === "")
    return apiError(call, meaning, texts, status);
  const detail = errorDetail(exchange.body, call.redactor);
  const end = /[.!?:…]$/u.test(detail ?? "") ? "" : ".";
  const sentence = detail === undefined ? describeBody(exchange.body) : `The API returned: ${detail}${end}`;
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
  switch (meaning) {
    case "unreachable":
    case "wrongAddress": {
      const advice = [`Check ${baseUrl}, the network and the proxy settings of the environment.`];
      return { problem: `The API at ${origin} could not be reached: ${reason}.`, advice };
    }
    case "proxyLogin": {
      const advice = ["Correct the user name and the password in HTTPS_PROXY, and run the command again."];
      return { problem: "The proxy did not accept the login in the environment (407).", advice };
    }
    case "outcomeUnknown":
    case "noResponse":
      return { problem: `There was no response while ${activity}: ${reason}.` };
    case "unreadable": {
      const advice = [`Check that ${baseUrl} is the address of the API, and not of a web page or a proxy.`];
      return { problem: `The response of the API (${status}) cannot be read: ${reason}.`, advice };
    }
    case "redirect":
    case "resultElsewhere": {
      const problem = `The API redirects requests${redirectTarget(call, exchange)} (${status}), and redirects are not followed.`;
      return { problem, advice: [`Set ${baseUrl} to the address of the API.`] };
    }
    case "login":
      return { problem: `The API refused the login of ${username} (${status}).`, ...adviseOnLogin(call) };
    case "token": {
      const problem = `The API did not accept the access token, although it was just issued (${status}).`;
      return { problem, advice: [`Check that ${username} may use the API.`] };
    }
    case "notPermitted": {
      const verb = request.method === "PATCH" ? "change" : "read";
      const right = `Reading a list needs this right, too, unless ${sourceName(owner, "observe")} is read.`;
      const problem = `The login of ${username} is not allowed to ${verb} ${list} (${status}).`;
      const advice = "Ask for access: running the command again does not help.";
      return { problem, advice: purpose === "probe" ? [right, advice] : [advice] };
    }
    case "absent": {
      const orEntry = purpose === "change" && request.path.endsWith("/remove") ? ", or an entry of the request," : "";
      const problem = `App list ${appListId}${orEntry} was not found (${status}).`;
      const check = `Check the ID of the list and ${baseUrl}: ${appListCommand(owner, "doctor", `--list ${appListId}`)}`;
      return { problem, advice: [check] };
    }
    case "wrongPath": {
      const problem = `The URL ${origin}${call.shownPath} does not exist (${status}).`;
      const advice = `Check ${baseUrl}: the provider adds the part from /v1 on. Check the proxies of the environment, too.`;
      return { problem, advice: [advice] };
    }
    case "tooManyRequests": {
      const when = retryAfter === undefined ? "later" : `after ${formatCount(Math.ceil(retryAfter / 1000))} s`;
      return { problem: `The API asks for fewer requests (${status}).`, advice: [`Run the command again ${when}.`] };
    }
    case "otherService": {
      const problem = `Another service than the API responded (${status}) while ${activity}.`;
      const advice = `Check ${baseUrl} and the proxies of the environment, and run the command again.`;
      return { problem, advice: [advice] };
    }
    case "tryAgain":
    case "notImplemented":
      return { problem: `The API failed (${status ?? reason}) while ${activity}.` };
    default:
  }
  const suspect = purpose === "change" ? "the entries and " : purpose === "campaigns" ? "perPage and " : "";
  const advice = [`Check ${suspect}${baseUrl}.`];
  return { problem: `The API refused the request (${status}) while ${activity}.`, advice };
}

function adviseOnLogin({ owner, origin }: Call): Omit<ErrorTexts, "problem"> {
  const values = `username, password, apiKey, apiSecret (or basicCredential)${ofOwner(owner)}`;
  const wrong = `Wrong is one of: ${values}. The login was sent to ${origin}.`;
  // app-list does not read the properties of a provider resource.
  if (owner.provider !== undefined) return { advice: [wrong, "Correct it in the program, and run pulumi up."] };
  return { advice: [wrong], test: `Test new values: ${appListCommand(owner, "doctor")}` };
}

/** The size of a body without a reason. Its type is not shown: headers are untrusted. */
function describeBody(body: string): string {
  const sender = isWebPage(body) ? ": a proxy or firewall may have sent it" : "";
  return `The response body is not shown (${formatCount(Buffer.byteLength(body))} bytes)${sender}.`;
}

/** The origin that a redirect leads to. User info, path and query are omitted, because they can contain a secret. */
function redirectTarget({ origin, redactor }: Call, { location = "" }: HttpExchange): string {
  // Redacted before it is parsed, because parsing changes the encoding of a secret.
  const { origin: target = "" } = URL.parse(redactor.redact(location), origin) ?? {};
  return target.startsWith("http") ? ` to ${printableUpTo(bounds.originCharacters, target)}` : "";
}

function apiError(call: Call, meaning: Meaning, texts: ErrorTexts, status?: number, detail?: string): ApiError {
  const { purpose, request, shownPath: path } = call;
  const effect = effectOf(purpose, meaning);
  return new ApiError(meaning, texts, { effect, method: request.method, path, status, detail });
}
