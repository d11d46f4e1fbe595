import { createHash } from "node:crypto";
import { kinds } from "../list/kinds";
import type { Plan } from "../list/plan";
import { environmentName } from "../settings/keys";
import type { SettingsSource } from "../settings/settings";

/** A list, by what a program calls it. */
export interface ApprovedList {
  readonly account: string | undefined;
  readonly appListId: number;
}

/**
 * Names exactly one change: this list, these additions, these removals. Another entry in it is another digest.
 *
 * @returns 16 hexadecimal digits.
 */
export function digestOf({ account, appListId }: ApprovedList, change: Plan): string {
  const parts = [change.add, change.remove].map((entries) => kinds.map((kind) => [...entries[kind]].toSorted()));
  return createHash("sha256")
    .update(JSON.stringify([account ?? null, appListId, ...parts]))
    .digest("hex")
    .slice(0, 16);
}

/**
 * The digests in `app-list:approve` and in the environment: one, or several with commas or blanks between them. Both
 * count, since the configuration keeps what `-c` once set and would hide a new one.
 */
export function readApprovals({ config, environment }: SettingsSource): ReadonlySet<string> {
  const text = `${config("approve") ?? ""} ${environment[environmentName("approve")] ?? ""}`;
  return new Set(text.split(/[\s,]+/u).filter((digest) => digest !== ""));
}

/**
 * How to let exactly one change through, as the end of a refusal.
 *
 * @param approvals what is approved already: it may be another change of the same up, so the value to give has it too.
 */
export function howToApprove(digest: string, approvals: ReadonlySet<string>): string {
  const kept = [...approvals].filter((approval) => isDigest(approval) && approval !== digest);
  const other =
    approvals.size === 0
      ? ""
      : ` (What app-list:approve names now is another change${kept.length === 0 ? "" : "; it is kept behind this one"}.)`;
  return (
    `Or approve exactly this change: pulumi up -c app-list:approve=${[digest, ...kept].join(",")}${other} ` +
    "(Pulumi saves that in the stack's configuration file, where the same change would pass again later. To take it " +
    "out: pulumi config rm app-list:approve)"
  );
}

/** Only what can be a digest is shown: anything may stand in a setting. */
function isDigest(approval: string): boolean {
  return /^[0-9a-f]{16}$/u.test(approval);
}
