import { AppListError } from "../common/error";
import { meaningFacts, type ApiErrorCode, type Effect, type Meaning } from "./meaning";

/** The parts of the message of an error. Its first line has the problem and what was changed. */
export interface ErrorTexts {
  /** What happened, as sentences. */
  readonly problem: string;
  /** What to do, in lines. Default: "Run the command again." */
  readonly advice?: readonly string[] | undefined;
}

type Facts = Pick<ApiError, "effect" | "method" | "path"> & Partial<Pick<ApiError, "status" | "detail">>;

const consequences: Readonly<Record<Effect, string>> = {
  none: "Nothing was changed.",
  denied: "According to the API, nothing was changed.",
  possible: "The list may or may not have been changed.",
};

/** The error of a request. Neither the message nor a property contains a secret. */
export class ApiError extends AppListError {
  readonly code: ApiErrorCode;
  readonly effect: Effect;
  /** The HTTP method: "PATCH". */
  readonly method: string;
  /** The path of the request, without scheme, host and the query of readPath. */
  readonly path: string;
  /** The HTTP status; undefined if there was no response. */
  readonly status: number | undefined;
  /** The reason that the API returned: redacted, escaped, shortened. */
  readonly detail: string | undefined;
  declare readonly meaning: Meaning;
  declare readonly texts: ErrorTexts;

  // There is no `cause`, because undici's errors can contain a response, and a response can contain a secret.
  constructor(meaning: Meaning, texts: ErrorTexts, facts: Facts) {
    const { problem, advice = ["Run the command again."] } = texts;
    super([`${problem} ${consequences[facts.effect]}`, ...advice].join("\n"));
    this.code = meaningFacts[meaning].code;
    this.effect = facts.effect;
    this.method = facts.method;
    this.path = facts.path;
    this.status = facts.status;
    this.detail = facts.detail;
    // Not enumerable, because --json prints the enumerable properties.
    Object.defineProperties(this, { meaning: { value: meaning }, texts: { value: texts } });
  }

  /** The same error with other texts, or with another meaning or effect. */
  with(changed: Partial<ErrorTexts & Pick<ApiError, "effect" | "meaning">>): ApiError {
    const { meaning = this.meaning, effect = this.effect, ...texts } = changed;
    return new ApiError(meaning, { ...this.texts, ...texts }, { ...this, effect });
  }
}
