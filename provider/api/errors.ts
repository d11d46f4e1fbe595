import { AppListError } from "../common/error";

/** Public API, as every error code. */
export type ApiErrorCode =
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

export interface ApiErrorFacts {
  readonly effect: Effect;
  /** The HTTP method: "PATCH". */
  readonly method: string;
  /** The path with which it was sent, without scheme and host. */
  readonly path: string;
  /** The HTTP status; undefined if there was no response. */
  readonly status?: number;
  /** What the API gave as its reason: redacted, escaped, shortened. */
  readonly detail?: string;
  /** The delay for which the API asks, in seconds; undefined if it does not ask. */
  readonly retryAfterSeconds?: number;
}

/** Neither the message nor a public property carries a secret. */
export class ApiError extends AppListError {
  readonly code: ApiErrorCode;
  readonly effect: Effect;
  readonly method: string;
  readonly path: string;
  readonly status: number | undefined;
  readonly detail: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly #facts: ApiErrorFacts;

  // There is no `cause`: undici's errors can carry what the API sent, which can carry a secret.
  constructor(code: ApiErrorCode, message: string, facts: ApiErrorFacts) {
    super(message);
    this.#facts = facts;
    this.code = code;
    this.effect = facts.effect;
    this.method = facts.method;
    this.path = facts.path;
    this.status = facts.status;
    this.detail = facts.detail;
    this.retryAfterSeconds = facts.retryAfterSeconds;
  }

  /** The same error with another sentence at its end. */
  with(sentence: string): ApiError {
    return new ApiError(this.code, `${this.message} ${sentence}`, this.#facts);
  }

  /** The same error after a cancellation, which is why nothing was done about it. */
  canceled(): ApiError {
    return new ApiError("COMMAND_CANCELED", `The command was canceled. ${this.message}`, this.#facts);
  }
}

/** No response proves that a list is gone, so a person decides. */
export function ifListIsGone(appListId: number): string {
  return (
    `If app list ${appListId} no longer exists, remove its resource from the program, and from the state with ` +
    "pulumi state delete <URN> (docs/how-to/forget-a-list.md)"
  );
}
