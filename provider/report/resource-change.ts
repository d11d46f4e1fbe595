import { parseUrn } from "../common/urn";
import { noEntries } from "../list/entries";
import { nothingManaged } from "../list/ownership";
import { parseState, type State } from "../resource/state";
import { readDeclared, splitHidden, type Declared, type Hidden } from "./declared";
import { explicitProvider, isAppListEntries } from "./own-resources";
import type { ResourceState, Step } from "./preview";
import { operationSchema, type Operation } from "./report";

export interface ResourceChange {
  readonly urn: string;
  /** The URN in the state, if it is another one: an alias leads to it, such as that of the type in the other host. */
  readonly formerUrn?: string;
  readonly name: string;
  readonly operation: Operation;
  /** Undefined for a new resource. */
  readonly before?: Before;
  /** Undefined for a resource that is deleted. */
  readonly declared?: Declared;
  /** Whether Pulumi deletes the resource from its state only (retainOnDelete). */
  readonly isRetained: boolean;
  /** Whether this preview read the list for this resource. */
  readonly isRefreshed: boolean;
  /** Whether this preview imports the list: entries that the program does not declare stay in it. */
  readonly isImported: boolean;
  /** Whether this is the old resource of an incomplete replacement, which is still to be deleted. */
  readonly isLeftOver: boolean;
  /** The state at another base URL or account than today's; its entries stay there. */
  readonly leftBehind?: Before;
  /** Of a replacement by a resource on another list: the other half. */
  readonly counterpart?: { readonly before?: Before; readonly declared?: Declared };
}

/** A resource in the state. */
interface Before {
  readonly state: State;
  /** The name of its explicit provider. */
  readonly provider: string | undefined;
  readonly hidden: Hidden;
  /** The state before the refresh of this preview; undefined if there was none. */
  readonly earlier?: State;
  /** The content of an exclusive list, if the refresh of this preview read it. */
  readonly observed?: Declared;
}

/**
 * The changes of this package's resources, in the order of the preview.
 *
 * @throws {PreviewUnreadableError} if inputs cannot be read.
 * @throws {StateUnreadableError} if a state cannot be read.
 */
export function readChanges(steps: readonly Step[]): readonly ResourceChange[] {
  const own = steps.filter(({ urn }) => isAppListEntries(urn));
  const refreshes = own.filter(({ op }) => op === "refresh");
  // The old resource of an incomplete replacement has the URN of the new one.
  const leftOver = refreshes.filter(({ oldState }) => oldState?.delete === true);
  const current = refreshes.filter(({ oldState }) => oldState?.delete !== true);
  const refreshOf = new Map(current.map((step) => [step.urn, step]));
  const imported = new Set(own.filter(isImport).map(({ urn }) => urn));
  // Other steps are parts of a replacement.
  const operated = own.filter(({ op }) => operationSchema.safeParse(op).success);
  // An update follows the import of a list if the program declares anything else than the list contains.
  const isUpdated = new Set(operated.filter(({ op }) => op === "update").map(({ urn }) => urn));
  const planned = operated.filter(({ op, urn }) => op !== "import" || !isUpdated.has(urn));
  // A resource with an alias has its old URN in the refresh.
  const isPlanned = new Set(planned.flatMap(({ urn, oldState }) => [urn, oldState?.urn ?? urn]));
  return [
    ...planned.flatMap((step) => {
      const { urn, oldState } = step;
      return plannedChanges(step, refreshOf.get(oldState?.urn ?? urn), imported.has(urn), isUpdated.has(urn));
    }),
    ...leftOver.flatMap(leftOverChange),
    ...current.filter(({ urn }) => !isPlanned.has(urn)).flatMap(refreshedOnly),
  ];
}

/** A resource of another list is replaced by the import. */
function isImport({ op, oldState, newState }: Step): boolean {
  const importId = newState?.importID;
  return op === "import" || (op === "replace" && importId !== undefined && importId !== oldState?.id);
}

/**
 * The changes of one step.
 *
 * @param refresh the step that refreshed the resource.
 * @param isImported whether the preview imports the list of the resource.
 * @param isUpdated whether an update of the resource follows, or is the step.
 */
