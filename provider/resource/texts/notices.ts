import { formatCount } from "../../common/format";
import { quote } from "../../common/quote";
import { count, intersection, isEmpty, noEntries } from "../../list/entries";
import type { Judgement } from "../../list/limits";
import { formatCounts, describeEntries, nameList, summarize, summarizeRemovals } from "../../list/summary";
import { removedEntries, type Update } from "../../list/update";
import { printComparison, type ListContext } from "../approval";
import { eventsOn, type ListEvent } from "../events";
import type { CompleteInputs, ValidInputs } from "../inputs";
import { digestOf } from "../judge";
import type { Operation } from "../operation";
import { describeStop } from "./stops";
import type { State } from "../state";
import { approvalVariable, type Notice } from "../notice";

/** The name of a resource's list in a sentence. */
export function listName({ given, facts }: Pick<State, "given" | "facts">): string {
  return nameList(given.appListId, facts.name);
}

interface Sentence {
  /** Default: an info. */
  readonly severity?: Notice["severity"];
  /** @param names the entries, or their number if they are secret. */
  readonly print: (names: string, event: ListEvent) => string;
}

const whileAdopted = "pulumi destroy keeps adopted entries, unless claimExisting is true.";

/** The sentences about events: each leads to a step, or describes what was done. */
const sentences: Readonly<Record<ListEvent["code"], Sentence>> = {
  added: { print: (names) => `added ${names}.` },
  adopted: { print: (names) => `adopted ${names} already in the list. ${whileAdopted}` },
  // An approval that stays set would also allow the same removal later.
  approvalUsed: {
    print: (_, { detail }) =>
      `the approval ${detail} was used. Remove it from ${approvalVariable}, or its line from the file.`,
  },
  claimed: {
    print: (names) => `claimExisting is true, so pulumi destroy will remove adopted entries, too: ${names}.`,
  },
  hidden: {
    print: (_, { entries }) => `not verified: the API does not show ${formatCounts(entries)} that it accepted.`,
  },
  hiddenKind: {
    print: (_, { detail }) => `not verified: the API does not show ${detail}, so unmanaged ones may be in the list.`,
  },
  imported: {
    print: (names) =>
      `imported ${names}. They count as adopted: pulumi destroy keeps them, unless claimExisting is true.`,
  },
  kept: { print: (names) => `kept adopted entries in the list: ${names}.` },
  leftOut: {
    severity: "warning",
    print: (names) => `left out, because no program can declare them: ${names}.`,
  },
  maybeAdopted: { print: (names) => `adopted ${names} that may have been in the list before. ${whileAdopted}` },
  missing: { print: (names) => `drift: ${names} missing. pulumi up adds the entries that are still declared.` },
  moved: {
    severity: "warning",
    print: (_, { detail }) =>
      `moved ${detail}. This is another list: pulumi up reads it, adopts the declared entries that are already there, and ` +
      "removes nothing from the old one. If it is the same list, set claimExisting: true for one pulumi up.",
  },
  notRead: { severity: "warning", print: (_, { detail }) => `not verified: ${detail}` },
  released: {
    print: (names) =>
      `imported, but not declared: ${names}. The resource does not manage these entries, and they stay in the list.`,
  },
  removed: { print: (names) => `removed ${names}.` },
  returned: {
    severity: "warning",
    print: (names) =>
      `in the list again: ${names}. They were missing when the list was last read, so another writer may have added them, ` +
      "and pulumi destroy keeps them. If nobody else needs them, remove them by hand.",
  },
  sentinelLeft: {
    severity: "warning",
    print: (_, { detail }) =>
      `a helper entry is still in the list: ${quote(detail)}. It matches no app. The next change removes it.`,
  },
  spared: {
    print: (names, { detail }) => {
      const who = detail === "" ? "another resource" : `resource ${quote(detail)}`;
      return `kept in the list, because ${who} declares them: ${names}.`;
    },
  },
  unexpected: {
    print: (names) =>
      `drift: ${names} unexpected. While exclusive is true, pulumi up removes the entries that are not declared.`,
  },
  unreadBefore: { print: (_, { detail }) => `the list could not be read before the change: ${detail}.` },
  vanished: {
    severity: "warning",
    print: (names) => `unmanaged entries disappeared from the list: ${names}. No request of this change named them.`,
  },
};

