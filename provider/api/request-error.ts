import { formatCount } from "../common/format";
import { printableUpTo, quote } from "../common/quote";
import type { Call } from "./call";
import { ApiError, askForAccess, describeDenial, endSentence, type Effect, type ErrorTexts } from "./errors";
import type { Exchange } from "./http";
import { appListCommand, nameUser, ofProvider, sourceName, type SettingOwner } from "./keys";
import { factsOf, isWebPage, meaningOf, type Meaning } from "./meaning";
import { errorDetail, type Redactor } from "./redaction";
import { requestedDelay } from "./retry";

/** A response, as far as it was received. */
type Response = Exclude<Exchange, { readonly outcome: "noResponse" }>;

/** The error for an exchange that did not end with a whole response of success. */
export function requestError(call: Call, exchange: Exchange, redactor: Redactor): ApiError {
  const meaning = meaningOf(call.purpose, exchange);
  if (exchange.outcome === "noResponse") {
    const texts = withoutResponse(call, exchange.isTransient, exchange.sent, redactor.redact(exchange.reason));
    return apiError(call, meaning, texts);
  }
  const { status } = exchange;
  if (exchange.outcome === "interrupted" && meaning === "unreadable") {
    return unreadableError(call, exchange, redactor.redact(exchange.reason), redactor);
  }
  const texts = describeAnswer(call, meaning, exchange, redactor);
  const { sentence, detail } = status < 400 ? {} : describeBody(exchange, redactor);
  return apiError(call, meaning, withSentence(texts, sentence), { status, detail });
}

/**
 * The error for a response of success that cannot be read.
 *
 * @param reason - What is wrong with it: "it is not JSON". Without secrets.
 */
export function unreadableError(call: Call, response: Response, reason: string, redactor: Redactor): ApiError {
  const { status } = response;
  const problem = `The response of the API (${status}) cannot be read: ${reason}.`;
  const isElsewhere = call.purpose === "token" && response.outcome === "response" && isWebPage(response);
  const address = `Check that ${sourceName(call, "baseUrl")} is the address of the API, and not of a web page or a proxy.`;
  const texts = { problem, advice: isElsewhere ? checkAddressAndLogin(call) : [address] };
  // A response to the token call may carry a token anywhere.
  const { sentence, detail } = call.purpose === "token" ? {} : describeBody(response, redactor);
  return apiError(call, "unreadable", withSentence(texts, sentence), { status, detail });
}

export function notSentError(call: Call, reason: string): ApiError {
  return apiError(call, "unreachable", { problem: `A request was not sent: ${reason}.` });
}

/**
 * The error for a request that was canceled without an effect.
 *
 * @param wasSent - Whether it got a response and was to be sent again.
 */
export function canceledError(call: Call, wasSent: boolean): ApiError {
  const problem = `The command was canceled while ${call.activity}.`;
  return apiError(call, "canceled", { problem }, {}, wasSent ? "denied" : "none");
}

function withoutResponse(call: Call, isTransient: boolean, isSent: boolean, reason: string): ErrorTexts {
  if (!isSent) {
    const advice = [`Check ${sourceName(call, "baseUrl")}, the network and the proxy settings of the environment.`];
    return { problem: `The API at ${call.origin} could not be reached: ${reason}.`, advice };
  }
  // The code alone of "read ECONNRESET".
  const broken = `The connection broke (${reason.replace(/^(?:read|write) /u, "")}) while ${call.activity}.`;
  return { problem: isTransient ? broken : `There was no response while ${call.activity}: ${reason}.` };
}

