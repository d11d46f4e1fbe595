import { overLimits, type Judgement } from "../list/limits";
import type { Update } from "../list/update";
import { digestNames } from "./approval";
import { planBefore, type Operation } from "./operation";

/** What is over a limit, and the operation that does it. */
export interface Stop {
  readonly operation: Pick<Operation, "list" | "before" | "intent">;
  readonly judgements: readonly Judgement[];
}

/**
 * The judge of each operation: before it, in a preview and in a report, and before each of its removals.
 *
 * @param update what the operation does, with all that is known of the list.
 * @returns what is over a limit, and whose names no digest approves.
 */
export function judge(operation: Operation, update: Update): readonly Judgement[] {
  return overLimitsOf(operation, update).filter((each) => findApproval(operation, update, each) === undefined);
}

/** The digests that approve what an operation does over its limits. */
export function usedApprovals(operation: Operation, update: Update): readonly string[] {
  return overLimitsOf(operation, update).flatMap((each) => findApproval(operation, update, each) ?? []);
}

/** The digest that approves a judgement of an operation. */
export function digestOf({ list }: Pick<Operation, "list">, { of, names }: Judgement): string {
  return digestNames(list.identity, of === "added" ? "add" : "remove", names);
}

/** Additions are judged by the state: the list may contain new entries already. */
function overLimitsOf(operation: Operation, update: Update): readonly Judgement[] {
  const { addition, ...limits } = operation.limits;
  if (addition === undefined) return overLimits(update, limits);
  const planned = planBefore({ ...operation, list: { ...operation.list, observed: undefined } });
  return [...overLimits(update, limits), ...overLimits(planned, { ...limits, addition, removal: undefined })];
}

/** An approval by a person who could not know yet what other resources declare names their entries, too. */
function findApproval(operation: Operation, { spared }: Update, judgement: Judgement): string | undefined {
  const { kind, names } = judgement;
  const all = { ...names, [kind]: names[kind].union(spared[kind]) };
  return [judgement, { ...judgement, names: all }]
    .map((each) => digestOf(operation, each))
    .find((digest) => operation.list.approved.has(digest));
}
