import { digest } from "./digest";
import { kinds } from "../list/kinds";
import type { Action, Entries } from "../list/entries";
import { appListCommand, type SettingOwner } from "../api/keys";
import type { ListIdentity } from "./identity";
import { approvalVariable } from "./texts/facts";

/**
 * The digest that approves that exactly these entries are added to a list or removed from it. One more entry makes another
 * digest.
 *
 * @returns 16 hexadecimal digits.
 */
export function digestNames({ baseUrl, appListId }: ListIdentity, action: Action, entries: Entries): string {
  const names = kinds.map((kind) => [...entries[kind]].toSorted());
  return digest(JSON.stringify([baseUrl ?? null, appListId, action, ...names]));
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

/** The command that names the unmanaged entries of a list, and prints the digests that approve their removal. */
export function printComparison({ identity, owner }: ListContext): string {
  return appListCommand(owner, "diff", String(identity.appListId), "FILE");
}
