import { listFirst, quote } from "../common/quote";
import { AppListError } from "../common/error";
import { count, difference, isEmpty, noChanges, noEntries, unionAll, type Action, type Entries } from "../list/entries";
import { kinds } from "../list/kinds";
import { hasNoChanges } from "../list/plan";
import { formatCounts, describeEntries, nameList } from "../list/summary";
import { findLookAlikes, seenEntries, seenViews, unseen, type Views } from "../list/views";
import { ApiError, endSentence, forgetResource, ifListIsGone } from "../api/errors";
import { sourceName, type SettingOwner } from "../api/keys";
import type { ListAccess } from "./access";
import type { Goal, RefusedChange } from "./goal";
import { initialKnowledge, progressOf, type Knowledge, type Progress } from "./knowledge";
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
  /** Whether the change has sent a request that can change the list. Default: it has not. */
  readonly hasSent?: boolean;
  /** The list as it is known. Default: nothing was read. */
  readonly views?: Views;
  /** Whether the change is the deletion of its resource. Default: it is not. */
  readonly isDelete?: boolean;
  /** Whether the change is the creation of its resource. Default: it is not. */
  readonly isNew?: boolean | undefined;
  /** Whose settings are used. Default: those of the stack. */
  readonly owner?: SettingOwner;
  /** What to do after a failure, as a sentence: "Run pulumi up again: it reads the list first." */
  readonly next?: string;
}

/** A change that did not reach its goal. Its message: what happened, what was and was not changed, what to do. */
export class ChangeError extends AppListError {
  readonly code: Failure["code"];
  readonly appListId: number;
  readonly details: Failure;

  constructor(details: Failure, subject: Subject) {
    const options = "cause" in details ? { cause: details.cause } : undefined;
    const { problem, advice } = describe(details, subject);
    const lines = [...problem, describeProgress(subject, details), ...advice];
    const text = lines.filter((line) => line !== undefined && line !== "").join("\n");
    super(`${nameList(subject.appListId, subject.name)}: ${text}`, options);
    this.code = details.code;
    this.appListId = subject.appListId;
    this.details = details;
  }
}

/** The error for a failed change. */
export function errorOf(failure: Failure, knowledge: Knowledge, goal: Goal, access: ListAccess): ChangeError {
  // The removal guard can refuse a change before anything was sent, or after the additions.
  const hasSent = !hasNoChanges(knowledge.sent);
  return new ChangeError(failure, {
    appListId: access.appListId,
    name: knowledge.appList?.name ?? goal.listName,
    progress: hasSent || failure.code !== "CHANGE_LIMIT" ? progressOf(knowledge, goal) : undefined,
    hasSent,
    views: knowledge.views,
    isDelete: goal.removalGuard === "off",
    isNew: goal.isNew,
    owner: access.owner,
    next: goal.next,
  });
}

/** The error for a change whose list could not be read before it. */
export function firstReadError(error: unknown, goal: Goal, access: ListAccess): unknown {
  if (!(error instanceof ApiError)) return error;
  if (error.meaning === "absent" && goal.isNew !== true) {
    return error.with({ advice: [...(error.texts.advice ?? []), ifListIsGone(access.appListId)] });
  }
  if (error.meaning !== "notPermitted") return error;
  const circumstances = { declaredElsewhere: noEntries, remainingTime: 0, isCanceled: false };
  const knowledge = initialKnowledge({ outcome: "notVerified", reason: "" }, goal, circumstances);
  // Denied can only be the addition of a sentinel.
  const sent = error.effect === "none" ? noChanges : { ...noChanges, add: goal.desired };
  return errorOf({ code: "PERMISSION_DENIED", cause: error }, { ...knowledge, sent }, goal, access);
}

/** What happened, and what to do, in lines. Those that are undefined or empty do not apply. */
interface Description {
  readonly problem: readonly string[];
  readonly advice: readonly (string | undefined)[];
}

