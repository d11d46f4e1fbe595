import { quoteList, quote } from "../common/quote";
import { AppListError } from "../common/error";
import { count, type Entries, type Observed } from "../list/entries";
import { kinds, nameOf } from "../list/kinds";
import type { LookAlike } from "../list/look-alikes";
import { countsOf, nameList } from "../list/summary";
import type { ServiceError } from "../service/errors";
import type { RefusedGroup } from "./send";

/** How far a change got, for the second half of every sentence. */
export interface Progress {
  /** What this change added and removed, as far as it was observed or acknowledged. */
  readonly added: Entries;
  readonly removed: Entries;
  /** What it still has to do. */
  readonly toAdd: Entries;
  readonly toRemove: Entries;
  /** Entries that were sent in a request whose outcome is not known. */
  readonly unconfirmed: Entries;
}

/** The list that a change was about, for the sentences about its failure. */
export interface Subject {
  readonly appListId: number;
  /** The list's name, where it is known. */
  readonly name: string | undefined;
  /** What a person does after a failure, as a sentence: "The next up looks at the list and sends the rest." */
  readonly next: string;
}

/** A change of a list that did not reach its goal. */
export abstract class ChangeError extends AppListError {
  readonly appListId: number;

  constructor({ appListId, name }: Subject, sentences: string, options?: ErrorOptions) {
    super(`${nameList(appListId, name)}: ${sentences}`, options);
    this.appListId = appListId;
  }
}

/** The removal guard refused the change; nothing was removed. */
export class RemovalLimitError extends ChangeError {
  readonly code = "REMOVAL_LIMIT";

  /** @param progress what was done before the guard came to know how much would be removed; undefined for nothing. */
  constructor(
    subject: Subject,
    { reason, remedy }: { readonly reason: string; readonly remedy: string },
    progress: Progress | undefined,
  ) {
    const done = progress === undefined ? "Nothing was changed." : describeProgress(progress);
    super(subject, `this change ${reason}. ${done} ${remedy}`);
  }
}

/** The service refused some entries; all others were sent, unless the message says otherwise. */
export class EntriesRefusedError extends ChangeError {
  readonly code = "ENTRIES_REFUSED";
  readonly refused: readonly RefusedGroup[];

  /** @param observed what the list shows: of the kinds that it does not, nobody knows what is in it already. */
  constructor(
    subject: Subject,
    action: "add" | "remove",
    refused: readonly RefusedGroup[],
    progress: Progress,
    observed: Observed,
  ) {
    const said = refused[0]?.error.detail;
    const words = said === undefined ? "" : ` The service said: ${said}.`;
    const isWaiting = action === "add" && count(progress.toRemove) > 0;
    const order = isWaiting
      ? " Removals wait for additions; if the list is full, remove entries first, with an up of their own."
      : "";
    const isUnseen = kinds.some(
      (kind) => observed[kind] === undefined && refused.some(({ entries }) => entries[kind].size > 0),
    );
    const presence = isUnseen ? unseenRemedies[action] : "";
    super(
      subject,
      `the service refused to ${action} ${refused.map(nameGroup).join("; ")}.${words} ${describeProgress(progress)} ` +
        `Correct or take away what was refused.${presence}${order} ${subject.next}`,
    );
    this.refused = refused;
  }
}

/** What helps where a refusal may mean that there is nothing to do, and the service does not show whether that is so. */
const unseenRemedies = {
  add:
    " Some services refuse what is in the list already, and this one does not show it: leave such entries out of the " +
    "program, or have them taken out of the list first.",
  remove:
    " Some services refuse to remove what is not in the list, and this one does not show it: where app-list:observe is " +
    "off, set it to probe for one up, which finds that out.",
};

function nameGroup(group: RefusedGroup): string {
  const size = count(group.entries);
  return size === 1
    ? nameAll(group.entries)
    : `one or more of ${nameAll(group.entries)} (${size} entries that could not be told apart in time)`;
}

/** The service answered with success, and yet its list is not what was asked for. */
export class EntriesNotAppliedError extends ChangeError {
  readonly code = "ENTRIES_NOT_APPLIED";
  /** What it left out. */
  readonly missing: Entries;
  /** What it added and was gone again with a later answer. */
  readonly takenAway: Entries;
  readonly remaining: Entries;

