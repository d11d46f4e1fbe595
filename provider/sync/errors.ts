import { listFirst, quote } from "../common/quote";
import { AppListError } from "../common/error";
import { difference, isEmpty, noEntries, unionAll, type Action, type Entries } from "../list/entries";
import { kinds } from "../list/kinds";
import { formatCounts, describeEntries, nameList } from "../list/summary";
import { findLookAlikes, seenEntries, seenViews, unseen, type Views } from "../list/views";
import { forgetResource, type ApiError } from "../api/errors";
import { sourceName } from "../api/keys";
import type { ListAccess } from "./access";
import type { Goal, RefusedChange } from "./goal";
import { progressOf, type Knowledge, type Progress } from "./knowledge";
import type { RefusedGroup } from "./send";

/** Why a change did not reach its goal. */
export type Failure =
  /** A request failed after the change had begun, or its outcome could not be found out. */
  | { readonly code: "CHANGE_INTERRUPTED"; readonly cause: ApiError | undefined }
  /** The login may not change the list, perhaps not any more. */
  | { readonly code: "PERMISSION_DENIED"; readonly cause: ApiError }
  /** A request was not sent, as it named entries that it must not name: a defect of this package. */
  | { readonly code: "INTERNAL"; readonly cause: ApiError }
  /** Nothing was sent after the cancellation. */
  | { readonly code: "COMMAND_CANCELED" }
  /** An exclusive list could not be read. */
  | { readonly code: "LIST_UNVERIFIED"; readonly reason: string }
  /** The API refused entries. All others were sent, unless something else failed as well. */
  | { readonly code: "ENTRIES_REFUSED"; readonly action: Action; readonly groups: readonly RefusedGroup[] }
  /**
   * The API reported entries as done, and its list shows otherwise. `missing`: the response to their own addition lacks
   * them. `removedMeanwhile`: a later response lacks them. `remaining`: they are still in the list after their removal.
   */
  | ({ readonly code: "ENTRIES_NOT_APPLIED" } & Partial<Record<"missing" | "removedMeanwhile" | "remaining", Entries>>)
  /** The change removes or adds more than its limit. It removed nothing. */
  | ({ readonly code: "CHANGE_LIMIT"; readonly reason: string } & RefusedChange);

/** The list of a change, and how far the change got. */
export interface Subject {
  readonly appListId: number;
  /** The list's name, if it is known. */
  readonly name: string | undefined;
  /** Default: the change was not started. */
  readonly progress?: Progress | undefined;
  /** The list as it is known. Default: nothing was read. */
  readonly views?: Views;
  /** Whether the change is the deletion of its resource. Default: it is not. */
  readonly isDelete?: boolean;
  /** The name of the setting that chooses how lists are read. */
  readonly observe?: string;
  /** What to do after a failure, as a sentence: "The next pulumi up reads the list and sends the rest." */
  readonly next?: string;
}

/** A change that did not reach its goal. */
export class ChangeError extends AppListError {
  readonly code: Failure["code"];
  readonly appListId: number;
  readonly details: Failure;

  constructor(details: Failure, subject: Subject) {
    const options = "cause" in details ? { cause: details.cause } : undefined;
    super(`${nameList(subject.appListId, subject.name)}: ${join(sentencesFor(details, subject))}`, options);
    this.code = details.code;
    this.appListId = subject.appListId;
    this.details = details;
  }
}

/** The error for a failed change. */
export function errorOf(failure: Failure, knowledge: Knowledge, goal: Goal, access: ListAccess): ChangeError {
  // The removal guard can refuse a change before anything was sent, or after the additions.
  const isStarted = failure.code !== "CHANGE_LIMIT" || knowledge.mayHaveChanged;
  return new ChangeError(failure, {
    appListId: access.appListId,
    name: knowledge.appList?.name,
    progress: isStarted ? progressOf(knowledge, goal) : undefined,
    views: knowledge.views,
    isDelete: goal.removalGuard === "off",
    observe: sourceName(access.owner, "observe"),
    next: goal.next,
  });
}

/** Sentences or phrases, some of which have a condition. */
type Parts = readonly (string | false)[];

function join(parts: Parts, separator = " "): string {
  return parts.filter((part) => part !== false && part !== "").join(separator);
}

