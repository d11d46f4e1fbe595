import { type Effect, type ServiceErrorFacts, ServiceError } from "./errors";
import type { Exchange } from "./http";
import { redact } from "./redaction";
import { askedPause } from "./retry";
import { whatWasSaid } from "./said";
import { tokensIn } from "./tokens-in";
import { configKey, type SettingKey } from "../settings/keys";

/** What a request was for. Only a change can have an effect on a list: a probe is a change that cannot have one. */
export type Purpose = "token" | "change" | "probe" | "read" | "campaigns";

/** What a request was for, and the app list that it is about. */
export interface Errand {
  readonly purpose: Purpose;
  readonly appListId?: number;
}

/** What a message says about a request. */
export interface Call extends Errand {
  readonly method: string;
  readonly path: string;
  /** Scheme and host to which it went. */
  readonly origin: string;
  /** The name of the account; undefined for the default one. */
  readonly account?: string;
}

/** The error for an exchange that did not end with an answer of success, by the status or by how it broke. */
export function failureOf(call: Call, exchange: Exchange, secrets: Iterable<string>): ServiceError {
  const known = [...secrets];
  if (exchange.outcome === "unanswered") {
    return unanswered(call, exchange.sent, redact(exchange.reason, known));
  }
  const { status } = exchange;
  const said =
    exchange.outcome === "answered" ? whatWasSaid(exchange.body, secretsIn(call, exchange, known)) : undefined;
  const denied = call.purpose === "change" ? "denied" : "none";
  const asked = askedPause(exchange);
  const retryAfter = asked === undefined ? {} : { retryAfterSeconds: Math.ceil(asked / 1000) };
  const facts = { ...factsOf(call, denied, status, said), ...retryAfter };
  const which = `${requestOf(facts)}, status ${status}`;
  if (status < 300) {
    const reason = exchange.outcome === "interrupted" ? redact(exchange.reason, known) : "it was not expected";
    return unreadable(call, status, reason);
  }
  if (status < 400) {
    const location = placeOf(exchange.location, known);
    // 303 (See Other) is the answer to a request that was carried out, with its result elsewhere.
    const effect = status === 303 ? effectOf(call) : denied;
    return new ServiceError(
      "REQUEST_REFUSED",
      sentences(
        `The service redirects ${requestOf(facts)}${location} (status ${status}), and redirects are not followed.`,
        consequence(effect),
        "Set app-list:baseUrl to where the service is.",
      ),
      // What a redirect says beyond its Location is a page for a browser.
      factsOf(call, effect, status),
    );
  }
  if (status === 401 || status === 403 || (status === 400 && call.purpose === "token")) {
    return new ServiceError(
      "AUTHENTICATION_FAILED",
      sentences(...authentication(call, status, which), consequence(denied), quote(said)),
      facts,
    );
  }
  // A wrong base URL answers the token call with 404 too: that says nothing about the list.
  if (status === 404 && call.purpose !== "token") {
    return new ServiceError(
      "NOT_FOUND",
      sentences(
        call.appListId === undefined
          ? `The service has nothing under this path (${which}).`
          : `The service does not know app list ${call.appListId} (${which}).`,
        consequence(denied),
        call.appListId === undefined ? "Check app-list:baseUrl." : "Check the id of the app list and app-list:baseUrl.",
        quote(said),
      ),
      facts,
    );
  }
  if (status === 429) {
    return new ServiceError(
      "RATE_LIMITED",
      sentences(
        `The service asks for fewer requests (${which}).`,
        consequence(denied),
        facts.retryAfterSeconds === undefined
          ? "Wait a while."
          : `It asks to wait ${facts.retryAfterSeconds.toLocaleString("en-US")} s.`,
        quote(said),
      ),
      facts,
    );
  }
  if (status >= 500 || status === 408) {
    const effect = effectOf(call);
    return new ServiceError(
      "SERVICE_UNAVAILABLE",
      sentences(`The service failed (${which}).`, consequence(effect), "Try again later.", quote(said)),
      { ...factsOf(call, effect, status, said), ...retryAfter },
    );
  }
  return new ServiceError(
    "REQUEST_REFUSED",
    sentences(
      `The service refused the request (${which}).`,
      consequence(denied),
      call.purpose === "token" ? "Check app-list:baseUrl." : "Correct what it names.",
      quote(said),
    ),
    facts,
  );
}

