import { digest } from "./digest";
import { kinds } from "../list/kinds";
import { difference, isEmpty, noEntries, union, type Action, type Changes, type Entries } from "../list/entries";
import { describeEntries } from "../list/summary";
import { removedEntries, type Update } from "../list/update";
import { named } from "../common/quote";
import type { OverLimitTexts } from "../sync/goal";
import { appListCommand, type SettingOwner } from "../api/keys";
import type { ListIdentity } from "./identity";
import { approvalVariable, printApproval } from "./notice";

/** A change that is over the limit: its description, and the digest that approves it, if it can be approved. */
export interface OverLimit extends OverLimitTexts {
  readonly digest?: string | undefined;
}

/**
 * Identifies exactly one change: the list, its additions and its removals. One more entry makes another digest.
 *
 * @returns 16 hexadecimal digits.
 */
export function digestChange({ baseUrl, account, appListId }: ListIdentity, { add, remove }: Changes): string {
  const entries = [add, remove].map((each) => kinds.map((kind) => [...each[kind]].toSorted()));
  return digest(JSON.stringify([baseUrl ?? null, account ?? null, appListId, ...entries]));
}

/**
 * The changes that a person approves: those of an update that is planned from the state and the program alone. The
 * update may send fewer, for example if somebody else removes one of the entries before. The unmanaged entries of an
 * exclusive list are not among them.
 */
export function approvableChange(planned: Update): Changes {
  const { add, addAgain, absent } = planned;
  return { add: difference(add, addAgain), remove: union(removedEntries(planned), absent) };
}

/** A change as a person approves it: as it is planned from the state, and as it is with all that is known of the list. */
export interface Approvable {
  readonly planned: Changes;
  readonly now: Changes;
}

/** The number of digits that identify the plan in the digest of a change that also removes other entries. */
const planDigits = 8;

/** The digest that approves a change: that of its plan or, if it removes other entries, of exactly this change. */
export function digestOf(identity: ListIdentity, { planned, now }: Approvable): string {
  const digest = digestChange(identity, planned);
  if (isEmpty(difference(now.remove, planned.remove))) return digest;
  return digest.slice(0, planDigits) + digestChange(identity, now).slice(planDigits);
}

/** Whether an approved digest is one of a change with this plan. Whether it is this change shows only the list. */
export function mayBeApproved({ identity, approved }: Approvals, planned: Changes): boolean {
  const digest = digestChange(identity, planned).slice(0, planDigits);
  return [...approved].some((each) => each.startsWith(digest));
}

/** The digests in `APP_LIST_APPROVE`, separated by commas or whitespace. */
export function readApprovals(environment: Readonly<Record<string, string | undefined>>): ReadonlySet<string> {
  return new Set((environment[approvalVariable] ?? "").split(/[\s,]+/u).filter((digest) => digest !== ""));
}

/** The entries of a change that are over its limit. */
export interface ExcessEntries {
  readonly action: Action;
  readonly entries: Entries;
  /** Whether the entries are only counted. */
  readonly isSecret: boolean;
  /** Whether the list is exclusive in the state. Then a refresh shows its unmanaged entries. Default: false. */
  readonly isExclusive?: boolean;
  /** The unmanaged entries that the change removes. Default: none. */
  readonly unmanaged?: Entries;
  /** Whether the resource is deleted or replaced: only a report shows these entries. Default: false. */
  readonly isDelete?: boolean;
}

/** The facts of a run that approve changes of a list, or describe how to approve them. */
export interface Approvals {
  readonly identity: ListIdentity;
  /** The digests of the changes that a person has approved. They may be of other lists. */
  readonly approved: ReadonlySet<string>;
  /** The owner of the settings. */
  readonly owner: SettingOwner;
}

/** The command that counts the unmanaged entries of a list. */
export function printComparison({ identity, owner }: Approvals): string {
  return appListCommand(owner, "diff", String(identity.appListId), "FILE");
}

/**
 * Describes a change that is over the limit.
 *
 * @param digest the digest that approves it.
 */
export function describeOverLimit(
  approvals: Approvals,
  digest: string,
  { action, entries, isSecret, isExclusive = false, unmanaged = noEntries, isDelete = false }: ExcessEntries,
): Omit<OverLimit, "reason"> {
  const { approved } = approvals;
  // Only digests are printed, because the variable may contain any text. The others may approve changes of other lists.
  const kept = [...approved].filter((approval) => /^[0-9a-f]{16}$/u.test(approval) && approval !== digest);
  const approving = `${printApproval([digest, ...kept])} pulumi`;
  // A preview shows unmanaged entries only if it reads the list, and the list was exclusive before.
  const { program = "npx --no-install app-list" } = approvals.owner.appList ?? {};
  const show = isDelete
    ? `${approving} preview --json | ${program} report --all`
    : isEmpty(unmanaged)
      ? `${approving} preview --diff`
      : isExclusive
        ? `${approving} preview --diff --refresh`
        : printComparison(approvals);
  const other = approved.size === 0 ? "" : `${approvalVariable} approves another change. `;
  return {
    digest,
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