function sentencesFor(failure: Failure, subject: Subject): Parts {
  const { progress, views = seenViews(noEntries), isDelete = false, next = "" } = subject;
  const { observe = sourceName({}, "observe") } = subject;
  const done = describeProgress(progress);
  switch (failure.code) {
    case "CHANGE_INTERRUPTED": {
      // As few sentences as possible: commands can follow, on lines of their own.
      const { message = "There was no response to a request." } = failure.cause ?? {};
      return [`the change was interrupted: ${endSentence(message.replace(/^The/u, "the"))}`, done, next];
    }
    case "PERMISSION_DENIED": {
      const { problem, advice } = failure.cause;
      return [join([problem.replace(/^The/u, "the"), done, advice], "\n")];
    }
    case "INTERNAL": {
      const forget = `To end the resource without changing the list: ${forgetResource}.`;
      return [failure.cause.message.replace(/^The/u, "the"), done, isDelete && forget];
    }
    case "COMMAND_CANCELED":
      return ["the command was canceled.", describeProgress(progress, "No change was observed."), next];
    case "LIST_UNVERIFIED": {
      const remedy = `Change ${observe}, or remove exclusive from the resource.`;
      return [`exclusive requires that the list can be read, and it could not be: ${failure.reason}.`, done, remedy];
    }
    case "CHANGE_LIMIT": {
      const { reason, effect, commands } = failure;
      return [join([`this change ${reason}.`, `It would ${effect}.`, done, ...commands], "\n")];
    }
    case "ENTRIES_REFUSED": {
      const { action, groups } = failure;
      const detail = groups[0]?.error.detail;
      const together = " (refused together with others; not narrowed down further)";
      const named = groups.map(({ entries, isCertain }) => describeEntries(entries) + (isCertain ? "" : together));
      const refused = unionAll(groups.map(({ entries }) => entries));
      const isFull = action === "add" && progress !== undefined && !isEmpty(progress.toRemove);
      return [
        `the API refused to ${action} ${named.join("; ")}.`,
        detail !== undefined && `The API returned: ${detail}.`,
        done,
        action === "add" && describeForms(refused, views),
        isDelete ? describeLast(refused, views) : "Fix the refused entries, or remove them from the program.",
        !isEmpty(unseen(views, refused)) && hiddenRemedy(action, observe),
        isFull &&
          "Entries are removed only after all additions: if the list is full, run one pulumi up that only removes.",
        next,
      ];
    }
    case "ENTRIES_NOT_APPLIED": {
      const { missing = noEntries, removedMeanwhile = noEntries, remaining = noEntries } = failure;
      const forms = describeForms(missing, views);
      const [leftOut, kept] = [`left out ${describeEntries(missing)}`, `kept ${describeEntries(remaining)}`];
      const faults = join([!isEmpty(missing) && leftOut, !isEmpty(remaining) && kept], " and ");
      return [
        faults !== "" && `the API returned success, but ${faults}.`,
        !isEmpty(removedMeanwhile) &&
          `someone else is changing the list and removes entries that this change adds: ${describeEntries(removedMeanwhile)}.`,
        done,
        forms,
        kinds.some((kind) => [...remaining[kind]].some((entry) => entry.includes(","))) &&
          "No request can name an entry that contains a comma: remove it from the list by hand.",
        faults !== "" && forms === "" && "Ask the operator of the API for the reason.",
        next,
      ];
    }
  }
}

/** The form in which the API stores entries that it does not show as they are declared; empty if that is not the reason. */
function describeForms(declared: Entries, views: Views): string {
  const lookAlikes = findLookAlikes(declared, views);
  if (lookAlikes.length === 0) return "";
  const forms = listFirst(lookAlikes, ([entry, stored]) => `${quote(entry)} as ${quote(stored)}`);
  return `The API stores ${forms}: write that.`;
}

/** The advice for a resource that cannot be deleted. An API may refuse to remove the last entries of a list. */
function describeLast(refused: Entries, views: Views): string {
  const forget = `end the resource without changing the list: ${forgetResource}.`;
  return isEmpty(difference(seenEntries(views), refused))
    ? `The API may refuse to empty a list: add another entry to it by hand, or ${forget}`
    : `To leave these entries in the list, ${forget}`;
}

/** The API's own words can end anywhere. */
function endSentence(text: string): string {
  return /[.!?:]$|\n/u.test(text) ? text : `${text}.`;
}

/** The advice if a refusal may mean that nothing is to be done, and the API does not show that. */
function hiddenRemedy(action: Action, observe: string): string {
  return action === "add"
    ? "An API may refuse entries that are in the list already, and this one does not show them: leave such entries out of " +
        "the program, or remove them from the list first."
    : `An API may refuse to remove absent entries, and this one does not show them: if ${observe} is not probe, set it to ` +
        "probe for one command, which finds that out.";
}

function describeProgress(progress: Progress | undefined, unchanged = "No other change was observed."): string {
  if (progress === undefined) return "Nothing was changed.";
  const { added, removed, toAdd, toRemove, unconfirmed } = progress;
  const some = (before: string, entries: Entries, after = ""): string | false =>
    !isEmpty(entries) && before + formatCounts(entries) + after;
  const done = join([some("added ", added), some("removed ", removed)], " and ");
  const remaining = join([some("", toAdd, " to add"), some("", toRemove, " to remove")], ", ");
  return join([
    done === "" ? unchanged : `This change ${done}.`,
    remaining !== "" && `Remaining: ${remaining}.`,
    some("Outcome unknown: the last request for ", unconfirmed, " may have taken effect."),
  ]);
}