function describe(failure: Failure, subject: Subject): Description {
  const {
    appListId,
    progress,
    views = seenViews(noEntries),
    isDelete = false,
    isNew = false,
    owner = {},
    next,
  } = subject;
  switch (failure.code) {
    case "CHANGE_INTERRUPTED":
    case "PERMISSION_DENIED":
    case "INTERNAL": {
      const { texts, meaning } = failure.cause ?? {};
      const { problem, advice = [] } = texts ?? { problem: "There was no response to a request." };
      const remedy = {
        CHANGE_INTERRUPTED: next,
        PERMISSION_DENIED: undefined,
        INTERNAL: isDelete ? `To end the resource without changing the list: ${forgetResource}` : undefined,
      }[failure.code];
      const isGone = meaning === "absent" && !isNew;
      return {
        problem: [
          decapitalize(problem).replace(`may not change ${nameList(appListId, undefined)}`, "may not change this list"),
        ],
        advice: [...advice, isGone ? ifListIsGone(appListId) : undefined, remedy],
      };
    }
    case "COMMAND_CANCELED":
      return { problem: ["the command was canceled."], advice: [next] };
    case "LIST_UNVERIFIED": {
      const problem = `exclusive requires that the list can be read, and it could not be: ${failure.reason}.`;
      return {
        problem: [problem],
        advice: [`Change ${sourceName(owner, "observe")}, or remove exclusive from the resource.`],
      };
    }
    case "CHANGE_LIMIT":
      return { problem: [`this change ${failure.reason}.`, `It would ${failure.effect}.`], advice: failure.commands };
    case "ENTRIES_REFUSED": {
      const { action, groups } = failure;
      const { status, detail } = groups[0]?.error ?? {};
      const together = " (refused together with others; not narrowed down further)";
      const named = groups.map(({ entries, isCertain }) => describeEntries(entries) + (isCertain ? "" : together));
      const refused = unionAll(groups.map(({ entries }) => entries));
      const returned = detail === undefined ? "" : ` The API returned: ${endSentence(detail)}`;
      const problem = `the API refused to ${action} ${named.join("; ")} (${status}).${returned}`;
      const isFull = action === "add" && progress !== undefined && !isEmpty(progress.toRemove);
      const advice = [
        action === "add" ? describeForms(refused, views) : undefined,
        isDelete ? describeLast(refused, views) : "Fix these entries, or remove them from the program.",
        isEmpty(unseen(views, refused)) ? undefined : hiddenRemedy(action, sourceName(owner, "observe")),
        isFull ? "If the list is full, run one pulumi up that only removes: removals follow all additions." : undefined,
      ];
      return { problem: [problem], advice: [...advice, next] };
    }
    case "ENTRIES_NOT_APPLIED": {
      const { missing = noEntries, removedMeanwhile = noEntries, remaining = noEntries } = failure;
      const forms = describeForms(missing, views);
      const faults = [
        isEmpty(missing) ? "" : `left out ${describeEntries(missing)}`,
        isEmpty(remaining) ? "" : `kept ${describeEntries(remaining)}`,
      ].filter((fault) => fault !== "");
      const others = "someone else is changing the list and removes entries that this change adds";
      const hasComma = kinds.some((kind) => [...remaining[kind]].some((entry) => entry.includes(",")));
      return {
        problem: [
          faults.length === 0 ? "" : `the API returned success, but ${faults.join(" and ")}.`,
          isEmpty(removedMeanwhile) ? "" : `${others}: ${describeEntries(removedMeanwhile)}.`,
        ],
        advice: [
          forms,
          hasComma ? "No request can name an entry that contains a comma: remove it from the list by hand." : undefined,
          faults.length > 0 && forms === undefined ? "Ask the operator of the API for the reason." : undefined,
          next,
        ],
      };
    }
  }
}

/** A sentence after a colon. It can begin with a user name, which stays as it is. */
function decapitalize(sentence: string): string {
  return sentence.replace(/^(?:The|There)\b/u, (word) => word.toLowerCase());
}

/** The form in which the API stores entries that it does not show as they are declared, if that is the reason. */
function describeForms(declared: Entries, views: Views): string | undefined {
  const lookAlikes = findLookAlikes(declared, views);
  if (lookAlikes.length === 0) return undefined;
  const forms = listFirst(lookAlikes, ([entry, stored]) => `${quote(entry)} as ${quote(stored)}`);
  return `The API stores ${forms}: write that.`;
}

/** The advice for a resource that cannot be deleted. An API may refuse to remove the last entries of a list. */
function describeLast(refused: Entries, views: Views): string {
  const forget = `end the resource without changing the list: ${forgetResource}`;
  return isEmpty(difference(seenEntries(views), refused))
    ? `The API may refuse to empty a list: add another entry to it by hand, or ${forget}`
    : `To leave these entries in the list, ${forget}`;
}

/** The advice if a refusal may mean that nothing is to be done, and the API does not show that. */
function hiddenRemedy(action: Action, observe: string): string {
  return action === "add"
    ? "An API may refuse entries that are in the list already, and this one does not show them: leave such entries out of " +
        "the program, or remove them from the list first."
    : `An API may refuse to remove absent entries, and this one does not show them: if ${observe} is not probe, set it to ` +
        "probe for one command to find that out.";
}

/** What was and was not changed, as far as it is observed or acknowledged, and what remains, as a sentence. */
function describeProgress({ progress, hasSent = false }: Subject, failure: Failure): string {
  if (progress === undefined) return "Nothing was changed.";
  const { added, removed, toAdd, toRemove, unconfirmed } = progress;
  const join = (parts: readonly (readonly [before: string, entries: Entries, after?: string])[]): string => {
    const some = parts.filter(([, entries]) => !isEmpty(entries));
    return some.map(([before, entries, after = ""]) => before + formatCounts(entries) + after).join(" and ");
  };
  const done = join([
    ["added ", added],
    ["removed ", removed],
  ]);
  const isOpen = !isEmpty(unconfirmed);
  const remain = count(isEmpty(toAdd) ? toRemove : toAdd) === 1 ? " remains" : " remain";
  const remaining = join([
    ["", toAdd, `${remain} to be added`],
    ["", toRemove, `${isEmpty(toAdd) ? remain : ""} to be removed`],
  ]);
  // The problem named these entries.
  const they = count(unconfirmed) === 1 ? "it" : "they";
  const isNamed = done === "" && failure.code === "CHANGE_INTERRUPTED" && failure.cause?.effect === "possible";
  const parts = [
    done === "" ? "" : `this change ${done}`,
    isOpen ? `${isNamed ? they : formatCounts(unconfirmed)} may or may not be in the list` : "",
    done === "" && !isOpen ? (hasSent ? "no change was observed" : "nothing was added or removed") : "",
    remaining,
  ];
  const text = parts.filter((part) => part !== "").join("; ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
