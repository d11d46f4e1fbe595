import { formatCount } from "../common/format";
import { printable, printableUpTo } from "../common/quote";
import { bounds } from "./bounds";
import type { Call } from "./call";
import { ApiError, endSentence, type ErrorTexts, type ResponseFacts } from "./errors";
import type { Exchange } from "./http";
import { appListCommand, ofOwner, sourceName } from "./keys";
import { effectOf, isWebPage, meaningOf, type Meaning } from "./meaning";
import { errorDetail } from "./redaction";
import { requestedDelay } from "./retry";

/** A complete or interrupted response. */
type Response = Exclude<Exchange, { readonly outcome: "noResponse" }>;

/** The error for an exchange without a complete response of success. */
export function requestError(call: Call, exchange: Exchange): ApiError {
  const meaning = meaningOf(call.purpose, exchange);
  const reason = exchange.outcome === "response" ? "" : printable(call.redactor.redact(exchange.reason));
  if (meaning === "proxyLogin") return apiError(call, meaning, proxyTexts);
  if (exchange.outcome === "noResponse") return apiError(call, meaning, describeSilence(call, exchange.sent, reason));
  if (meaning === "unreadable") return unreadableError(call, exchange, reason);
  return answerError(call, meaning, exchange, describeAnswer(call, meaning, exchange));
}

/**
 * The error for a response of success that cannot be read.
 *
 * @param reason - The problem: "it is not JSON". Must not contain a secret.
 */
export function unreadableError(call: Call, response: Response, reason: string): ApiError {
  const problem = `The response of the API (${response.status}) cannot be read: ${reason}.`;
  const address = `Check that ${sourceName(call.owner, "baseUrl")} is the address of the API, and not of a web page or a proxy.`;
  return answerError(call, "unreadable", response, { problem, advice: [address] });
}

export function notSentError(call: Call, reason: string): ApiError {
  return apiError(call, "unreachable", { problem: `A request was not sent: ${reason}.` });
}

/** The error for a request that was canceled without an effect. */
export function canceledError(call: Call): ApiError {
  return apiError(call, "canceled", { problem: `The command was canceled while ${call.activity}.` });
}

const proxyTexts: ErrorTexts = {
  problem: "The proxy did not accept the login in the environment (407).",
  advice: ["Correct the user name and the password in HTTPS_PROXY, and run the command again."],
};

function describeSilence(call: Call, isSent: boolean, reason: string): ErrorTexts {
  if (isSent) return { problem: `There was no response while ${call.activity}: ${reason}.` };
  const advice = [`Check ${sourceName(call.owner, "baseUrl")}, the network and the proxy settings of the environment.`];
  return { problem: `The API at ${call.origin} could not be reached: ${reason}.`, advice };
}

