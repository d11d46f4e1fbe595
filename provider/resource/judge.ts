import { plural } from "../common/format";
import { named } from "../common/quote";
import { areEqual, difference, isEmpty, noEntries, union, type Changes, type Entries } from "../list/entries";
import { overLimit, type Judgement } from "../list/limits";
import { describeEntries, printJudgement } from "../list/summary";
import { removedEntries, type Update } from "../list/update";
import type { OverLimitTexts } from "../sync/goal";
import { approvableChange, digestOf, mayBeApproved, printComparison } from "./approval";
import { approvalVariable, printApproval } from "./notice";
import { planFromState, type Operation } from "./operation";

/** A change that is over the limit: its numbers, its description, and the digest that approves it, if there is one. */
export interface OverLimit extends OverLimitTexts {
  readonly judgement: Judgement;
  readonly digest?: string | undefined;
}

/**
 * The judge of each operation: before it, in a preview and in a report, and before each of its removals.
 *
 * - A delete is judged if the run declares the resource or some of its entries: then it was replaced or renamed.
 * - Additions are judged by the state. The list may contain new entries already.
 *
 * @param update what the operation does, with all that is known of the list.
 * @returns the change if it is over a limit and not approved.
 */
export function judge(operation: Operation, update: Update): OverLimit | undefined {
  return judgeRemovals(operation, update) ?? judgeAdditions(operation);
}

function judgeRemovals(operation: Operation, update: Update): OverLimit | undefined {
  const { list, limits, intent, isReplaced = false } = operation;
  const isDelete = intent.what === "delete";
  const isAsked = !isDelete || isReplaced || !isEmpty(update.spared);
  const judgement = isAsked ? overLimit(update, { removal: limits.removal }) : undefined;
  if (judgement === undefined) return undefined;
  const plan = approvableChange(planFromState(operation));
  const { remaining, remove, add, unnamed } = update;
  if (unnamed.most > 0) return mayBeApproved(list, plan) ? undefined : overUnread(judgement, update, operation);
  const { unmanaged } = remove;
  const removed = removedEntries(update);
  const whole = digestOf(list.identity, plan, isDelete ? plan : { add, remove: removed });
  if (list.approved.has(whole)) return undefined;
  if (isDelete || areEqual(union(remaining.add, remaining.remove), union(add, removed))) {
    return describeOverLimit(operation, judgement, whole, removed, unmanaged);
  }
  // A part was sent. An approval of the whole still holds, but the next update plans the rest from its own state.
  const rest = { ...remaining, remove: difference(remaining.remove, unmanaged) };
  const digest = digestOf(list.identity, rest, remaining);
  return list.approved.has(digest)
    ? undefined
    : describeOverLimit(operation, judgement, digest, remaining.remove, unmanaged);
}

function judgeAdditions(operation: Operation): OverLimit | undefined {
  const { list, limits } = operation;
  if (limits.addition === undefined) return undefined;
  const planned = planFromState(operation);
  const judgement = overLimit(planned, { addition: limits.addition });
  if (judgement === undefined) return undefined;
  const plan = approvableChange(planned);
  const digest = digestOf(list.identity, plan);
  return list.approved.has(digest) ? undefined : describeOverLimit(operation, judgement, digest, plan.add);
}

/** The digest of the approval that an operation has used; undefined if it has used none. */
export function usedApproval(operation: Operation, sent: Changes): string | undefined {
  const { list, intent } = operation;
  const plan = approvableChange(planFromState(operation));
  const digest = digestOf(list.identity, plan, intent.what === "delete" ? plan : sent);
  return list.approved.has(digest) ? digest : undefined;
}

/** Describes an update of an exclusive list that was not read: the number of its unmanaged entries is from the state. */
function overUnread(judgement: Judgement, update: Update, { isSecret }: Operation): OverLimit {
  const removed = removedEntries(update);
  const effects = [
    ...(isEmpty(removed) ? [] : [describeEntries(removed, { most: named.toDecide, isSecret })]),
    plural(update.unnamed.least, "unmanaged entry", "unmanaged entries"),
  ];
  return {
    judgement,
    reason: `${printJudgement(judgement)}, according to the state, as the list was not read`,
    effect: `remove ${effects.join(" and ")}`,
    commands: ["To read the list, and to see how to approve exactly this change: pulumi preview --refresh"],
  };
}

/**
 * Describes a change that is over the limit.
 *
 * @param digest the digest that approves it.
 * @param entries the entries that it removes or adds.
 * @param unmanaged the unmanaged ones among them. Default: none.
 */
function describeOverLimit(
  { list, intent, isSecret }: Operation,
  judgement: Judgement,
  digest: string,
  entries: Entries,
  unmanaged: Entries = noEntries,
): OverLimit {
  const { approved, owner } = list;
  const action = judgement.limit === "removalLimit" ? "remove" : "add";
  // Only digests are printed, because the variable may contain any text. The others may approve changes of other lists.
  const kept = [...approved].filter((approval) => /^[0-9a-f]{16}$/u.test(approval) && approval !== digest);
  const approving = `${printApproval([digest, ...kept])} pulumi`;
  const { program = "npx --no-install app-list" } = owner.appList ?? {};
  // A preview shows unmanaged entries only if it reads the list, and the list was exclusive before: a comparison always.
  const show =
    intent.what === "delete"
      ? `${approving} preview --json | ${program} report --all`
      : isEmpty(unmanaged)
        ? `${approving} preview --diff`
        : printComparison(list);
  const other = approved.size === 0 ? "" : `${approvalVariable} approves another change. `;
  return {
    judgement,
    digest,
    reason: printJudgement(judgement),
    effect: `${action} ${describeEntries(entries, { most: named.toDecide, isSecret })}`,
    commands: [
      ...(action === "remove" ? [moving] : []),
      `To see all of them: ${show}`,
      `${other}To approve exactly this change${other === "" ? "" : " as well"}: ${approving} up`,
    ],
  };
}

/** The limit is judged without the other resources, which the engine checks in any order. */
const moving =
  "If another resource declares them now, let this one depend on it (dependsOn): then they stay. Without it, they can " +
  "leave the list for a while.";
