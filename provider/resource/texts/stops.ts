import { named, quote } from "../../common/quote";
import { bounds } from "../../list/bounds";
import { isEmpty, unionAll, type Entries } from "../../list/entries";
import { usualLimit, type Judgement } from "../../list/limits";
import { describeEntries } from "../../list/summary";
import { printComparison } from "../approval";
import { shownUrl } from "../identity";
import { digestOf, printReason } from "../judge";
import { approvalVariable, printApproval } from "../notice";
import type { Operation } from "../operation";
import type { SharedDeclaration } from "../shared-declarations";

/** A change that is over its limits, in sentences. */
interface Stop {
  /** The limits, and by how much: `removalLimit "30%" allows 3 of 12; this change removes 9 app bundles`. */
  readonly reason: string;
  /** The effect that it would have, with some of its entries: `remove 9 app bundles ("com.a" and 8 more)`. */
  readonly effect: string;
  /** How to see all entries, and how to approve this change. Each line ends with a command. */
  readonly commands: readonly string[];
}

export function describeStop(
  operation: Pick<Operation, "list" | "intent" | "isSecret">,
  judgements: readonly Judgement[],
): Stop {
  const { list, intent, isSecret } = operation;
  const { approved, owner } = list;
  const isDelete = intent.what === "delete";
  const describe = (verb: string, some: readonly Judgement[]): readonly string[] => {
    const all: Entries = unionAll(some.map(({ entries }) => entries));
    return isEmpty(all) ? [] : [`${verb} ${describeEntries(all, { most: named.toDecide, isSecret })}`];
  };
  const [added, removed] = [judgements.filter(isAddition), judgements.filter((each) => !isAddition(each))];
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
  return {
    reason: judgements.map((each) => printReason(operation, each)).join(".\n"),
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

/** Two host names are two lists, although one service may answer at both. */
function warnOfOther({ resource, appListId, baseUrl }: SharedDeclaration): string {
  const who = resource === undefined ? "Another resource" : `Resource ${quote(resource.name)}`;
  return `${who} declares app list ${appListId} at ${shownUrl(baseUrl)}. If both are one service, do not approve this.`;
}

function isAddition({ of }: Judgement): boolean {
  return of === "added";
}

function isShort({ of, value, whole }: Judgement): boolean {
  return of === "own" && value === usualLimit && whole <= bounds.shortList;
}
