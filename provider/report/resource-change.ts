import { parseState, type State } from "../resource/state";
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
  /** Whether this preview looked at the list for this resource. */
  readonly isRefreshed: boolean;
  /** Whether a replacement was done by half, and this is what is left of the old resource: it waits to be deleted. */
  readonly isLeftOver: boolean;
  /** What the resource holds where the service was before; there it stays. Undefined where the service has not moved. */
  readonly leftBehind?: State;
  /** Of a resource that moves from one list or account to another: the other half of the move. */
  readonly counterpart?: { readonly before?: Before; readonly declared?: Declared };
}

/** What a resource holds, as the state shows it. */
export interface Before {
  readonly state: State;
  readonly hidden: Hidden;
  /** What the state said before the refresh of this preview; undefined where there was none. */
  readonly earlier?: State;
  /** What a refresh observed in an exclusive list, with the entries that nobody declared. */
  readonly observed?: Declared;
}

/** What becomes of the AppListEntries of a preview, in its order. */
export function readChanges(steps: readonly Step[]): readonly ResourceChange[] {
  const own = steps.filter(({ urn }) => parseUrn(urn)?.type === resourceType);
  // What a replacement that was done by half has left behind goes by the name of the resource that took its place.
  const refreshes = own.filter(({ op, oldState }) => op === "refresh" && oldState?.delete !== true);
  const leftOver = own.filter(({ op, oldState }) => op === "refresh" && oldState?.delete === true);
  const refreshed = new Map(refreshes.map((step) => [step.urn, step]));
  const planned = own.filter(({ op }) => operations.has(op));
  // An alias gives a resource another name: its refresh goes by the old one.
  const isPlanned = new Set(planned.flatMap(({ urn, oldState }) => [urn, oldState?.urn ?? urn]));
  const changes = planned.flatMap((step) => changesOf(step, refreshed.get(step.oldState?.urn ?? step.urn)));
  const unchanged = refreshes.filter(({ urn }) => !isPlanned.has(urn)).flatMap(unchangedOf);
  return [...changes, ...leftOver.flatMap(leftOverOf), ...unchanged];
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

function changesOf(step: Step, refresh: Step | undefined): readonly ResourceChange[] {
  const operation = operations.get(step.op);
  if (operation === undefined) return [];
  const { oldState, newState } = step;
  const resource = { ...namesOf(step), isRefreshed: refresh !== undefined };
  const isLeftOver = operation === "delete" && oldState?.delete === true;
  const before = oldState && operation !== "create" ? readBefore(oldState, refresh) : undefined;
  const declared =
    newState && operation !== "delete" ? completed(readDeclared(newState.inputs), operation, before) : undefined;
  const isRetained = oldState?.retainOnDelete === true && (operation === "delete" || operation === "replace");
  if (operation === "replace" && before !== undefined && declared !== undefined && !isSameList(before, declared)) {
    return [
      { ...resource, operation, declared, isRetained: false, isLeftOver, counterpart: { before } },
      { ...resource, operation: "delete", before, isRetained, isLeftOver, counterpart: { declared } },
    ];
  }
  return [{ ...resource, operation, ...(before && { before }), ...(declared && { declared }), isRetained, isLeftOver }];
}

/**
 * A resource of which the preview shows the refresh alone: nothing is to be done with it. With `--run-program` the
 * step's new state is what the program asks for, and not what was found: of that, only the provider's messages tell.
 */
function unchangedOf(step: Step): readonly ResourceChange[] {
  const { newState, oldState } = step;
  const found = newState?.id === undefined ? undefined : newState;
  const state = found ?? oldState;
  if (!state) return [];
  const declared = readDeclared(state.inputs);
  const before = found ? readBefore(found, undefined) : withoutFindings(readBefore(state, undefined));
  const resource = { ...namesOf(step), isRefreshed: true, isRetained: false, isLeftOver: false };
  return [{ ...resource, operation: "same", before, declared }];
}

/** What a replacement has left behind: the next up deletes it, and the preview shows its refresh alone. */
function leftOverOf(step: Step): readonly ResourceChange[] {
  if (!step.oldState) return [];
  const isRetained = step.oldState.retainOnDelete;
  const before = readBefore(step.oldState, undefined);
  return [{ ...namesOf(step), operation: "delete", before, isRetained, isRefreshed: true, isLeftOver: true }];
}

function namesOf({ urn }: Step): Pick<ResourceChange, "urn" | "name"> {
  return { urn, name: parseUrn(urn)?.name ?? urn };
}

/**
 * Reads what a resource holds.
 *
 * @param refresh the step in which it was looked at; it shows the state as it was before.
 */
function readBefore(resource: ResourceState, refresh: Step | undefined): Before {
  const { hidden } = splitHidden(resource.outputs);
  const state = readState(resource);
  const earlier = refresh?.oldState ? readState(refresh.oldState) : undefined;
  return {
    state,
    hidden,
    ...(earlier && { earlier }),
    ...(refresh !== undefined && state.given.exclusive === true && { observed: readDeclared(resource.inputs) }),
  };
}

function readState({ id, outputs }: ResourceState): State {
  // The id of the resource is the id of its list, and is never a secret.
  return parseState({ ...(id !== undefined && { appListId: Number(id) }), ...splitHidden(outputs).shown });
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
