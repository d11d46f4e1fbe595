import { createHash } from "node:crypto";
import { kinds } from "../list/kinds";
import type { Changes } from "../list/entries";
import type { ListIdentity } from "./identity";

/** The environment variable with the digests of approved changes. There is no setting: Pulumi would save it. */
const variable = "APP_LIST_APPROVE";

export interface ApprovableChange extends Changes {
  /** The list for which the resource leaves this one, if the change is a replacement. */
  readonly replacement?: Pick<ListIdentity, "account" | "appListId">;
}

/** The approvals of changes of one list, in one run. */
export class Approvals {
  readonly #list: ListIdentity;
  readonly #digests: ReadonlySet<string>;

  /** @param digests the digests of the changes that a person has approved. */
  constructor(list: ListIdentity, digests: ReadonlySet<string>) {
    this.#list = list;
    this.#digests = digests;
  }

  /** Whether a person has approved any change, perhaps of another list. */
  get areGiven(): boolean {
    return this.#digests.size > 0;
  }

  /** Whether a person has approved exactly this change. */
  has(change: ApprovableChange): boolean {
    return this.#digests.has(digestChange(this.#list, change));
  }

  /** The command that approves a change, as the end of a refusal. */
  command(change: ApprovableChange): string {
    return approvalCommand(digestChange(this.#list, change), this.#digests);
  }
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
 * The command that approves exactly one change.
 *
 * @param approvals the digests that are set already. They may approve other changes of the same run, so the printed
 * value keeps them.
 */
export function approvalCommand(digest: string, approvals: ReadonlySet<string>): string {
  const kept = [...approvals].filter((approval) => isDigest(approval) && approval !== digest);
  const remark =
    approvals.size === 0
      ? ""
      : ` (${variable} approves another change now${kept.length === 0 ? "" : "; the new value keeps that"}.)`;
  return `Or approve exactly this change: ${variable}=${[digest, ...kept].join(",")} pulumi up${remark}`;
}

/** Only a digest is printed: the variable may contain any text. */
function isDigest(approval: string): boolean {
  return /^[0-9a-f]{16}$/u.test(approval);
}
