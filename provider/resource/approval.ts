import { digest } from "./digest";
import { kinds } from "../list/kinds";
import { isEmpty, type Changes, type Entries } from "../list/entries";
import { nameRemovals } from "../list/summary";
import { printable } from "../common/quote";
import type { RefusedChange } from "../sync/goal";
import { listKey, type ListIdentity } from "./identity";

/** The environment variable with the digests of approved changes. There is no setting: Pulumi would save it. */
const variable = "APP_LIST_APPROVE";

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

/** The digests in `APP_LIST_APPROVE`: one, or several separated by commas or whitespace. */
export function readApprovals(environment: Readonly<Record<string, string | undefined>>): ReadonlySet<string> {
  return new Set((environment[variable] ?? "").split(/[\s,]+/u).filter((digest) => digest !== ""));
}

/** What of a change a refusal does not print, or needs another command for. */
export interface Shown {
  /** The names of the inputs that are secret, or were. */
  readonly secret: ReadonlySet<string>;
  /** Whether the state has the list as an exclusive one, so that a refresh shows its unmanaged entries. */
  readonly isExclusive: boolean;
}

/**
 * A refused change, for people.
 *
 * @param unmanaged the entries that it removes and the resource does not manage.
 * @param approvals the digests that are set already. They may approve other changes of the same run, so the printed
 * value keeps them.
 */
export function describeRefused(
  list: ListIdentity,
  change: ApprovableChange,
  unmanaged: Entries,
  approvals: ReadonlySet<string>,
  { secret, isExclusive }: Shown,
): RefusedChange {
  const digest = digestChange(list, change);
  // Only digests are printed: the variable may contain any text.
  const kept = [...approvals].filter((approval) => /^[0-9a-f]{16}$/u.test(approval) && approval !== digest);
  const approved = `${variable}=${[digest, ...kept].join(",")} pulumi`;
  // A preview shows unmanaged entries only of a list that it reads, and that was exclusive before.
  const show = isEmpty(unmanaged)
    ? `${approved} preview --diff`
    : isExclusive
      ? `${approved} preview --diff --refresh`
      : comparisonCommand(list);
  const other = approvals.size === 0 ? "" : `${variable} approves another change. `;
  return {
    removed: nameRemovals(change.remove, secret),
    commands: [
      `To see all of them: ${show}`,
      `${other}To approve exactly this change${other === "" ? "" : " as well"}: ${approved} up`,
    ],
  };
}

/** The command that counts the unmanaged entries of a list, as an exclusive resource removes them. */
export function comparisonCommand({ account, appListId }: Pick<ListIdentity, "account" | "appListId">): string {
  const option = account === undefined ? "" : ` --account ${shellWord(account)}`;
  return `app-list diff ${appListId} FILE --exclusive${option}`;
}

function shellWord(text: string): string {
  return /^[\w.-]+$/u.test(text) ? text : `'${printable(text).replaceAll("'", String.raw`'\''`)}'`;
}

/** The approvals of changes of one list, among them perhaps some of other lists. */
export function listApprovals(list: ListIdentity, approved: ReadonlySet<string>) {
  return {
    /** Whether a person has approved any change, perhaps of another list. */
    hasAny: approved.size > 0,
    /** Whether a person has approved exactly this change. */
    isApproved: (change: ApprovableChange) => approved.has(digestChange(list, change)),
    describe: (change: ApprovableChange, unmanaged: Entries, shown: Shown) =>
      describeRefused(list, change, unmanaged, approved, shown),
  };
}
