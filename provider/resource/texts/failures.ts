import { listFirst, quote } from "../../common/quote";
import { AppListError } from "../../common/error";
import { hasNoChanges, isEmpty, noEntries, union, type Action, type Entries } from "../../list/entries";
import { formatCounts, nameList } from "../../list/summary";
import { findLookAlikes, seenViews, unseen, type Views } from "../../list/views";
import type { ErrorTexts } from "../../api/errors";
import { sourceName, type SettingOwner } from "../../api/keys";
import type { Failure } from "../../sync/failure";
import type { NotVerified } from "../../sync/observe";
import type { ChangeResult } from "../../sync/reconcile";
import { printComparison } from "../approval";
import type { Operation } from "../operation";
import type { State } from "../state";
import { printAccount } from "./conflicts";
import { naming, type Naming } from "./naming";
import { describeStop } from "./stops";

/** A change that did not reach its goal. */
export interface FailedChange {
  readonly failure: Failure;
  readonly operation: Pick<Operation, "list" | "before" | "intent">;
  /** The change until its failure. Default: it did not begin. */
  readonly change?: Change;
}

type Effects = "sent" | "added" | "removed" | "unconfirmed" | "unowned" | "mayHaveChanged";

type Change = Pick<ChangeResult, Effects | "appList" | "viewsAfter">;

/** The message describes what happened, what was and was not changed, and what to do. */
export class ChangeError extends AppListError {
  readonly code: Failure["code"];
  readonly details: FailedChange;

  constructor(failed: FailedChange, names = naming()) {
    const { failure, operation, change } = failed;
    const [problem, ...advice] = describe(failed, names);
    const unowned = change?.unowned ?? noEntries;
    const effects = describeEffects(change, names);
    const ifUnowned = isEmpty(unowned) ? undefined : adviceOnUnowned(operation.list);
    const lines = [problem, effects, ifUnowned, ...advice].filter((line) => line !== undefined);
    const options = "cause" in failure ? { cause: failure.cause } : undefined;
    const { appListId } = operation.list.identity;
    const list = nameList(appListId, change?.appList?.name ?? operation.before?.facts.name);
    super(`${list}: ${lines.join("\n")}`, options);
    this.code = failure.code;
    this.details = failed;
  }
}

/** The problem in sentences, and the advice in lines. Lines that are undefined do not apply. */
function describe(
  { failure, operation, change }: FailedChange,
  names: Naming,
): readonly [problem: string, ...advice: (string | undefined)[]] {
  const { list, before, intent } = operation;
  const { owner } = list;
  const isDelete = intent.what === "delete";
  const views = change?.viewsAfter ?? seenViews(noEntries);
  const next = isDelete ? nextDelete : "Run pulumi up again: it reads the list first.";
  switch (failure.code) {
    case "CHANGE_INTERRUPTED":
    case "PERMISSION_DENIED":
    case "INTERNAL": {
      const none: ErrorTexts = { problem: "There was no response to a request." };
      const { problem, advice = [] } = failure.cause?.texts ?? none;
      // The reason that an API returns can repeat entries.
      const { detail = "" } = failure.cause ?? {};
      const shown = detail === "" ? problem : (names.unlessSecret(problem) ?? problem.replaceAll(detail, "[secret]"));
      const ifStuck = failure.code === "INTERNAL" && isDelete ? toForget : undefined;
      const ifGone = failure.cause?.meaning === "absent" && before !== undefined ? ifAbsent(before, owner) : [];
      // A 429 has its own advice, to wait before the next command.
      const isRetried = failure.code === "CHANGE_INTERRUPTED" && failure.cause?.code !== "RATE_LIMITED";
      return [
        shown.replace(/^(?:The|There)\b/u, (word) => word.toLowerCase()),
        ...advice,
        ...ifGone,
        isRetried ? next : ifStuck,
      ];
    }
    case "COMMAND_CANCELED":
      return ["the command was canceled.", next];
    case "LIST_UNVERIFIED": {
      const problem = `an exclusive list must be readable, but it could not be read: ${describeNotRead(owner, failure.first)}.`;
      return [problem, `Change ${sourceName(owner, "observe")}, or remove exclusive from the resource.`];
    }
    case "CHANGE_LIMIT": {
      const { reason, effect, commands } = describeStop({ operation, judgements: failure.judgements }, names);
      return [`${reason}.\nIt would ${effect}.`, ...commands];
    }
    case "ENTRIES_REFUSED": {
      const { action, alone, together, error } = failure;
      const groups = [alone, together].filter((some) => !isEmpty(some));
      const named = groups.map((some) => names.entries(some) + (some === together ? refusedTogether : "")).join("; ");
      const detail = names.unlessSecret(error.detail);
      return [
        `the API refused to ${action} ${named} (${error.status})${detail === undefined ? "" : `: "${detail}"`}.`,
        action === "add" ? names.unlessSecret(describeForms(groups, views)) : undefined,
        ...(isDelete ? [toForget] : [error.status === 409 ? ifConflict + fixRefused[action] : fixRefused[action]]),
        isEmpty(unseen(views, union(alone, together)))
          ? undefined
          : `The API does not show these entries. ${hiddenReason[action]}`,
        isEmpty(together)
          ? undefined
          : `If the API limits the number of entries in a request, set ${sourceName(owner, "maxEntriesPerRequest")}.`,
        action === "add" ? ifFull : undefined,
        next,
      ];
    }
    case "ENTRIES_NOT_APPLIED": {
      const { missing = noEntries, removedMeanwhile = noEntries, remaining = noEntries } = failure;
      const faults = [
        ["the API returned success, but left out", missing],
        ["the API returned success, but kept", remaining],
        ["someone else is changing the list and removes entries that this change adds:", removedMeanwhile],
      ] as const;
      const some = faults.filter(([, entries]) => !isEmpty(entries));
      const problem = some.map(([fault, entries]) => `${fault} ${names.entries(entries)}.`).join("\n");
      const ask = isEmpty(removedMeanwhile) ? "Ask the operator of the API for the reason." : undefined;
      // The API ignores spaces in a request, but not in its list.
      const ifKept = "If it is written otherwise in the list, as with a space before it, remove it in the dashboard.";
      if (!isEmpty(remaining) && isEmpty(missing)) return [problem, ifKept, next];
      return [problem, names.unlessSecret(describeForms([missing], views)) ?? ask, next];
    }
  }
}

