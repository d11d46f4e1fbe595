import { quoteList, quote } from "../common/quote";
import { AppListError } from "../common/error";
import { count, isEmpty, noEntries, onlyHidden, type Action, type Entries, type Observed } from "../list/entries";
import { kinds, kindName } from "../list/kinds";
import { findLookAlikes, type LookAlike } from "../list/look-alikes";
import { formatCounts, nameList } from "../list/summary";
import type { ApiError } from "../api/errors";
import { sourceName } from "../api/keys";
import type { ListAccess } from "./access";
import { observedNow, progressOf, type Knowledge, type Progress } from "./knowledge";
import type { Failure, Goal, RemovalRefusal, Unapplied } from "./next-step";
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
      return new EntriesRefusedError(subject, failure.action, failure.groups, progress, observed, observe);
    case "notApplied": {
      const { missing = noEntries, removedMeanwhile = noEntries, remaining = noEntries } = failure.result;
      const result = { missing, removedMeanwhile, remaining, lookAlikes: findLookAlikes(missing, observed) };
      return new EntriesNotAppliedError(subject, result, progress);
    }
    case "guarded":
      return new RemovalLimitError(subject, failure.refusal, knowledge.mayHaveChanged ? progress : undefined);
  }
}

export abstract class ChangeError extends AppListError {
  readonly appListId: number;

  constructor({ appListId, name }: Subject, sentences: string, options?: ErrorOptions) {
    super(`${nameList(appListId, name)}: ${sentences}`, options);
    this.appListId = appListId;
  }
}

/** The change removed nothing. */
export class RemovalLimitError extends ChangeError {
  readonly code = "REMOVAL_LIMIT";

  /** @param progress what was done before the guard could judge the removals; undefined if nothing was. */
  constructor(subject: Subject, { reason, remedy }: RemovalRefusal, progress: Progress | undefined) {
    const done = progress === undefined ? "It was not started." : describeProgress(progress);
    super(subject, `this change ${reason}. ${done} ${remedy}`);
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
  constructor(
    subject: Subject,
    action: Action,
    refused: readonly RefusedGroup[],
    progress: Progress,
    observed: Observed,
    observe: string,
  ) {
    const detail = refused[0]?.error.detail;
    const isHidden = refused.some(({ entries }) => !isEmpty(onlyHidden(observed, entries)));
    const isWaiting = action === "add" && !isEmpty(progress.toRemove);
    super(
      subject,
      [
        `the API refused to ${action} ${refused.map(nameGroup).join("; ")}.`,
        ...(detail === undefined ? [] : [`The API returned: ${detail}.`]),
        describeProgress(progress),
        "Fix the refused entries, or remove them from the program.",
        ...(isHidden ? [hiddenRemedies[action](observe)] : []),
        ...(isWaiting
          ? ["Entries are removed only after all additions: if the list is full, run one pulumi up that only removes."]
          : []),
        subject.next,
      ].join(" "),
    );
    this.refused = refused;
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
export class EntriesNotAppliedError extends ChangeError implements Unapplied {
  readonly code = "ENTRIES_NOT_APPLIED";
  readonly missing: Entries;
  readonly removedMeanwhile: Entries;
  readonly remaining: Entries;

  constructor(subject: Subject, result: Unapplied & { readonly lookAlikes: readonly LookAlike[] }, progress: Progress) {
    const { missing, removedMeanwhile, remaining, lookAlikes } = result;
    const faults = [
      ...(isEmpty(missing) ? [] : [`left out ${nameAll(missing)}`]),
      ...(isEmpty(remaining) ? [] : [`kept ${nameAll(remaining)}`]),
    ];
    const isExplained = lookAlikes.length === count(missing) + count(remaining);
    super(
      subject,
      [
        ...(faults.length === 0 ? [] : [`the API returned success, but ${faults.join(" and ")}.`]),
        ...(isEmpty(removedMeanwhile)
          ? []
          : [
              `someone else is changing the list and removes entries that this change adds: ${nameAll(removedMeanwhile)}.`,
            ]),
        describeProgress(progress),
        ...storedAs(lookAlikes),
        ...(hasComma(remaining)
          ? ["No request can name an entry that contains a comma: remove it from the list by hand."]
          : []),
        ...(isExplained ? [] : ["Ask the operator of the API for the reason."]),
        subject.next,
      ].join(" "),
    );
    this.missing = missing;
    this.removedMeanwhile = removedMeanwhile;
    this.remaining = remaining;
  }
}

function storedAs(lookAlikes: readonly LookAlike[]): readonly string[] {
  if (lookAlikes.length === 0) return [];
  const forms = lookAlikes.slice(0, 5).map(([declared, shown]) => `${quote(declared)} as ${quote(shown)}`);
  return [`The API stores ${forms.join(", ")}: declare entries in the form in which the API stores them.`];
}

function hasComma(entries: Entries): boolean {
  return kinds.some((kind) => [...entries[kind]].some((entry) => entry.includes(",")));
}

/** A request failed after the change had begun, or its outcome could not be found out. */
export class ChangeInterruptedError extends ChangeError {
  readonly code = "CHANGE_INTERRUPTED";

  constructor(subject: Subject, cause: ApiError | undefined, progress: Progress) {
    const sentences = [
      "the change was interrupted.",
      cause?.message ?? "There was no response to a request.",
      describeProgress(progress),
      subject.next,
    ];
    super(subject, sentences.join(" "), { cause });
  }
}

/** Nothing was sent after the cancellation. */
export class ChangeCanceledError extends ChangeError {
  readonly code = "COMMAND_CANCELED";

  constructor(subject: Subject, progress: Progress) {
    super(
      subject,
      ["the command was canceled.", describeProgress(progress, "No change was observed."), subject.next].join(" "),
    );
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
    super(
      subject,
      `exclusive requires that the list can be read, and it could not be: ${reason}. ${describeProgress(progress)} ` +
        `Change ${observe}, or remove exclusive from the resource.`,
    );
  }
}

function describeProgress(
  { added, removed, toAdd, toRemove, unconfirmed }: Progress,
  unchanged = "No other change was observed.",
): string {
  const done = [
    ...(isEmpty(added) ? [] : [`added ${formatCounts(added)}`]),
    ...(isEmpty(removed) ? [] : [`removed ${formatCounts(removed)}`]),
  ];
  const remaining = [
    ...(isEmpty(toAdd) ? [] : [`${formatCounts(toAdd)} to add`]),
    ...(isEmpty(toRemove) ? [] : [`${formatCounts(toRemove)} to remove`]),
  ];
  return [
    done.length > 0 ? `This change ${done.join(" and ")}.` : unchanged,
    ...(remaining.length > 0 ? [`Remaining: ${remaining.join(", ")}.`] : []),
    ...(isEmpty(unconfirmed)
      ? []
      : [`Outcome unknown: the last request for ${formatCounts(unconfirmed)} may have taken effect.`]),
  ].join(" ");
}

function nameAll(entries: Entries): string {
  return kinds
    .filter((kind) => entries[kind].size > 0)
    .map((kind) => `${kindName(kind, entries[kind].size)} ${quoteList(entries[kind])}`)
    .join(" and ");
}
