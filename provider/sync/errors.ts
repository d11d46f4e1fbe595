import { quote } from "../common/quote";
import { AppListError } from "../common/error";
import {
  count,
  isEmpty,
  noEntries,
  onlyHidden,
  unionAll,
  type Action,
  type Entries,
  type Observed,
  findLookAlikes,
} from "../list/entries";
import { kinds } from "../list/kinds";
import { formatCounts, nameEntries, nameList } from "../list/summary";
import type { ApiError } from "../api/errors";
import { sourceName } from "../api/keys";
import type { ListAccess } from "./access";
import { observedNow, progressOf, type Goal, type Knowledge, type Progress, type RefusedChange } from "./knowledge";
import type { RefusedGroup } from "./send";

/** Why a change did not reach its goal. */
export type Failure =
  /** A request failed after the change had begun, or its outcome could not be found out. */
  | { readonly code: "CHANGE_INTERRUPTED"; readonly cause: ApiError | undefined }
  /** Nothing was sent after the cancellation. */
  | { readonly code: "COMMAND_CANCELED" }
  /** An exclusive list could not be read. */
  | { readonly code: "LIST_UNVERIFIED"; readonly reason: string }
  /** The API refused entries. All others were sent, unless something else failed as well. */
  | { readonly code: "ENTRIES_REFUSED"; readonly action: Action; readonly groups: readonly RefusedGroup[] }
  /** The API reported entries as done, and its list shows otherwise. By default there are none of each group. */
  | {
      readonly code: "ENTRIES_NOT_APPLIED";
      /** Entries that the response to their own addition lacks. */
      readonly missing?: Entries;
      /** Entries that were added, and that a later response lacks. */
      readonly removedMeanwhile?: Entries;
      /** Entries that are still in the list after their removal. */
      readonly remaining?: Entries;
    }
  /** The removal guard refuses the change, which removed nothing. */
  | ({ readonly code: "REMOVAL_LIMIT"; readonly reason: string } & RefusedChange);

/** The list of a change, and how far the change got. */
export interface Subject {
  readonly appListId: number;
  /** The list's name, if it is known. */
  readonly name: string | undefined;
  /** Default: the change was not started. */
  readonly progress?: Progress | undefined;
  /** The entries of the list. Default: the API shows all kinds. */
  readonly observed?: Observed;
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
    const options = details.code === "CHANGE_INTERRUPTED" ? { cause: details.cause } : undefined;
    super(`${nameList(subject.appListId, subject.name)}: ${join(sentencesFor(details, subject))}`, options);
    this.code = details.code;
    this.appListId = subject.appListId;
    this.details = details;
  }
}

/** The error for a failed change. */
export function errorOf(failure: Failure, knowledge: Knowledge, goal: Goal, access: ListAccess): ChangeError {
  // The removal guard can refuse a change before anything was sent, or after the additions.
  const isStarted = failure.code !== "REMOVAL_LIMIT" || knowledge.mayHaveChanged;
  return new ChangeError(failure, {
    appListId: access.appListId,
    name: knowledge.appList?.name,
    progress: isStarted ? progressOf(knowledge, goal) : undefined,
    observed: observedNow(knowledge),
    observe: sourceName(access.owner, "observe"),
    next: goal.next,
  });
}

/** Sentences or phrases, some of which have a condition. */
type Parts = readonly (string | false)[];

function join(parts: Parts, separator = " "): string {
  return parts.filter((part) => part !== false).join(separator);
}

