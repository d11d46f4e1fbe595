import { AppListError } from "../common/error";
import { factsOf, type ApiErrorCode, type Meaning } from "./meaning";

/**
 * Whether the failed request can have changed the list: "none", as it was not sent or cannot have an effect; "denied"
 * if the API answered that it had none, which nothing confirms; or "possible": the list has to be read.
 */
export type Effect = "none" | "denied" | "possible";

/** The message: what happened and what was changed is its first line. */
export interface ErrorTexts {
  /** What happened, as sentences. */
  readonly problem: string;
  /** What to do, in lines. Default: to run the command again. */
  readonly advice?: readonly string[] | undefined;
}

type Facts = Pick<ApiError, "effect" | "method" | "path"> & Partial<Pick<ApiError, "status" | "detail">>;

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
  constructor(meaning: Meaning, texts: ErrorTexts, facts: Facts) {
    const { problem, advice = ["Run the command again."] } = texts;
    super([`${problem} ${consequences[facts.effect]}`, ...advice].join("\n"));
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

  get texts(): ErrorTexts {
    return this.#texts;
  }

  /** The same error with other texts. */
  with(texts: Partial<ErrorTexts>): ApiError {
    return new ApiError(this.meaning, { ...this.texts, ...texts }, this);
  }

  /** The same error after a cancellation, which is why nothing was done about it. */
  canceled(): ApiError {
    return new ApiError(
      "canceled",
      { ...this.texts, problem: `The command was canceled. ${this.texts.problem}` },
      this,
    );
  }
}

/** No response proves that a list is gone, so a person decides. */
export function ifListIsGone(appListId: number): string {
  return `If app list ${appListId} no longer exists, remove its resource from the program, and run: ${forgetResource}`;
}

export const forgetResource = "pulumi state delete URN";

/** The API's own words can end anywhere. */
export function endSentence(text: string): string {
  return /[.!?:…]$/u.test(text) ? text : `${text}.`;
}