  constructor(
    subject: Subject,
    result: {
      readonly missing: Entries;
      readonly takenAway: Entries;
      readonly remaining: Entries;
      readonly lookAlikes: readonly LookAlike[];
    },
    progress: Progress,
  ) {
    const { missing, takenAway, remaining, lookAlikes } = result;
    const parts = [
      ...(count(missing) > 0 ? [`left out ${nameAll(missing)}`] : []),
      ...(count(remaining) > 0 ? [`kept ${nameAll(remaining)}`] : []),
    ];
    const stored = lookAlikes.map(([declared, shown]) => `${quote(declared)} as ${quote(shown)}`);
    const stores =
      stored.length > 0
        ? [
            `It stores ${stored.slice(0, 5).join(", ")}, and the list holds that now: declare entries in the form in ` +
              "which the service stores them.",
          ]
        : [];
    const sentences = [
      ...(parts.length > 0 ? [`the service answered with success but ${parts.join(" and ")}.`] : []),
      ...(count(takenAway) > 0
        ? [
            `somebody else changes the list at the same time and takes away what this change adds: ${nameAll(takenAway)}.`,
          ]
        : []),
    ];
    const isExplained = stored.length === count(missing) + count(remaining);
    const hasComma = kinds.some((kind) => [...remaining[kind]].some((entry) => entry.includes(",")));
    const cannotBeNamed = hasComma
      ? ["An entry with a comma in it cannot be named in a request: take it out of the list where it was put in."]
      : [];
    const why = isExplained ? [] : ["Ask the operator of the service why."];
    const remedy = [...stores, ...cannotBeNamed, ...why];
    super(subject, [...sentences, describeProgress(progress), ...remedy, subject.next].join(" "));
    this.missing = missing;
    this.takenAway = takenAway;
    this.remaining = remaining;
  }
}

/** A request failed after the change had begun, or its outcome could not be found out. */
export class ChangeInterruptedError extends ChangeError {
  readonly code = "CHANGE_INTERRUPTED";

  constructor(subject: Subject, cause: ServiceError | undefined, progress: Progress) {
    const reason = cause?.message ?? "An answer did not arrive.";
    super(subject, `the change was interrupted. ${reason} ${describeProgress(progress)} ${subject.next}`, { cause });
  }
}

/** A list that must hold nothing else was never shown, so that nothing can be said of what else it holds. */
export class ListNotSeenError extends ChangeError {
  readonly code = "LIST_NOT_SEEN";

  constructor(subject: Subject, reason: string, progress: Progress) {
    super(
      subject,
      `exclusive needs to see the list, and it could not be seen: ${reason}. ${describeProgress(progress)} ` +
        "Choose another app-list:observe, or take exclusive away.",
    );
  }
}

function describeProgress(progress: Progress): string {
  const done = [
    ...(count(progress.added) > 0 ? [`added ${countsOf(progress.added)}`] : []),
    ...(count(progress.removed) > 0 ? [`removed ${countsOf(progress.removed)}`] : []),
  ];
  const open = [
    ...(count(progress.toAdd) > 0 ? [`${countsOf(progress.toAdd)} still to be added`] : []),
    ...(count(progress.toRemove) > 0 ? [`${countsOf(progress.toRemove)} still to be removed`] : []),
  ];
  const sentences = [
    done.length > 0 ? `This change ${done.join(" and ")}.` : "Nothing else was observed to change.",
    ...(open.length > 0 ? [`Left: ${open.join(", ")}.`] : []),
    ...(count(progress.unconfirmed) > 0
      ? [`Not known: whether the last request about ${countsOf(progress.unconfirmed)} took effect.`]
      : []),
  ];
  return sentences.join(" ");
}

function nameAll(entries: Entries): string {
  return kinds
    .filter((kind) => entries[kind].size > 0)
    .map((kind) => `${nameOf(kind, entries[kind].size)} ${quoteList(entries[kind])}`)
    .join(" and ");
}