function describeAnswer(call: Call, meaning: Meaning, response: Response): ErrorTexts {
  const { status } = response;
  const { appListId, activity } = call;
  const list = appListId === undefined ? "the campaigns" : `app list ${appListId}`;
  const baseUrl = sourceName(call.owner, "baseUrl");
  switch (meaning) {
    case "redirect":
    case "resultElsewhere": {
      const problem = `The API redirects requests${redirectTarget(call, response)} (${status}), and redirects are not followed.`;
      return { problem, advice: [`Set ${baseUrl} to the address of the API.`] };
    }
    case "login": {
      const problem = `The API refused the login of ${sourceName(call.owner, "username")} (${status}).`;
      return { problem, ...adviseOnLogin(call) };
    }
    case "token": {
      const problem = `The API did not accept the access token, although it was just issued (${status}).`;
      return { problem, advice: [`Check that ${sourceName(call.owner, "username")} may use the API.`] };
    }
    case "notPermitted": {
      const verb = call.request.method === "PATCH" ? "change" : "read";
      const username = sourceName(call.owner, "username");
      const observe = sourceName(call.owner, "observe");
      const reads =
        call.purpose === "probe" ? [`Reading a list needs this right, too, unless ${observe} is read.`] : [];
      const problem = `The login of ${username} is not allowed to ${verb} ${list} (${status}).`;
      return { problem, advice: [...reads, "Ask for access: running the command again does not help."] };
    }
    case "absent": {
      if (appListId === undefined) break;
      const isRemoval = call.purpose === "change" && call.request.path.endsWith("/remove");
      const orEntry = isRemoval ? ", or an entry of the request" : "";
      const problem = `App list ${appListId}${orEntry} was not found (${status}).`;
      const check = `Check the ID of the list and ${baseUrl}: ${appListCommand(call.owner, "doctor", `--list ${appListId}`)}`;
      return { problem, advice: [check] };
    }
    case "tooManyRequests": {
      const delay = requestedDelay(response);
      const when = delay === undefined ? "later" : `after ${formatCount(Math.ceil(delay / 1000))} s`;
      return { problem: `The API asks for fewer requests (${status}).`, advice: [`Run the command again ${when}.`] };
    }
    case "otherService": {
      if (status === 404 || status === 405) {
        const problem = `There is no login at ${call.origin}${call.shownPath} (${status}).`;
        const advice = `Check ${baseUrl}: the provider adds /v1/authentication/token to it.`;
        return { problem, advice: [advice, "Check the proxies of the environment, too."] };
      }
      const problem = `Another service than the API responded (${status}) while ${activity}.`;
      const advice = `Check ${baseUrl} and the proxies of the environment, and run the command again.`;
      return { problem, advice: [advice] };
    }
    case "tryAgain":
    case "notImplemented":
      return { problem: `The API failed (${status}) while ${activity}.` };
    default:
  }
  const isAboutPage = call.purpose === "campaigns" && meaning === "unknown";
  const suspect = call.purpose === "change" ? "the entries and " : isAboutPage ? "perPage and " : "";
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

/**
 * The error for a response, with the reason that the API returned. If there is none, with the type and size of the
 * body.
 */
function answerError(call: Call, meaning: Meaning, response: Response, texts: ErrorTexts): ApiError {
  const { status } = response;
  // A response of success to the token call may contain a token anywhere.
  const isHidden = status < 300 ? call.purpose === "token" : status < 400;
  if (isHidden || response.outcome === "interrupted" || response.body === "") {
    return apiError(call, meaning, texts, { status });
  }
  const { body, contentType = "" } = response;
  const detail = errorDetail(body, call.redactor);
  // Headers are untrusted, so only the characters of a media type are shown.
  const [type = "unknown type"] = /^[\w.+-]{1,40}\/[\w.+-]{1,40}/u.exec(call.redactor.redact(contentType)) ?? [];
  const sender = isWebPage(body) ? ": a proxy or firewall may have sent it" : "";
  const sentence =
    detail === undefined
      ? `The response body is not shown (${type}, ${formatCount(Buffer.byteLength(body))} bytes)${sender}.`
      : `The API returned: ${endSentence(detail)}`;
  return apiError(call, meaning, { ...texts, problem: `${texts.problem} ${sentence}` }, { status, detail });
}

/** The origin that a redirect leads to. User info, path and query are omitted, because they can contain a secret. */
function redirectTarget({ origin, redactor }: Call, { location = "" }: Response): string {
  // Redacted before it is parsed, because parsing changes the encoding of a secret.
  const target = redactor.redact(location);
  const url = URL.parse(target, origin);
  return url === null || !/^https?:$/u.test(url.protocol)
    ? ""
    : ` to ${printableUpTo(bounds.originCharacters, url.origin)}`;
}

function apiError(call: Call, meaning: Meaning, texts: ErrorTexts, facts: ResponseFacts = {}): ApiError {
  const { purpose, request, shownPath: path } = call;
  return new ApiError(meaning, texts, { ...facts, method: request.method, path, effect: effectOf(purpose, meaning) });
}
