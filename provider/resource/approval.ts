import { createHash } from "node:crypto";
import { kinds } from "../list/kinds";
import type { Changes } from "../list/entries";

/** The environment variable with the digests of approved changes. There is no setting: Pulumi would save it. */
const variable = "APP_LIST_APPROVE";

/** A list, and the settings that lead to it. */
export interface ApprovedList {
  /** Undefined when it is not set, or not valid. */
  readonly baseUrl: string | undefined;
  readonly account: string | undefined;
  readonly appListId: number;
}

/**
 * Identifies exactly one change: this list, these additions, these removals. Another entry makes another digest.
 *
 * @returns 16 hexadecimal digits.
 */
export function digestOf({ baseUrl, account, appListId }: ApprovedList, change: Changes): string {
  const parts = [change.add, change.remove].map((entries) => kinds.map((kind) => [...entries[kind]].toSorted()));
  return createHash("sha256")
    .update(JSON.stringify([baseUrl ?? null, account ?? null, appListId, ...parts]))
    .digest("hex")
    .slice(0, 16);
}

/** The digests in `APP_LIST_APPROVE`: one, or several separated by commas or whitespace. */
export function readApprovals(environment: Readonly<Record<string, string | undefined>>): ReadonlySet<string> {
  return new Set((environment[variable] ?? "").split(/[\s,]+/u).filter((digest) => digest !== ""));
}

/**
 * The command that approves exactly one change, as the end of a refusal.
 *
 * @param approvals the digests that are set already. They may approve other changes of the same run, so the printed
 * value keeps them.
 */
export function howToApprove(digest: string, approvals: ReadonlySet<string>): string {
  const kept = [...approvals].filter((approval) => isDigest(approval) && approval !== digest);
  const remark =
    approvals.size === 0
      ? ""
      : ` (${variable} approves another change now${kept.length === 0 ? "" : "; the new value keeps that"}.)`;
  return `Or approve exactly this change: ${variable}=${[digest, ...kept].join(",")} pulumi up${remark}`;
}

/** Only a digest is printed: the variable may hold anything. */
function isDigest(approval: string): boolean {
  return /^[0-9a-f]{16}$/u.test(approval);
}
