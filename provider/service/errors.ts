import * as z from "zod";
import { AppListError } from "../common/error";
import { parseJson } from "./schemas";

/** Why a request failed. Public API, as every error code. */
export type ServiceErrorCode =
  /** The API did not accept the login or the access token, or the account lacks a permission. */
  | "AUTHENTICATION_FAILED"
  /** The API has nothing under the path (404). Never for the token call, so that it is about the list. */
  | "NOT_FOUND"
  /** The API rejected the request, or redirected it. */
  | "REQUEST_REFUSED"
  /** The API asks for fewer requests (429). */
  | "RATE_LIMITED"
  /** The API could not be reached, or failed (5xx). */
  | "SERVICE_UNAVAILABLE"
  /** A response of success cannot be read. */
  | "RESPONSE_UNREADABLE"
  /** A change was sent and there was no response. */
  | "OUTCOME_UNKNOWN"
  /** The command was canceled before the request had a result. */
  | "COMMAND_CANCELED";

/**
 * Whether the failed request can have changed the list: "none", as it was not sent or cannot have an effect; "denied"
 * if the API answered that it had none, which nothing confirms; or "possible": the list has to be read.
 */
export type Effect = "none" | "denied" | "possible";

/** What is known about a request that failed. */
export interface ServiceErrorFacts {
  readonly effect: Effect;
  /** The HTTP method: "PATCH". */
  readonly method: string;
  /** The path with which it was sent, without scheme and host. */
  readonly path: string;
  /** The HTTP status; undefined if there was no response. */
  readonly status?: number;
  /** What the API gave as its reason: redacted, escaped, shortened. */
  readonly detail?: string;
  /** The response body. */
  readonly body?: string;
  /** The delay for which the API asks, in seconds; undefined if it does not ask. */
  readonly retryAfterSeconds?: number;
}

/** How much of a response body is kept for a comparison, in characters. */
const maxComparedLength = 65_536;

/** A request to the API failed. Neither the message nor a public property carries a secret. */
export class ServiceError extends AppListError {
  readonly code: ServiceErrorCode;
  readonly effect: Effect;
  readonly method: string;
  readonly path: string;
  readonly status: number | undefined;
  readonly detail: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly #facts: ServiceErrorFacts;

  // There is no `cause`: undici's errors can carry what the API sent, which can carry a secret.
  constructor(code: ServiceErrorCode, message: string, facts: ServiceErrorFacts) {
    super(message);
    this.#facts = { ...facts, body: facts.body?.slice(0, maxComparedLength) };
    this.code = code;
    this.effect = facts.effect;
    this.method = facts.method;
    this.path = facts.path;
    this.status = facts.status;
    this.detail = facts.detail;
    this.retryAfterSeconds = facts.retryAfterSeconds;
  }

  get #body(): string {
    return this.#facts.body ?? "";
  }

  /** The same error with another sentence at its end. */
  with(sentence: string): ServiceError {
    return new ServiceError(this.code, `${this.message} ${sentence}`, this.#facts);
  }

  /** The same error after a cancellation, which is why nothing was done about it. */
  canceled(): ServiceError {
    return new ServiceError("COMMAND_CANCELED", `The command was canceled. ${this.message}`, this.#facts);
  }

  /** The response body without some names, to compare it with another one. It is not redacted: never show it. */
  bodyWithout(names: Iterable<string>): string {
    return withoutNames(this.#body, names);
  }

  /**
   * The reason that the response gives, or the whole body if it gives none, without some names. Unlike the body, it is the
   * same for the same reason: a body can contain a time or a request ID. It is not redacted: never show it.
   */
  reasonWithout(names: Iterable<string>): string {
    return withoutNames(this.detail ?? this.#body, names);
  }

  /** The members of a JSON object in the response, with their types: the form of the errors of one API. */
  bodyForm(): string | undefined {
    const body = parseJson(this.#body, z.record(z.string(), z.unknown()));
    return body.outcome === "parsed" ? JSON.stringify(formOf(body.value)) : undefined;
  }
}

function withoutNames(text: string, names: Iterable<string>): string {
  return Iterator.from(names).reduce((rest, name) => rest.replaceAll(name, ""), text);
}

function formOf(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return typeof value;
  if (Array.isArray(value)) return value.slice(0, 1).map(formOf);
  return Object.entries(value)
    .map(([name, member]: [string, unknown]) => [name, formOf(member)] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
}