function plannedChanges(
  step: Step,
  refresh: Step | undefined,
  isImported: boolean,
  isUpdated: boolean,
): readonly ResourceChange[] {
  const operation = operationSchema.parse(step.op);
  const { oldState, newState } = step;
  const existing = oldState && operation !== "create" ? readBefore(oldState, refresh) : undefined;
  const declared =
    newState && operation !== "delete" ? withListId(readDeclared(newState), operation, existing) : undefined;
  const before = operation === "import" && declared !== undefined ? importedList(declared) : existing;
  const isRetained = oldState?.retainOnDelete === true && (operation === "delete" || operation === "replace");
  const isLeftOver = operation === "delete" && oldState?.delete === true;
  const isRefreshed = refresh !== undefined || isImported;
  const change = { ...resourceNames(step), isRefreshed, isImported, isLeftOver };
  if (operation === "replace" && before !== undefined && declared !== undefined && !isSameList(before, declared)) {
    const ofOld = { isRefreshed: refresh !== undefined, isImported: false, isRetained };
    const deletion = { ...change, ...ofOld, operation: "delete", before, counterpart: { declared } } as const;
    const successor = { ...change, declared, isRetained: false };
    if (!isImported) return [{ ...successor, operation, counterpart: { before } }, deletion];
    return isUpdated ? [deletion] : [{ ...successor, operation: "import", before: importedList(declared) }, deletion];
  }
  return [{ ...change, operation, before, declared, isRetained }];
}

/**
 * A resource that the preview refreshes and does not change. With `--run-program` the new state of such a step has the
 * inputs of the program, and what the refresh found is in the provider's messages only.
 */
function refreshedOnly(step: Step): readonly ResourceChange[] {
  const { newState, oldState } = step;
  const found = newState?.id === undefined ? undefined : newState;
  const state = found ?? oldState;
  if (!state) return [];
  const before = readBefore(state, undefined);
  const facts = { ...before.state.facts, unmanaged: undefined, notVerified: [] };
  return [
    {
      ...resourceNames(step),
      operation: "same",
      before: found ? before : { ...before, state: { ...before.state, facts } },
      declared: readDeclared(state),
      isRefreshed: true,
      isImported: false,
      isRetained: false,
      isLeftOver: false,
    },
  ];
}

/** The next `pulumi up` deletes the old resource of an incomplete replacement; the preview shows its refresh only. */
function leftOverChange(step: Step): readonly ResourceChange[] {
  if (!step.oldState) return [];
  const before = readBefore(step.oldState, undefined);
  const isRetained = step.oldState.retainOnDelete;
  const change = { ...resourceNames(step), isRefreshed: true, isImported: false, isLeftOver: true };
  return [{ ...change, operation: "delete", before, isRetained }];
}

function resourceNames({ urn, oldState }: Step): Pick<ResourceChange, "urn" | "formerUrn" | "name"> {
  const formerUrn = oldState?.urn === urn ? undefined : oldState?.urn;
  return { urn, formerUrn, name: parseUrn(urn)?.name ?? urn };
}

/** A list whose import needs no update: it contains what the program declares, and all of it was there before. */
function importedList({ appListId, account, provider, entries, hidden }: Declared): Before | undefined {
  if (appListId === undefined) return undefined;
  const state: State = {
    given: { appListId, account },
    ownership: { ...nothingManaged, managed: entries, adopted: entries },
    missing: noEntries,
    facts: { notVerified: [] },
  };
  return { state, provider, hidden };
}

/**
 * Reads a resource in the state.
 *
 * @param refresh the step that refreshed it; it shows the state before.
 */
function readBefore(resource: ResourceState, refresh: Step | undefined): Before {
  const state = readState(resource);
  return {
    state,
    provider: explicitProvider(resource.provider),
    hidden: splitHidden(resource.outputs).hidden,
    earlier: refresh?.oldState ? readState(refresh.oldState) : undefined,
    observed: refresh !== undefined && state.given.exclusive === true ? readDeclared(resource) : undefined,
  };
}

function readState({ id, outputs }: ResourceState): State {
  // The ID of the resource is the ID of its list, and never a secret.
  return parseState({ ...(id !== undefined && { appListId: Number(id) }), ...splitHidden(outputs).shown });
}

/** Only a replacement leads to another list: an ID that is not shown is the old one. */
function withListId(declared: Declared, operation: Operation, before: Before | undefined): Declared {
  if (declared.appListId !== undefined || operation === "replace" || before === undefined) return declared;
  return { ...declared, appListId: before.state.given.appListId };
}

function isSameList({ state }: Before, { appListId, account }: Declared): boolean {
  return state.given.appListId === appListId && state.given.account === account;
}
