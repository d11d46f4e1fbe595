import { digest } from "./digest";
import { kinds } from "../list/kinds";
import { difference, isEmpty, noEntries, union, type Action, type Changes, type Entries } from "../list/entries";
import { removableEntries } from "../list/ownership";
import { describeEntries } from "../list/summary";
import { named } from "../common/quote";
import type { OverLimitTexts } from "../sync/goal";
import { listKey, type ListIdentity } from "./identity";
import { approvalVariable, printApproval } from "./notice";
import type { State } from "./state";

/** A change that is over the limit: the reason, the effect, and the digest that approves it, if it can be approved. */
export interface OverLimit extends OverLimitTexts {
  readonly reason: string;
  readonly digest?: string | undefined;
}

export interface ApprovableChange extends Changes {
  /** The new list of the resource, if the change is a replacement. */
  readonly replacement?: ListIdentity;
}

/**
 * Identifies exactly one change: the list, its additions and removals, and the new list of a replacement. One more
 * entry makes another digest.
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
 * The changes of an update, according to the state and the program alone. A person approves these changes. The update
 * may send fewer, for example if somebody else removes one of the entries before. The unmanaged entries of an exclusive
 * list are not included.
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

/** The changes that a person must approve: the planned ones, or exactly this change if it removes other entries. */
export function approvableChange(planned: Changes, change: Changes): Changes {
  return isEmpty(difference(change.remove, planned.remove)) ? planned : change;
}

/** The digests in `APP_LIST_APPROVE`, separated by commas or whitespace. */
export function readApprovals(environment: Readonly<Record<string, string | undefined>>): ReadonlySet<string> {
  return new Set((environment[approvalVariable] ?? "").split(/[\s,]+/u).filter((digest) => digest !== ""));
}

/** The entries of a change that are over its limit. */
export interface ExcessEntries {
  readonly action: Action;
  readonly entries: Entries;
  /** The names of the inputs that are secret or were secret. */
  readonly secret: ReadonlySet<string>;
  /** Whether the list is exclusive in the state. Then a refresh shows its unmanaged entries. Default: false. */
  readonly isExclusive?: boolean;
  /** The unmanaged entries that the change removes. Default: none. */
  readonly unmanaged?: Entries;
}

/** The facts of a run that approve changes of a list, or describe how to approve them. */
export interface Approvals {
  readonly identity: ListIdentity;
  /** The digests of the changes that a person has approved. They may be of other lists. */
  readonly approved: ReadonlySet<string>;
  /** The command that counts the unmanaged entries of the list. */
  readonly comparison: string;
}

export function isApproved({ identity, approved }: Approvals, change: ApprovableChange): boolean {
  return approved.has(digestChange(identity, change));
}

/**
 * Describes a change that is over the limit.
 *
 * @param change the changes that a person must approve.
 */
export function describeOverLimit(
  { identity, approved, comparison }: Approvals,
  change: ApprovableChange,
  { action, entries, secret, isExclusive = false, unmanaged = noEntries }: ExcessEntries,
): Omit<OverLimit, "reason"> {
  const digest = digestChange(identity, change);
  // Only digests are printed, because the variable may contain any text. The others may approve changes of other lists.
  const kept = [...approved].filter((approval) => /^[0-9a-f]{16}$/u.test(approval) && approval !== digest);
  const approving = `${printApproval([digest, ...kept])} pulumi`;
  // A preview shows unmanaged entries only if it reads the list, and the list was exclusive before.
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
