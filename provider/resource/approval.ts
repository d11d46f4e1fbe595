import { digest } from "./digest";
import { kinds } from "../list/kinds";
import { difference, isEmpty, union, type Changes } from "../list/entries";
import { removedEntries, type Update } from "../list/update";
import { appListCommand, type SettingOwner } from "../api/keys";
import type { ListIdentity } from "./identity";
import { approvalVariable } from "./notice";

/**
 * Identifies exactly one change: the list, its additions and its removals. One more entry makes another digest.
 *
 * @returns 16 hexadecimal digits.
 */
export function digestChange({ baseUrl, appListId }: ListIdentity, { add, remove }: Changes): string {
  const entries = [add, remove].map((each) => kinds.map((kind) => [...each[kind]].toSorted()));
  return digest(JSON.stringify([baseUrl ?? null, appListId, ...entries]));
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

/** The number of digits that identify the plan in the digest of a change that also removes other entries. */
const planDigits = 8;

/**
 * The digest that approves a change: that of its plan or, if it removes other entries, of exactly this change.
 *
 * @param planned the change as it is planned from the state.
 * @param now the change with all that is known of the list. Default: as planned.
 */
export function digestOf(identity: ListIdentity, planned: Changes, now = planned): string {
  const digest = digestChange(identity, planned);
  if (isEmpty(difference(now.remove, planned.remove))) return digest;
  return digest.slice(0, planDigits) + digestChange(identity, now).slice(planDigits);
}

/** Whether an approved digest is one of a change with this plan. Whether it is this change shows only the list. */
export function mayBeApproved({ identity, approved }: ListContext, planned: Changes): boolean {
  const digest = digestChange(identity, planned).slice(0, planDigits);
  return [...approved].some((each) => each.startsWith(digest));
}

/**
 * The digests in `APP_LIST_APPROVE`: the content of a file as people write it. `#` starts a comment, other words are not
 * read, and letter case does not matter.
 */
export function readApprovals(environment: Readonly<Record<string, string | undefined>>): ReadonlySet<string> {
  const text = (environment[approvalVariable] ?? "").replaceAll(/#.*/gu, "").toLowerCase();
  return new Set(text.match(/(?<!\w)[0-9a-f]{16}(?!\w)/gu));
}

/** The facts of a run that judge the changes of a list, or describe how to approve them. */
export interface ListContext {
  readonly identity: ListIdentity;
  /** The digests of the changes that a person has approved. They may be of other lists. */
  readonly approved: ReadonlySet<string>;
  /** The owner of the settings. */
  readonly owner: SettingOwner;
  /** In UTC, as `YYYY-MM-DD`. */
  readonly today: string;
}

/** The command that counts the unmanaged entries of a list. */
export function printComparison({ identity, owner }: ListContext): string {
  return appListCommand(owner, "diff", String(identity.appListId), "FILE");
}