/** What must not be shown of an answer: an answer to the token call may carry a token, also where it is a failure. */
function secretsIn(call: Call, { body }: { readonly body: string }, known: readonly string[]): readonly string[] {
  return call.purpose === "token" ? [...known, ...tokensIn(body)] : known;
}

/**
 * The error for an answer of success that cannot be read.
 *
 * @param reason - What is wrong with the answer: "it is not JSON". Without secrets.
 * @param said - What the service said; not to be given for the token call, whose answer may carry a token.
 */
export function unreadable(call: Call, status: number, reason: string, said?: string): ServiceError {
  const facts = factsOf(call, effectOf(call), status, said);
  return new ServiceError(
    "RESPONSE_UNREADABLE",
    sentences(
      `The answer to ${requestOf(facts)} (status ${status}) cannot be read: ${reason}.`,
      consequence(facts.effect),
      "Check that app-list:baseUrl leads to the service and not to a web page or a proxy.",
      quote(said),
    ),
    facts,
  );
}

/** The error for a request that was given up before it was sent. */
export function notSent(call: Call, reason: string): ServiceError {
  const facts = factsOf(call, "none");
  return new ServiceError(
    "SERVICE_UNAVAILABLE",
    sentences(`${requestOf(facts)} was not sent: ${reason}.`, consequence("none"), "Try again."),
    facts,
  );
}

function unanswered(call: Call, sent: boolean, reason: string): ServiceError {
  if (!sent) {
    const facts = factsOf(call, "none");
    return new ServiceError(
      "SERVICE_UNAVAILABLE",
      sentences(
        `The service at ${call.origin} could not be reached for ${requestOf(facts)}: ${reason}.`,
        consequence("none"),
        "Check app-list:baseUrl, the network and the proxy settings of the environment.",
      ),
      facts,
    );
  }
  const facts = factsOf(call, effectOf(call));
  const what = `No answer came to ${requestOf(facts)}: ${reason}.`;
  return facts.effect === "possible"
    ? new ServiceError(
        "OUTCOME_UNKNOWN",
        sentences(what, consequence("possible"), "Look at the list before anything is sent again."),
        facts,
      )
    : new ServiceError("SERVICE_UNAVAILABLE", sentences(what, consequence("none"), "Try again later."), facts);
}

function authentication(call: Call, status: number, which: string): readonly string[] {
  const key = (name: SettingKey): string => configKey(name, call.account);
  if (call.purpose === "token") {
    return [
      `The service did not accept the login: invalid login credentials (${which}).`,
      `Check ${key("username")} and ${key("password")}, and ${key("apiKey")} and ${key("apiSecret")} (or ${key("basicCredential")}).`,
    ];
  }
  return status === 401
    ? [
        `The service did not accept the access token, not even one that was just issued (${which}).`,
        `Check that the account of ${key("username")} may use the API.`,
      ]
    : [
        `The service does not let this account do this (${which}).`,
        `Check what the account of ${key("username")} may do.`,
      ];
}

function effectOf(call: Call): Effect {
  return call.purpose === "change" ? "possible" : "none";
}

function factsOf(call: Call, effect: Effect, status?: number, said?: string): ServiceErrorFacts {
  return {
    effect,
    method: call.method,
    path: call.path,
    ...(status === undefined ? {} : { status }),
    ...(said === undefined ? {} : { detail: said }),
  };
}

function requestOf(facts: ServiceErrorFacts): string {
  return `${facts.method} ${facts.path}`;
}

function consequence(effect: Effect): string {
  switch (effect) {
    case "none":
      return "This request changed nothing.";
    case "denied":
      return "By this answer, the request changed nothing.";
    case "possible":
      return "It is not known whether this request changed the list.";
  }
}

function quote(said: string | undefined): string {
  return said === undefined ? "" : `The service says: ${said}`;
}

function sentences(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" ");
}

/** Where a redirect leads, without user info and query: both can carry a secret. */
function placeOf(location: string | undefined, secrets: readonly string[]): string {
  if (location === undefined) return "";
  const base = "http://relative.invalid";
  if (!URL.canParse(location, base)) return "";
  const { origin, pathname } = new URL(location, base);
  return ` to ${redact(origin === base ? pathname : origin + pathname, secrets)}`;
}
