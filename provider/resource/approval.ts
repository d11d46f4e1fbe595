import { digest } from "./digest";
import { kinds } from "../list/kinds";
import { difference, isEmpty, noEntries, union, type Action, type Changes, type Entries } from "../list/entries";
import { removableEntries } from "../list/ownership";
import { describeEntries } from "../list/summary";
import { named } from "../common/quote";
import type { RefusedChange } from "../sync/goal";
import { listKey, type ListIdentity } from "./identity";
import { approvalVariable, printApproval } from "./notice";
import type { State } from "./state";

/** A change that is over a limit: why, what it would do, and the digest that approves it, if it can be approved. */
export interface Refusal extends RefusedChange {
  readonly reason: string;
  readonly digest?: string | undefined;
}

export interface ApprovableChange extends Changes {
  /** The list for which the resource leaves this one, if the change is a replacement. */
  readonly replacement?: ListIdentity;
}

/**
 * Identifies exactly one change: this list, these additions, these removals, and the list that replaces it. Another entry
 * makes another digest.
 *
 * @returns 16 hexadecimal digits.
 */
export function digestChange(
  { baseUrl, account, appListId }: ListIdentity,
  { add, remove, replacement }: ApprovableChange,
): string {
  const entries = [add, remove].map((each) => kinds.map((kind) => [...each[kind]].toSorted()));
  const parts = replacement === undefined ? entries : [...entries, listKey(replacement)];
  return digest(JSON.stringify([baseUrl ?? null, account ?? null, appListId, ...parts]));
}

/**
 * What an update changes, by the state and the program alone. This is what a person approves: the update sends what of it is
 * left to do, for example if somebody removes one of the entries before. The unmanaged entries of an exclusive list are no
 * part of it.
 */
export function plannedChange(
  { ownership, missing }: Pick<State, "ownership" | "missing">,
  declared: Entries,
): Changes {
  return {
    add: difference(declared, union(ownership.managed, missing)),
    remove: difference(union(removableEntries(ownership, declared), missing), declared),
  };
}

/** What has to be approved for a change: what is planned, if it removes nothing else; otherwise exactly this change. */
export function approvableChange(planned: Changes, change: Changes): Changes {
  return isEmpty(difference(change.remove, planned.remove)) ? planned : change;
}

/** The digests in `APP_LIST_APPROVE`: one, or several separated by commas or whitespace. */
export function readApprovals(environment: Readonly<Record<string, string | undefined>>): ReadonlySet<string> {
  return new Set((environment[approvalVariable] ?? "").split(/[\s,]+/u).filter((digest) => digest !== ""));
}

/** The entries that a change adds or removes, which are more than its limit. */
export interface OverLimit {
  readonly action: Action;
  readonly entries: Entries;
  /** The names of the inputs that are secret, or were. */
  readonly secret: ReadonlySet<string>;
  /** Whether the state has the list as an exclusive one, so that a refresh shows its unmanaged entries. Default: false. */
  readonly isExclusive?: boolean;
  /** The entries that the change removes and the resource does not manage. Default: none. */
  readonly unmanaged?: Entries;
}

/** What a run knows about the approval of changes of a list. */
export interface Approvals {
  readonly identity: ListIdentity;
  /** The digests of the changes that a person has approved, perhaps of other lists. */
  readonly approved: ReadonlySet<string>;
  /** The command that counts the unmanaged entries of the list. */
  readonly comparison: string;
}

/** Whether a person has approved exactly this change. */
export function isApproved({ identity, approved }: Approvals, change: ApprovableChange): boolean {
  return approved.has(digestChange(identity, change));
}

/**
 * A change that is over a limit, for people.
 *
 * @param change what has to be approved.
 */
export function describeOverLimit(
  { identity, approved, comparison }: Approvals,
  change: ApprovableChange,
  { action, entries, secret, isExclusive = false, unmanaged = noEntries }: OverLimit,
): Omit<Refusal, "reason"> {
  const digest = digestChange(identity, change);
  // Only digests are printed: the variable may contain any text. The others may approve changes of other lists.
  const kept = [...approved].filter((approval) => /^[0-9a-f]{16}$/u.test(approval) && approval !== digest);
  const approving = `${printApproval([digest, ...kept])} pulumi`;
  // A preview shows unmanaged entries only of a list that it reads, and that was exclusive before.
  const show = isEmpty(unmanaged)
    ? `${approving} preview --diff`
    : isExclusive
      ? `${approving} preview --diff --refresh`
      : comparison;
  const other = approved.size === 0 ? "" : `${approvalVariable} approves another change. `;
  return {
    digest,
    effect: `${action} ${describeEntries(entries, { most: named.toDecide, secret })}`,
    commands: [
      `To see all of them: ${show}`,
      `${other}To approve exactly this change${other === "" ? "" : " as well"}: ${approving} up`,
    ],
  };
}