function sentencesFor(failure: Failure, subject: Subject): Parts {
  const { progress, observed = noEntries, observe = sourceName({}, "observe"), next = "" } = subject;
  const done = describeProgress(progress);
  switch (failure.code) {
    case "CHANGE_INTERRUPTED": {
      const { problem = "There was no response to a request.", advice = "" } = failure.cause ?? {};
      // Its commands are on lines of their own, after as few sentences as possible.
      if (advice.includes("\n"))
        return [`the change was interrupted: ${problem.replace(/^The /u, "the ")}\n${advice}\n${done}`, next];
      return ["the change was interrupted.", problem, advice !== "" && advice, done, next];
    }
    case "COMMAND_CANCELED":
      return ["the command was canceled.", describeProgress(progress, "No change was observed."), next];
    case "LIST_UNVERIFIED": {
      const remedy = `Change ${observe}, or remove exclusive from the resource.`;
      return [`exclusive requires that the list can be read, and it could not be: ${failure.reason}.`, done, remedy];
    }
    case "REMOVAL_LIMIT":
      return [
        [`this change ${failure.reason}.`, `It would remove ${failure.removed}.`, done, ...failure.commands].join("\n"),
      ];
    case "ENTRIES_REFUSED": {
      const { action, groups } = failure;
      const detail = groups[0]?.error.detail;
      const waiting = action === "add" ? (progress?.toRemove ?? noEntries) : noEntries;
      return [
        `the API refused to ${action} ${groups.map(nameGroup).join("; ")}.`,
        detail !== undefined && `The API returned: ${detail}.`,
        done,
        describeForms(action === "add" ? unionAll(groups.map(({ entries }) => entries)) : noEntries, observed).sentence,
        "Fix the refused entries, or remove them from the program.",
        groups.some(({ entries }) => !isEmpty(onlyHidden(observed, entries))) && hiddenRemedies[action](observe),
        !isEmpty(waiting) &&
          "Entries are removed only after all additions: if the list is full, run one pulumi up that only removes.",
        next,
      ];
    }
    case "ENTRIES_NOT_APPLIED": {
      const { missing = noEntries, removedMeanwhile = noEntries, remaining = noEntries } = failure;
      const forms = describeForms(missing, observed);
      const [leftOut, kept] = [`left out ${nameEntries(missing)}`, `kept ${nameEntries(remaining)}`];
      const faults = join([!isEmpty(missing) && leftOut, !isEmpty(remaining) && kept], " and ");
      return [
        faults !== "" && `the API returned success, but ${faults}.`,
        !isEmpty(removedMeanwhile) &&
          `someone else is changing the list and removes entries that this change adds: ${nameEntries(removedMeanwhile)}.`,
        done,
        forms.sentence,
        kinds.some((kind) => [...remaining[kind]].some((entry) => entry.includes(","))) &&
          "No request can name an entry that contains a comma: remove it from the list by hand.",
        forms.explained < count(missing) + count(remaining) && "Ask the operator of the API for the reason.",
        next,
      ];
    }
  }
}

/** The form in which the API stores entries that it does not show as they are declared, and how many that explains. */
function describeForms(declared: Entries, observed: Observed) {
  const lookAlikes = findLookAlikes(declared, observed);
  const forms = lookAlikes.slice(0, 5).map(([entry, shown]) => `${quote(entry)} as ${quote(shown)}`);
  const sentence = `The API stores ${forms.join(", ")}: declare entries in the form in which the API stores them.`;
  return { explained: lookAlikes.length, sentence: forms.length > 0 && sentence };
}

/** The advice if a refusal may mean that nothing is to be done, and the API does not show that. */
const hiddenRemedies: Readonly<Record<Action, (observe: string) => string>> = {
  add: () =>
    "An API may refuse entries that are in the list already, and this one does not show them: leave such entries out of " +
    "the program, or remove them from the list first.",
  remove: (observe) =>
    `An API may refuse to remove absent entries, and this one does not show them: if ${observe} is not probe, set it to ` +
    "probe for one command, which finds that out.",
};

function nameGroup({ entries, isCertain }: RefusedGroup): string {
  const [names, size] = [nameEntries(entries), count(entries)];
  if (isCertain) return names;
  return size === 1
    ? `${names} together with others (it was not sent alone)`
    : `one or more of ${names} (${size} entries; not narrowed down further)`;
}

function describeProgress(progress: Progress | undefined, unchanged = "No other change was observed."): string {
  if (progress === undefined) return "Nothing was changed.";
  const { added, removed, toAdd, toRemove, unconfirmed } = progress;
  const some = (entries: Entries, phrase: (counts: string) => string): string | false =>
    !isEmpty(entries) && phrase(formatCounts(entries));
  const done = join(
    [some(added, (counts) => `added ${counts}`), some(removed, (counts) => `removed ${counts}`)],
    " and ",
  );
  const open = [some(toAdd, (counts) => `${counts} to add`), some(toRemove, (counts) => `${counts} to remove`)];
  const remaining = join(open, ", ");
  return join([
    done === "" ? unchanged : `This change ${done}.`,
    remaining !== "" && `Remaining: ${remaining}.`,
    some(unconfirmed, (counts) => `Outcome unknown: the last request for ${counts} may have taken effect.`),
  ]);
}
