import { parseState, type State } from "../dynamic/state";
import { readDeclared, splitHidden, type Declared, type Hidden } from "./declared";
import type { Operation } from "./report";
import type { ResourceState, Step } from "./read-preview";
import { parseUrn } from "./urn";

/** The type of the resource of this package. */
export const resourceType = "pulumi-nodejs:dynamic/app-list:AppListEntries";

/** What a preview says that becomes of one resource on one list. */
export interface ResourceChange {
  readonly urn: string;
  readonly name: string;
  readonly operation: Operation;
  /** What the resource holds now; undefined for one that does not exist yet. */
  readonly before?: Before;
  /** What the program declares; undefined for one that goes. */
  readonly declared?: Declared;
  /** Whether Pulumi forgets the resource and leaves its entries where they are. */
  readonly isRetained: boolean;
  /** Of a resource that moves from one list or account to another: the other half of the move. */
  readonly counterpart?: { readonly before?: Before; readonly declared?: Declared };
}

/** What a resource holds, as the state shows it. */
export interface Before {
  readonly state: State;
  readonly hidden: Hidden;
  /** What a refresh observed in an exclusive list, with the entries that nobody declared. */
  readonly observed?: Declared;
}

/** What becomes of the AppListEntries of a preview, in its order. */
export function readChanges(steps: readonly Step[]): readonly ResourceChange[] {
  const own = steps.filter(({ urn }) => parseUrn(urn)?.type === resourceType);
  const refreshed = new Map(own.flatMap((step) => (step.op === "refresh" ? [[step.urn, step] as const] : [])));
  const planned = own.filter(({ op }) => operations.has(op));
  // An alias gives a resource another name: its refresh goes by the old one.
  const isPlanned = new Set(planned.flatMap(({ urn, oldState }) => [urn, oldState?.urn ?? urn]));
  const changes = planned.flatMap((step) => changesOf(step, refreshed.has(step.oldState?.urn ?? step.urn)));
  const unchanged = [...refreshed.values()].filter(({ urn }) => !isPlanned.has(urn)).flatMap(unchangedOf);
  return [...changes, ...unchanged];
}

/** The engine's words for what it does. Of a replacement it may show the parts besides the whole; the whole is enough. */
const operations: ReadonlyMap<string, Operation> = new Map([
  ["create", "create"],
  ["import", "create"],
  ["update", "update"],
  ["replace", "replace"],
  ["delete", "delete"],
  ["same", "same"],
]);

function changesOf(step: Step, isRefreshed: boolean): readonly ResourceChange[] {
  const operation = operations.get(step.op);
  if (operation === undefined) return [];
  const { oldState, newState } = step;
  const resource = { urn: step.urn, name: parseUrn(step.urn)?.name ?? step.urn };
  const before = oldState && operation !== "create" ? readBefore(oldState, isRefreshed) : undefined;
  const declared =
    newState && operation !== "delete" ? completed(readDeclared(newState.inputs), operation, before) : undefined;
  const isRetained = oldState?.retainOnDelete === true && (operation === "delete" || operation === "replace");
  if (operation === "replace" && before !== undefined && declared !== undefined && !isSameList(before, declared)) {
    return [
      { ...resource, operation, declared, isRetained: false, counterpart: { before } },
      { ...resource, operation: "delete", before, isRetained, counterpart: { declared } },
    ];
  }
  return [{ ...resource, operation, ...(before && { before }), ...(declared && { declared }), isRetained }];
}

/**
 * A resource of which the preview shows the refresh alone: nothing is to be done with it. With `--run-program` the
 * step's new state is what the program asks for, and not what was found: of that, only the provider's messages tell.
 */
function unchangedOf({ urn, newState, oldState }: Step): readonly ResourceChange[] {
  const found = newState?.id === undefined ? undefined : newState;
  const state = found ?? oldState;
  if (!state) return [];
  const declared = readDeclared(state.inputs);
  const before = found ? readBefore(found, false) : withoutFindings(readBefore(state, false));
  return [{ urn, name: parseUrn(urn)?.name ?? urn, operation: "same", before, declared, isRetained: false }];
}

function readBefore({ id, inputs, outputs }: ResourceState, isRefreshed: boolean): Before {
  const { shown, hidden } = splitHidden(outputs);
  // The id of the resource is the id of its list, and is never a secret.
  const state = parseState({ ...(id !== undefined && { appListId: Number(id) }), ...shown });
  return { state, hidden, ...(isRefreshed && state.given.exclusive === true && { observed: readDeclared(inputs) }) };
}

function withoutFindings({ state, ...before }: Before): Before {
  return { ...before, state: { ...state, facts: { ...state.facts, unmanaged: undefined, notVerified: [] } } };
}

/** Only a replacement leads to another list: where the id is not shown, it is the old one. */
function completed(declared: Declared, operation: Operation, before: Before | undefined): Declared {
  if (declared.appListId !== undefined || operation === "replace" || before === undefined) return declared;
  return { ...declared, appListId: before.state.given.appListId };
}

function isSameList({ state }: Before, { appListId, account }: Declared): boolean {
  return state.given.appListId === appListId && state.given.account === account;
}
