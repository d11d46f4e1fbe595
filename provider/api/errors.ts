import { AppListError } from "../common/error";

/** Public API, as every error code. */
export type ApiErrorCode =
  /** The API did not accept the login or the access token. */
  | "AUTHENTICATION_FAILED"
  /** The login was accepted and may not do this (403). */
  | "PERMISSION_DENIED"
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
  /** What happened and what was changed: the start of the message. */
  readonly #problem: string;
  /** What to do, and the reason that the API returned: the rest of the message. */
  readonly #advice: string;
  /** Whether the body of the response is JSON, and not the page of a gateway. */
  readonly #isJson: boolean;

  // There is no `cause`: undici's errors can carry what the API sent, which can carry a secret.
  constructor(code: ApiErrorCode, problem: string, facts: ApiErrorFacts, advice = "") {
    const { effect, method, path, status, detail, isJson = false } = facts;
    // Commands are on lines of their own.
    super(advice === "" ? problem : `${problem}${advice.includes("\n") ? "\n" : " "}${advice}`);
    this.code = code;
    this.effect = effect;
    this.method = method;
    this.path = path;
    this.status = status;
    this.detail = detail;
    this.#problem = problem;
    this.#advice = advice;
    this.#isJson = isJson;
  }

  // Not properties of the object, which --json prints.
  get problem(): string {
    return this.#problem;
  }

  get advice(): string {
    return this.#advice;
  }

  get isJson(): boolean {
    return this.#isJson;
  }

  /** The same error with another sentence at its end. */
  with(sentence: string): ApiError {
    return new ApiError(this.code, `${this.problem} ${sentence}`, this, this.advice);
  }

  /** The same error after a cancellation, which is why nothing was done about it. */
  canceled(): ApiError {
    return new ApiError("COMMAND_CANCELED", `The command was canceled. ${this.problem}`, this, this.advice);
  }
}

type ApiErrorFacts = Pick<ApiError, "effect" | "method" | "path"> &
  Partial<Pick<ApiError, "status" | "detail" | "isJson">>;

/** No response proves that a list is gone, so a person decides. */
export function ifListIsGone(appListId: number): string {
  return `If app list ${appListId} no longer exists, remove its resource from the program, and from the state`;
}

export const forgetResource = "pulumi state delete <URN>";