const refusedTogether = " (refused together with others; not narrowed down further)";

/** Why a list could not be read, as a part of a sentence. */
export function describeNotRead(owner: SettingOwner, { refusal, reader }: NotVerified): string {
  const [observe, readPath] = [sourceName(owner, "observe"), sourceName(owner, "readPath")];
  if (refusal === undefined) return `${observe} is off`;
  const { status, detail, meaning } = refusal;
  const refused = `the API refused the probe (${status}${detail === undefined ? "" : `, ${detail}`})`;
  const remedy = `. If it has a read endpoint: set ${observe} to read, and ${readPath} to its path`;
  const orAbsent = ": the list does not exist, or the API returns 404 when an entry is not in the list";
  const sentinel = reader.by === "none" ? ". It also refused to add a sentinel" : "";
  return refused + (meaning === "absent" ? orAbsent : remedy) + sentinel;
}

/** The advice if the list of a state gets 404. @param owner the owner of the login of the request. */
export function ifAbsent({ given: { appListId, account } }: State, owner: SettingOwner): readonly string[] {
  const isGone = ifListIsGone(appListId);
  return owner.account === account
    ? [isGone]
    : [isGone, `Or take the other account back: it was ${printAccount(account)}.`];
}

const nextDelete =
  "Run pulumi destroy again, or pulumi up without this resource: it reads the list first.\n" +
  "To keep the resource instead, run pulumi up --refresh.";

/** The advice if the API stores declared entries in another spelling; undefined if it does not. */
function describeForms(declared: readonly Entries[], views: Views): string | undefined {
  const lookAlikes = declared.flatMap((entries) => findLookAlikes(entries, views));
  if (lookAlikes.length === 0) return undefined;
  const forms = listFirst(lookAlikes, ([entry, stored]) => `${quote(entry)} as ${quote(stored)}`);
  return `The API stores ${forms}. Use that spelling in the program.`;
}

/** The advice if a list may be gone. No response proves that, so a person decides. */
export function ifListIsGone(appListId: number): string {
  return `If app list ${appListId} no longer exists, remove its resource from the state, then from the program: ${forgetResource}`;
}

/** Before the resource is removed from the program: the next `up` would otherwise remove its entries from the list. */
const forgetResource = "pulumi state delete URN";

const toForget = `To forget the resource, and keep its entries in the list: ${forgetResource}`;

const fixRefused: Readonly<Record<Action, string>> = {
  add: "Fix these entries, or remove them from the program.",
  remove: "To keep these entries, declare them again. Otherwise, remove them from the list by hand.",
};

/** A conflict is the fault of another writer, or of the entries: the API has one status for both. */
const ifConflict = "If somebody else changed the list at the same time, only run the command again. Otherwise: ";

/** Removals follow all additions, so a full list refuses a change that does both. */
const ifFull = "If the list is full: run one pulumi up that only removes, or use a second list.";

/** An API can refuse an entry because the request would have no effect. The provider never assumes that. */
const hiddenReason: Readonly<Record<Action, string>> = {
  add: "They may be in the list already. Compare them with the dashboard.",
  remove: `They may be gone already. If so, add them by hand and run the command again, or forget them: ${forgetResource}`,
};

function adviceOnUnowned(list: Operation["list"]): string {
  return (
    "Such an addition belongs to nobody: if it is in the list, a later pulumi up adopts it, and pulumi destroy then keeps " +
    "it. If no declared entry is someone else's, set claimExisting: true for one pulumi up: it claims all of them. After a " +
    `revert, this names it as undeclared, among others: ${printComparison(list)}`
  );
}

/** What was and was not changed, as far as it is observed or acknowledged, as a sentence. */
function describeEffects(change: Change | undefined, names: Naming): string {
  if (change === undefined || hasNoChanges(change.sent)) return "Nothing was changed.";
  const { added, removed, unconfirmed, unowned } = change;
  const done = [
    ...(isEmpty(added) ? [] : [`added ${formatCounts(added)}`]),
    ...(isEmpty(removed) ? [] : [`removed ${formatCounts(removed)}`]),
  ];
  const open = [
    ...(isEmpty(unowned) ? [] : [names.entries(unowned)]),
    ...(isEmpty(unconfirmed.remove) ? [] : [formatCounts(unconfirmed.remove)]),
  ].map((some) => `${some} may or may not be in the list`);
  if (done.length > 0) open.unshift(`This change ${done.join(" and ")}`);
  return open.length === 0 ? "No change was observed." : `${open.join("; ")}.`;
}
