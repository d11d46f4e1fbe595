import { AppListError } from "../common/error";
import { nameUser, type SettingOwner } from "./keys";
import { factsOf, type Meaning } from "./meaning";

/** Public API, as every error code. */
export type ApiErrorCode =
  /** The API did not accept the login or the access token. */
  | "AUTHENTICATION_FAILED"
  /** The login was accepted and may not do this (403). */
  | "PERMISSION_DENIED"
  /** The API has nothing under the path (404). Never for the token call, so that it is about the list. */
  | "NOT_FOUND"
  /** The API refused the request, or redirected it. */
  | "REQUEST_REFUSED"
  /** The API asks for fewer requests (429). */
  | "RATE_LIMITED"
  /** The API could not be reached, or failed (5xx). */
  | "SERVICE_UNAVAILABLE"
  /** A response of success cannot be read. */
  | "RESPONSE_UNREADABLE"
  /** A request was not sent, because it names entries that it must not name: a defect of this package. */
  | "INTERNAL"
  /** A change was sent and there was no response. */
  | "OUTCOME_UNKNOWN"
  /** The command was canceled before the request had a result. */
  | "COMMAND_CANCELED";

/**
 * Whether the failed request can have changed the list: "none", as it was not sent or cannot have an effect; "denied"
 * if the API answered that it had none, which nothing confirms; or "possible": the list has to be read.
 */
export type Effect = "none" | "denied" | "possible";

/** The message: what happened and what was changed is its first line. */
export interface ErrorTexts {
  /** What happened, as sentences. */
  readonly problem: string;
  /** What was and was not changed, as a sentence. Default: by the effect. Empty if that helps nobody. */
  readonly consequence?: string | undefined;
  /** What to do, in lines. Default: to run the command again. */
  readonly advice?: readonly string[] | undefined;
}

type ApiErrorFacts = Pick<ApiError, "effect" | "method" | "path"> & Partial<Pick<ApiError, "status" | "detail">>;

const consequences: Readonly<Record<Effect, string>> = {
  none: "Nothing was changed.",
  denied: "According to the API, nothing was changed.",
  possible: "The list may or may not have been changed.",
};

/** Neither the message nor a property carries a secret. */
export class ApiError extends AppListError {
  readonly code: ApiErrorCode;
  readonly effect: Effect;
  /** The HTTP method: "PATCH". */
  readonly method: string;
  /** The path with which it was sent, without scheme, host and the query of readPath. */
  readonly path: string;
  /** The HTTP status; undefined if there was no response. */
  readonly status: number | undefined;
  /** The reason that the API returned: redacted, escaped, shortened. */
  readonly detail: string | undefined;
  readonly #meaning: Meaning;
  readonly #texts: ErrorTexts;

  // There is no `cause`: undici's errors can carry what the API sent, which can carry a secret.
  constructor(meaning: Meaning, texts: ErrorTexts, facts: ApiErrorFacts) {
    const { problem, consequence = consequences[facts.effect], advice = ["Run the command again."] } = texts;
    super([`${problem} ${consequence}`.trimEnd(), ...advice].join("\n"));
    this.code = factsOf[meaning].code;
    this.effect = facts.effect;
    this.method = facts.method;
    this.path = facts.path;
    this.status = facts.status;
    this.detail = facts.detail;
    this.#meaning = meaning;
    this.#texts = texts;
  }

  // Not properties of the object, which --json prints.
  get meaning(): Meaning {
    return this.#meaning;
  }

  get problem(): string {
    return this.#texts.problem;
  }

  /** What to do, in lines; none if it is to run the command again. */
  get advice(): readonly string[] {
    return this.#texts.advice ?? [];
  }

  /** The same error with other texts. */
  with(texts: Partial<ErrorTexts>): ApiError {
    return new ApiError(this.meaning, { ...this.#texts, ...texts }, this);
  }

  /** The same error after a cancellation, which is why nothing was done about it. */
  canceled(): ApiError {
    return new ApiError("canceled", { ...this.#texts, problem: `The command was canceled. ${this.problem}` }, this);
  }
}

/** No response proves that a list is gone, so a person decides. */
export function ifListIsGone(appListId: number): string {
  return `If app list ${appListId} no longer exists, remove its resource from the program, and run: ${forgetResource}`;
}

export const forgetResource = "pulumi state delete URN";

/** A login that may not do something, as a sentence. */
export function describeDenial(owner: SettingOwner, what: string, status: number | undefined): string {
  const who = owner.shownUsername === undefined ? `The login of ${nameUser(owner)}` : nameUser(owner);
  return `${who} may not ${what} (${status}).`;
}

export function askForAccess(access: string, what: string): string {
  return `Ask for ${access} access to ${what}: running the command again does not help.`;
}

/** The API's own words can end anywhere. */
export function endSentence(text: string): string {
  return /[.!?:…]$/u.test(text) ? text : `${text}.`;
}
