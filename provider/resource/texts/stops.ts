import { formatCount, plural } from "../../common/format";
import { named, quote } from "../../common/quote";
import { bounds } from "../../list/bounds";
import { unionAll } from "../../list/entries";
import { kindName } from "../../list/kinds";
import { usualLimit, type Judgement } from "../../list/limits";
import { printLimit } from "../../list/summary";
import { printComparison } from "../approval";
import { shownUrl } from "../identity";
import { digestOf, type Stop } from "../judge";
import type { SharedDeclaration } from "../shared-declarations";
import { approvalVariable } from "./facts";
import { naming } from "./naming";

/** `value`: the limit as the program writes it, such as "30%" or "500". */
type PrintedJudgement = Omit<Judgement, "value" | "entries" | "names"> & { readonly value: string };

/**
 * A change that is over its limits, in sentences.
 *
 * @returns `reason`: the limits, and by how much: `removalLimit "30%" allows 3 of 12; this change removes 9 app bundles`.
 *   `effect`: what it would do, with some of its entries: `remove 9 app bundles ("com.a" and 8 more)`. `commands`: how to
 *   see all entries, and how to approve this change. Each line ends with a command.
 */
export function describeStop({ operation, judgements }: Stop, names = naming()) {
  const { list, intent } = operation;
  const { approved, owner } = list;
  const isDelete = intent.what === "delete";
  const { added = [], removed = [] } = Object.groupBy(judgements, ({ of }) => (of === "added" ? of : "removed"));
  const describe = (verb: string, some: readonly Judgement[]): readonly string[] =>
    some.length === 0 ? [] : [`${verb} ${names.entries(unionAll(some.map((each) => each.entries)), named.toDecide)}`];
  const isUnmanaged = removed.some(({ of }) => of === "unmanaged");
  const digests = new Set([...judgements.map((each) => digestOf(operation, each)), ...approved]);
  const approving = `${printApproval([...digests])} pulumi`;
  const { program = "npx --no-install app-list" } = owner.appList ?? {};
  // A preview shows unmanaged entries only if it reads the list, and the list was exclusive before: a comparison always.
  const show = isDelete
    ? `${approving} preview --json --show-sames | ${program} report --all`
    : isUnmanaged
      ? printComparison(list)
      : `${approving} preview --diff`;
  const other = approved.size === 0 ? "" : `${approvalVariable} approves another change. `;
  const because = isDelete ? ", because the resource is deleted or replaced" : "";
  return {
    reason: judgements.map((each) => printJudgement({ ...each, value: printLimit(each.value) }) + because).join(".\n"),
    effect: [...describe("remove", removed), ...describe("add", added)].join(" and "),
    commands: [
      ...new Set((list.elsewhere ?? []).map(warnOfOther)),
      ...(isUnmanaged ? ["To keep one of them, declare it."] : []),
      ...(removed.some(isShort) ? ["For a short list that changes often, set removalLimit: 3."] : []),
      `To see all of them: ${show}`,
      `${other}To approve exactly this change${other === "" ? "" : " as well"}: ${approving} up`,
    ],
  };
}

/** What is over a limit: `removalLimit "30%" allows 3 of 12; this change removes 9 app bundles`. */
export function printJudgement({ of, kind, value, changed, whole, allowed }: PrintedJudgement): string {
  const isShare = value.endsWith("%");
  const limit = isShare ? `"${value}"` : value;
  const most = isShare ? `${formatCount(allowed)} of ${formatCount(whole)}` : plural(allowed, "entry", "entries");
  const [name, verb] = of === "added" ? ["additionLimit", "adds"] : ["removalLimit", "removes"];
  const changes = `${verb} ${formatCount(changed)}${of === "unmanaged" ? " unmanaged" : ""} ${kindName(kind, changed)}`;
  return `${name} ${limit} allows ${most}; this change ${changes}`;
}

/** The variable with digests, as it is written before a command. */
export function printApproval(digests: readonly string[]): string {
  return `${approvalVariable}=${digests.join(",")}`;
}

/** Two host names are two lists, although one service may answer at both. */
function warnOfOther({ resource, appListId, baseUrl }: SharedDeclaration): string {
  const who = resource === undefined ? "Another resource" : `Resource ${quote(resource.name)}`;
  return `${who} declares app list ${appListId} at ${shownUrl(baseUrl)}. If both are one service, do not approve this.`;
}

function isShort({ of, value, whole }: Judgement): boolean {
  return of === "own" && value === usualLimit && whole <= bounds.shortList;
}