/** The notice about an event. @param isSecret whether its entries are only counted. */
export function noticeOf(event: ListEvent, isSecret: boolean): Notice {
  const { list, entries, isUnseen, code } = event;
  const { severity = "info", print } = sentences[code];
  const message = print(describeEntries(entries, { isSecret }), event) + (isUnseen ? " Not verified." : "");
  return { severity, subject: nameList(list.appListId, list.name), message, event };
}

/** A notice about the list of a resource. */
function notice(state: State, message: string): Notice {
  return { severity: "info", subject: listName(state), message };
}

/** A change that the guard stops, for a preview that reports it: a notice for each digest. */
export function overLimitNotices(operation: Operation, judgements: readonly Judgement[]): readonly Notice[] {
  const { before, list } = operation;
  const subject = nameList(list.identity.appListId, before?.facts.name);
  return judgements.map((judgement) => {
    const { reason, effect } = describeStop(operation, [judgement]);
    const message = `over the limit [${digestOf(operation, judgement)}]: ${reason}. It would ${effect}.`;
    return { severity: "info", subject, message };
  });
}

/**
 * The warning that a list becomes exclusive, or that an exclusive resource gets another list. The number of unmanaged
 * entries that the change removes is not known.
 */
export function willBeExclusive({ given, unknown }: ValidInputs, list: ListContext): readonly Notice[] {
  if (given.exclusive !== true || unknown.has("account")) return [];
  const message =
    "every entry of the list that is not in the program is removed. To see them, and to approve two or more of a kind: " +
    printComparison(list);
  return [{ severity: "warning", subject: nameList(list.identity.appListId, undefined), message }];
}

/** The plan of a create in one line. Whether some of the entries are in the list already is not known. */
export function noticesBeforeCreate({ entries, given, isSecret }: CompleteInputs, update: Update): readonly Notice[] {
  const message = summarize(update, count(entries), noEntries, { purpose: given.purpose, isSecret });
  const subject = nameList(given.appListId, undefined);
  return message === undefined ? [] : [{ severity: "info", subject, message: `plan: up to ${message}` }];
}

/** What the list of the state loses because the resource gets another one: what others declare by then stays. */
export function noticesBeforeReplacement(
  state: State,
  { given: { appListId }, isSecret }: ValidInputs,
  update: Update,
): readonly Notice[] {
  const message = `plan: ${summarizeRemovals(update, `, because appListId is ${appListId} now`, isSecret)}`;
  return isEmpty(removedEntries(update)) ? [] : [notice(state, message)];
}

/**
 * The notices before an update: the plan in one line, such as `+1 app bundle → 6 managed: +"com.new"; used by
 * campaigns`, and one line for each other effect.
 */
export function noticesBeforeChange(
  { list, limits }: Pick<Operation, "list" | "limits">,
  state: State,
  { entries: after, given }: CompleteInputs,
  update: Update,
): readonly Notice[] {
  const { adopted } = state.ownership;
  const { hasAssociatedCampaigns = false, unmanaged = 0 } = state.facts;
  const summary = summarize(update, count(after), limits.whole, { purpose: given.purpose, isSecret: state.isSecret });
  // A list that becomes exclusive has a warning of its own.
  const isCleared = given.exclusive === true && state.given.exclusive === true && unmanaged > 0;
  const removes = isCleared || !isEmpty(removedEntries(update));
  // An exclusive list can contain more unmanaged entries than the state shows.
  const unread = given.exclusive === true && list.observed === undefined ? "; the list was not read" : "";
  const remark = (removes && hasAssociatedCampaigns ? "; used by campaigns" : "") + unread;
  const undeclared = state.imported === true ? update.kept : noEntries;
  const claimed = given.claimExisting === true ? intersection(adopted, after) : noEntries;
  const cleared =
    `exclusive, so unmanaged entries will be removed (${formatCount(unmanaged)} when the list was last read)` +
    `${summary === undefined ? remark : ""}.`;
  return [
    ...(summary === undefined ? [] : [notice(state, `plan: ${summary}${remark}`)]),
    ...(isCleared ? [notice(state, cleared)] : []),
    ...[...eventsOn(state, "claimed", claimed), ...eventsOn(state, "released", undeclared)].map((event) =>
      noticeOf(event, state.isSecret),
    ),
  ];
}