function describeAnswer(call: Call, meaning: Meaning | "done", response: Response, redactor: Redactor): ErrorTexts {
  const { status, location } = response;
  const baseUrl = sourceName(call, "baseUrl");
  switch (meaning) {
    case "redirect":
    case "resultElsewhere": {
      const target = redirectTarget(location, redactor);
      const problem = `The API redirects requests${target} (${status}), and redirects are not followed.`;
      return { problem, advice: [`Set ${baseUrl} to the address of the API.`] };
    }
    case "login": {
      const advice = [`It does not say which value is wrong: ${nameLogin(call)}.`, testLogin(call)];
      return { problem: `The API rejected the login of ${nameUser(call)} (${status}).`, consequence: "", advice };
    }
    case "wrongAddress": {
      const problem = `The API rejected the login of ${nameUser(call)} (${status}).`;
      return { problem, consequence: "", advice: checkAddressAndLogin(call) };
    }
    case "token": {
      const problem = `The API did not accept the access token, although it was just issued (${status}).`;
      return { problem, advice: [`Check that ${nameUser(call)} may use the API.`] };
    }
    case "notPermitted": {
      const [verb, access] = call.request.method === "PATCH" ? ["change", "write"] : ["read", "read"];
      const list = call.appListId === undefined ? undefined : `app list ${call.appListId}`;
      const advice = [askForAccess(access, list === undefined ? "them" : "this list")];
      return { problem: describeDenial(call, `${verb} ${list ?? "the campaigns"}`, status), advice };
    }
    case "absent": {
      if (call.appListId === undefined) {
        const advice = [`Check ${baseUrl}: ${appListCommand(call, "doctor")}`];
        return { problem: `The API has nothing under ${call.shownPath} (${status}).`, advice };
      }
      const isRemoval = call.purpose === "change" && call.request.path.endsWith("/remove");
      const orEntry = isRemoval ? ", or an entry of the request is not in it" : "";
      const advice = [`Check appListId and ${baseUrl}: ${appListCommand(call, "doctor", `--list ${call.appListId}`)}`];
      return { problem: `The API does not know app list ${call.appListId}${orEntry} (${status}).`, advice };
    }
    case "tooManyRequests": {
      const delay = requestedDelay(response);
      const when = delay === undefined ? "later" : `after ${formatCount(Math.ceil(delay / 1000))} s`;
      return { problem: `The API asks for fewer requests (${status}).`, advice: [`Run the command again ${when}.`] };
    }
    case "tryAgain":
    case "failed":
    case "notImplemented":
      return { problem: `The API failed (${status}) while ${call.activity}.` };
    default: {
      const entries = call.purpose === "change" ? "the entries and " : "";
      return {
        problem: `The API refused the request (${status}) while ${call.activity}.`,
        advice: [`Check ${entries}${baseUrl}.`],
      };
    }
  }
}

/** The settings of the login that can be wrong. */
function nameLogin(owner: SettingOwner): string {
  const { account, usesBasicCredential = false } = owner;
  const keys = usesBasicCredential ? "password or basicCredential" : "password, apiKey or apiSecret";
  return `${keys}${account === undefined ? "" : ` of the account ${quote(account)}`}${ofProvider(owner)}`;
}

function testLogin(owner: SettingOwner): string {
  // The command does not read the properties of a provider resource.
  return owner.provider === undefined
    ? `Test new values: ${appListCommand(owner, "doctor")}`
    : "Correct it in the program, and run pulumi up.";
}

function checkAddressAndLogin(call: Call): readonly string[] {
  const address = `First check that ${sourceName(call, "baseUrl")} is the address of the API: ${call.origin} may be another server.`;
  return [`${address} Then check ${nameLogin(call)}.`, testLogin(call)];
}

interface BodyFacts {
  readonly detail?: string;
  /** The last sentence of the problem. */
  readonly sentence?: string;
}

/** The reason that the API returned; or, for a body that is not shown, its type and size. */
function describeBody(response: Response, redactor: Redactor): BodyFacts {
  if (response.outcome === "interrupted" || response.body === "") return {};
  const { body, contentType = "" } = response;
  const detail = errorDetail(body, redactor);
  if (detail !== undefined) return { sentence: `The API returned: ${endSentence(detail)}`, detail };
  // A header is untrusted as well: shown is only what a media type consists of.
  const [type = "unknown type"] = /^[\w.+-]{1,40}\/[\w.+-]{1,40}/u.exec(redactor.redact(contentType)) ?? [];
  const size = formatCount(Buffer.byteLength(body));
  return { sentence: `The response body is not shown (${type}, ${size} bytes).` };
}

function withSentence(texts: ErrorTexts, sentence: string | undefined): ErrorTexts {
  return sentence === undefined ? texts : { ...texts, problem: `${texts.problem} ${sentence}` };
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

function apiError(
  call: Call,
  meaning: Meaning | "done",
  texts: ErrorTexts,
  facts: { readonly status?: number; readonly detail?: string | undefined } = {},
  ofChange: Effect = meaning === "done" ? "possible" : factsOf[meaning].effect,
): ApiError {
  const effect = call.purpose === "change" ? ofChange : "none";
  const { method } = call.request;
  return new ApiError(meaning === "done" ? "unreadable" : meaning, texts, {
    effect,
    method,
    path: call.shownPath,
    ...facts,
  });
}
