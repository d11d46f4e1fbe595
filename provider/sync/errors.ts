import { quoteList, quote } from "../common/quote";
import { AppListError } from "../common/error";
import {
  count,
  isEmpty,
  onlyHidden,
  type Action,
  type Entries,
  type Observed,
  findLookAlikes,
  type LookAlike,
} from "../list/entries";
import { kinds, kindName } from "../list/kinds";
import { formatCounts, nameList } from "../list/summary";
import type { ApiError } from "../api/errors";
import { sourceName } from "../api/keys";
import type { ListAccess } from "./access";
import { observedNow, progressOf, type Goal, type Knowledge, type Progress } from "./knowledge";
import type { Failure, Refused, RemovalRefusal, Unapplied } from "./next-step";
import type { RefusedGroup } from "./send";

export interface Subject {
  readonly appListId: number;
  /** The list's name, if it is known. */
  readonly name: string | undefined;
  /** What to do after a failure, as a sentence: "The next pulumi up reads the list and sends the rest." */
  readonly next: string;
}

/** The error for a failed change. */
export function errorOf(failure: Failure, knowledge: Knowledge, goal: Goal, access: ListAccess): ChangeError {
  const subject = { appListId: access.appListId, name: knowledge.appList?.name, next: goal.next };
  const observe = sourceName(access.owner, "observe");
  const observed = observedNow(knowledge);
  const progress = progressOf(knowledge, goal);
  switch (failure.reason) {
    case "interrupted":
      return knowledge.isCanceled
        ? new ChangeCanceledError(subject, progress)
        : new ChangeInterruptedError(subject, knowledge.interruption, progress);
    case "unverified":
      return new ListUnverifiedError(subject, knowledge.notVerified ?? "", progress, observe);
    case "refused":
      return new EntriesRefusedError(subject, failure, progress, observed, observe);
    case "notApplied": {
      const lookAlikes = findLookAlikes(failure.entries.missing, observed);
      return new EntriesNotAppliedError(subject, failure.entries, lookAlikes, progress);
    }
    case "guarded":
      return new RemovalLimitError(subject, failure.refusal, knowledge.mayHaveChanged ? progress : undefined);
  }
}

/** Sentences or parts of one, some of which are said under a condition only. */
type Parts = readonly (string | false)[];

function join(parts: Parts, separator = " "): string {
  return parts.filter((part) => part !== false).join(separator);
}

export abstract class ChangeError extends AppListError {
  readonly appListId: number;

  constructor({ appListId, name }: Subject, sentences: Parts, options?: ErrorOptions) {
    super(`${nameList(appListId, name)}: ${join(sentences)}`, options);
    this.appListId = appListId;
  }
}

/** The change removed nothing. */
export class RemovalLimitError extends ChangeError {
  readonly code = "REMOVAL_LIMIT";

  /** @param progress what was done before the guard could judge the removals; undefined if nothing was. */
  constructor(subject: Subject, { reason, remedy }: RemovalRefusal, progress: Progress | undefined) {
    const done = progress === undefined ? "It was not started." : describeProgress(progress);
    super(subject, [`this change ${reason}.`, done, remedy]);
  }
}

/** All other entries were sent, unless the message reports otherwise. */
export class EntriesRefusedError extends ChangeError {
  readonly code = "ENTRIES_REFUSED";
  readonly refused: readonly RefusedGroup[];

  /**
   * @param observed the entries of the list, as far as the API shows them.
   * @param observe the name of the setting that chooses how lists are read.
   */
  constructor(subject: Subject, { action, groups }: Refused, progress: Progress, observed: Observed, observe: string) {
    const detail = groups[0]?.error.detail;
    const isHidden = groups.some(({ entries }) => !isEmpty(onlyHidden(observed, entries)));
    super(subject, [
      `the API refused to ${action} ${groups.map(nameGroup).join("; ")}.`,
      detail !== undefined && `The API returned: ${detail}.`,
      describeProgress(progress),
      "Fix the refused entries, or remove them from the program.",
      isHidden && hiddenRemedies[action](observe),
      action === "add" &&
        !isEmpty(progress.toRemove) &&
        "Entries are removed only after all additions: if the list is full, run one pulumi up that only removes.",
      subject.next,
    ]);
    this.refused = groups;
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

/** The API reported success, and its list is not what was requested. */
export class EntriesNotAppliedError extends ChangeError {
  readonly code = "ENTRIES_NOT_APPLIED";
  readonly entries: Unapplied;

  constructor(subject: Subject, entries: Unapplied, lookAlikes: readonly LookAlike[], progress: Progress) {
    const { missing, removedMeanwhile, remaining } = entries;
    const faults = join(
      [!isEmpty(missing) && `left out ${nameAll(missing)}`, !isEmpty(remaining) && `kept ${nameAll(remaining)}`],
      " and ",
    );
    super(subject, [
      faults !== "" && `the API returned success, but ${faults}.`,
      !isEmpty(removedMeanwhile) &&
        `someone else is changing the list and removes entries that this change adds: ${nameAll(removedMeanwhile)}.`,
      describeProgress(progress),
      lookAlikes.length > 0 && describeForms(lookAlikes),
      hasComma(remaining) && "No request can name an entry that contains a comma: remove it from the list by hand.",
      lookAlikes.length < count(missing) + count(remaining) && "Ask the operator of the API for the reason.",
      subject.next,
    ]);
    this.entries = entries;
  }
}

function describeForms(lookAlikes: readonly LookAlike[]): string {
  const forms = lookAlikes.slice(0, 5).map(([declared, shown]) => `${quote(declared)} as ${quote(shown)}`);
  return `The API stores ${forms.join(", ")}: declare entries in the form in which the API stores them.`;
}

function hasComma(entries: Entries): boolean {
  return kinds.some((kind) => [...entries[kind]].some((entry) => entry.includes(",")));
}

/** A request failed after the change had begun, or its outcome could not be found out. */
export class ChangeInterruptedError extends ChangeError {
  readonly code = "CHANGE_INTERRUPTED";

  constructor(subject: Subject, cause: ApiError | undefined, progress: Progress) {
    const reason = cause?.message ?? "There was no response to a request.";
    super(subject, ["the change was interrupted.", reason, describeProgress(progress), subject.next], { cause });
  }
}

/** Nothing was sent after the cancellation. */
export class ChangeCanceledError extends ChangeError {
  readonly code = "COMMAND_CANCELED";

  constructor(subject: Subject, progress: Progress) {
    const done = describeProgress(progress, "No change was observed.");
    super(subject, ["the command was canceled.", done, subject.next]);
  }
}

/** An exclusive list could not be read. */
export class ListUnverifiedError extends ChangeError {
  readonly code = "LIST_UNVERIFIED";

  /**
   * @param reason why it could not be read.
   * @param observe the name of the setting that chooses how lists are read.
   */
  constructor(subject: Subject, reason: string, progress: Progress, observe: string) {
    super(subject, [
      `exclusive requires that the list can be read, and it could not be: ${reason}.`,
      describeProgress(progress),
      `Change ${observe}, or remove exclusive from the resource.`,
    ]);
  }
}

function describeProgress(
  { added, removed, toAdd, toRemove, unconfirmed }: Progress,
  unchanged = "No other change was observed.",
): string {
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
