import { digest } from "../common/digest";
import { kinds } from "../list/kinds";
import type { Changes } from "../list/entries";
import type { ListIdentity } from "./identity";

/** The environment variable with the digests of approved changes. There is no setting: Pulumi would save it. */
const variable = "APP_LIST_APPROVE";

export interface ApprovableChange extends Changes {
  /** The list for which the resource leaves this one, if the change is a replacement. */
  readonly replacement?: Pick<ListIdentity, "account" | "appListId">;
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
  const parts = replacement === undefined ? entries : [...entries, replacement.account ?? null, replacement.appListId];
  return digest(JSON.stringify([baseUrl ?? null, account ?? null, appListId, ...parts]));
}

/** The digests in `APP_LIST_APPROVE`: one, or several separated by commas or whitespace. */
export function readApprovals(environment: Readonly<Record<string, string | undefined>>): ReadonlySet<string> {
  return new Set((environment[variable] ?? "").split(/[\s,]+/u).filter((digest) => digest !== ""));
}

/**
 * The command that approves exactly one change.
 *
 * @param approvals the digests that are set already. They may approve other changes of the same run, so the printed
 * value keeps them.
 */
export function approvalCommand(digest: string, approvals: ReadonlySet<string>): string {
  // Only digests are printed: the variable may contain any text.
  const kept = [...approvals].filter((approval) => /^[0-9a-f]{16}$/u.test(approval) && approval !== digest);
  const remark =
    approvals.size === 0
      ? ""
      : ` (${variable} approves another change now${kept.length === 0 ? "" : "; the new value keeps that"}.)`;
  return `Or approve exactly this change: ${variable}=${[digest, ...kept].join(",")} pulumi up${remark}`;
}

/** The approvals of changes of one list, among them perhaps some of other lists. */
export function listApprovals(list: ListIdentity, approved: ReadonlySet<string>) {
  return {
    /** Whether a person has approved any change, perhaps of another list. */
    hasAny: approved.size > 0,
    /** Whether a person has approved exactly this change. */
    isApproved: (change: ApprovableChange) => approved.has(digestChange(list, change)),
    /** The command that approves a change, as the end of a refusal. */
    howToApprove: (change: ApprovableChange) => approvalCommand(digestChange(list, change), approved),
  };
}
