import { quoteList, quote } from "../common/quote";
import { AppListError } from "../common/error";
import {
  count,
  isEmpty,
  noEntries,
  onlyHidden,
  type Action,
  type Entries,
  type Observed,
  findLookAlikes,
  type LookAlike,
} from "../list/entries";
import { kinds, kindName } from "../list/kinds";
import { formatCounts, nameList } from "../list/summary";
import { sourceName } from "../api/keys";
import type { ListAccess } from "./access";
import { observedNow, progressOf, type Goal, type Knowledge, type Progress } from "./knowledge";
import type { Failure } from "./next-step";
import type { RefusedGroup } from "./send";

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

/** Sentences or parts of one, some of which have a condition. */
type Parts = readonly (string | false)[];

function join(parts: Parts, separator = " "): string {
  return parts.filter((part) => part !== false).join(separator);
}

function sentencesFor(failure: Failure, subject: Subject): Parts {
  const { progress, observed = noEntries, observe = sourceName({}, "observe"), next = "" } = subject;
  const done = describeProgress(progress);
  switch (failure.code) {
    case "CHANGE_INTERRUPTED": {
      const reason = failure.cause?.message ?? "There was no response to a request.";
      return ["the change was interrupted.", reason, done, next];
    }
    case "COMMAND_CANCELED":
      return ["the command was canceled.", describeProgress(progress, "No change was observed."), next];
    case "LIST_UNVERIFIED":
      return [
        `exclusive requires that the list can be read, and it could not be: ${failure.reason}.`,
        done,
        `Change ${observe}, or remove exclusive from the resource.`,
      ];
    case "REMOVAL_LIMIT":
      return [`this change ${failure.reason}.`, done, failure.remedy];
    case "ENTRIES_REFUSED": {
      const { action, groups } = failure;
      const detail = groups[0]?.error.detail;
      const isHidden = groups.some(({ entries }) => !isEmpty(onlyHidden(observed, entries)));
      return [
        `the API refused to ${action} ${groups.map(nameGroup).join("; ")}.`,
        detail !== undefined && `The API returned: ${detail}.`,
        done,
        "Fix the refused entries, or remove them from the program.",
        isHidden && hiddenRemedies[action](observe),
        action === "add" &&
          !isEmpty(progress?.toRemove ?? noEntries) &&
          "Entries are removed only after all additions: if the list is full, run one pulumi up that only removes.",
        next,
      ];
    }
    case "ENTRIES_NOT_APPLIED": {
      const { missing, removedMeanwhile, remaining } = failure;
      const lookAlikes = findLookAlikes(missing, observed);
      const faults = join(
        [!isEmpty(missing) && `left out ${nameAll(missing)}`, !isEmpty(remaining) && `kept ${nameAll(remaining)}`],
        " and ",
      );
      return [
        faults !== "" && `the API returned success, but ${faults}.`,
        !isEmpty(removedMeanwhile) &&
          `someone else is changing the list and removes entries that this change adds: ${nameAll(removedMeanwhile)}.`,
        done,
        lookAlikes.length > 0 && describeForms(lookAlikes),
        hasComma(remaining) && "No request can name an entry that contains a comma: remove it from the list by hand.",
        lookAlikes.length < count(missing) + count(remaining) && "Ask the operator of the API for the reason.",
        next,
      ];
    }
  }
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
  if (isCertain) return nameAll(entries);
  const size = count(entries);
  return size === 1
    ? `${nameAll(entries)} together with others (it was not sent alone)`
    : `one or more of ${nameAll(entries)} (${size} entries; not narrowed down further)`;
}

function describeForms(lookAlikes: readonly LookAlike[]): string {
  const forms = lookAlikes.slice(0, 5).map(([declared, shown]) => `${quote(declared)} as ${quote(shown)}`);
  return `The API stores ${forms.join(", ")}: declare entries in the form in which the API stores them.`;
}

function hasComma(entries: Entries): boolean {
  return kinds.some((kind) => [...entries[kind]].some((entry) => entry.includes(",")));
}

function describeProgress(progress: Progress | undefined, unchanged = "No other change was observed."): string {
  if (progress === undefined) return "It was not started.";
  const { added, removed, toAdd, toRemove, unconfirmed } = progress;
  const done = join(
    [!isEmpty(added) && `added ${formatCounts(added)}`, !isEmpty(removed) && `removed ${formatCounts(removed)}`],
    " and ",
  );
  const remaining = join(
    [!isEmpty(toAdd) && `${formatCounts(toAdd)} to add`, !isEmpty(toRemove) && `${formatCounts(toRemove)} to remove`],
    ", ",
  );
  return join([
    done === "" ? unchanged : `This change ${done}.`,
    remaining !== "" && `Remaining: ${remaining}.`,
    !isEmpty(unconfirmed) &&
      `Outcome unknown: the last request for ${formatCounts(unconfirmed)} may have taken effect.`,
  ]);
}

function nameAll(entries: Entries): string {
  return kinds
    .filter((kind) => entries[kind].size > 0)
    .map((kind) => `${kindName(kind, entries[kind].size)} ${quoteList(entries[kind])}`)
    .join(" and ");
}
