import { AppListError } from "../common/error";
import type { Action, Entries } from "../list/entries";
import { describeEntries } from "../list/summary";
import { sourceName, type SettingOwner } from "./keys";
import { factsOf, type ApiErrorCode, type Meaning } from "./meaning";

/**
 * Whether a failed request can have changed the list.
 *
 * - `none`: it was not sent, or cannot have an effect.
 * - `denied`: the API returned that it had no effect. The list has not confirmed that yet.
 * - `possible`: only the list can show it.
 */
export type Effect = "none" | "denied" | "possible";

/** The parts of the message of an error. Its first line has the problem and what was changed. */
export interface ErrorTexts {
  /** What happened, as sentences. */
  readonly problem: string;
  /** What to do, in lines. Default: "Run the command again." */
  readonly advice?: readonly string[] | undefined;
  /** The command that tests the settings, as a last line. doctor omits it. */
  readonly test?: string | undefined;
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
    const { problem, advice = ["Run the command again."], test } = texts;
    super([`${problem} ${consequences[facts.effect]}`, ...advice, ...(test === undefined ? [] : [test])].join("\n"));
    this.code = factsOf[meaning].code;
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

/** The error that replaces a request with forbidden entries. */
export function internalError(appListId: number, action: Action, forbidden: Entries): ApiError {
  const reason = action === "add" ? "the program does not declare" : "this resource must not remove";
  const request = `a request to ${action} ${describeEntries(forbidden)}`;
  const problem = `The provider did not send ${request}, because ${reason} these entries.`;
  const advice = ["This is a defect of pulumi-app-list: report it with this message."];
  const path = `/v1/app_list/${appListId}/${action}`;
  return new ApiError("internal", { problem, advice }, { effect: "none", method: "PATCH", path });
}

/** Why a list cannot be read by the probe. */
export function describeRefusedProbe(owner: SettingOwner, { status, detail, meaning }: ApiError): string {
  const refused = `the API refused the probe (${status}${detail === undefined ? "" : `, ${detail}`})`;
  const reasons = "the list does not exist, or the API returns 404 when an entry is not in the list";
  if (meaning === "absent") return `${refused}: ${reasons}`;
  const [setting, readPath] = [sourceName(owner, "observe"), sourceName(owner, "readPath")];
  const remedy = setting === "app-list:observe" ? `pulumi config set ${setting} read` : `set ${setting} to read`;
  return `${refused}. If it has a read endpoint: ${remedy}, and ${readPath} to its path`;
}

/** The advice if a list may be gone. No response proves that, so a person decides. */
export function ifListIsGone(appListId: number): string {
  return `If app list ${appListId} no longer exists, remove its resource from the state, then from the program: ${forgetResource}`;
}

/** Before the resource is removed from the program: the next `up` would otherwise remove its entries from the list. */
export const forgetResource = "pulumi state delete URN";
