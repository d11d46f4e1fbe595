import { parseUrn } from "../common/engine";
import { readAccount } from "../api/settings";
import { count, difference, noEntries, unionAll, type Entries } from "../list/entries";
import { byKind } from "../list/kinds";
import { nothingManaged } from "../list/ownership";
import { findMove } from "../resource/identity";
import { parseState, type State } from "../resource/state";
import { explicitProvider, isAppListEntries, type Preview, type ResourceState, type PreviewStep } from "./preview";
import { readDeclared, splitHidden, type ShownInputs, type Hidden } from "./properties";
import { operationSchema, type Operation } from "./report";

/** What a preview shows of a resource: what it manages, and what the program declares. */
export interface ResourceChange {
  readonly urn: string;
  /** The URN in the state, if it is another one: an alias leads to it, such as that of the type in the other host. */
  readonly formerUrn?: string;
  readonly name: string;
  readonly operation: Operation;
  /** The name of its explicit provider. */
  readonly provider: string | undefined;
  /** Undefined for a new resource, and for one that has another list from now on. */
  readonly before?: Before | undefined;
  /** Undefined for a resource that is deleted. */
  readonly declared?: ShownInputs | undefined;
  /** Whether Pulumi deletes the resource from its state only (retainOnDelete). */
  readonly isRetained: boolean;
  /** Whether this preview read the list for this resource. */
  readonly isRefreshed: boolean;
  /** Whether this preview imports the list: entries that the program does not declare stay in it. */
  readonly isImported: boolean;
  /** Of a move: the resource at the list that it had. An update removes nothing there. */
  readonly from?: Before;
}

/** A resource in the state. */
export interface Before {
  readonly state: State;
  readonly provider: string | undefined;
  readonly hidden: Hidden;
  /** The state before the refresh of this preview; undefined if there was none. */
  readonly earlier?: State | undefined;
  /** The content of an exclusive list, if the refresh of this preview read it. */
  readonly observed?: Entries | undefined;
}

/** The list of a resource, as far as the preview shows it. */
export function listOf({ declared, before, provider }: ResourceChange) {
  const { appListId, account } = declared?.given ?? before?.state.given ?? {};
  return { appListId, account, provider };
}

/**
 * The changes of this package's resources, in the order of the preview.
 *
 * @throws {PreviewUnreadableError} if inputs cannot be read.
 * @throws {StateUnreadableError} if a state cannot be read.
 */
export function readChanges({ steps, config }: Preview): readonly ResourceChange[] {
  const own = steps.filter(({ urn }) => isAppListEntries(urn));
  const refreshes = own.filter(({ op }) => op === "refresh");
  // The old resource of an incomplete replacement has the URN of the new one.
  const isLeftOver = ({ oldState }: PreviewStep): boolean => oldState?.delete === true;
  const refreshOf = new Map(refreshes.filter((step) => !isLeftOver(step)).map((step) => [step.urn, step]));
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
    ...refreshes.filter((step) => isLeftOver(step) || !isPlanned.has(step.urn)).flatMap(refreshedOnly),
  ].map((change) => withMove(change, config));
}

/** A resource of another list is replaced by the import. */
function isImport({ op, oldState, newState }: PreviewStep): boolean {
  const importId = newState?.importID;
  return op === "import" || (op === "replace" && importId !== undefined && importId !== oldState?.id);
}

/**
 * The changes of one step: two if another list replaces that of the resource.
 *
 * @param refresh the step that refreshed the resource.
 * @param isImported whether the preview imports the list of the resource.
 * @param isUpdated whether an update of the resource follows, or is the step.
 */
function plannedChanges(
  step: PreviewStep,
  refresh: PreviewStep | undefined,
  isImported: boolean,
  isUpdated: boolean,
): readonly ResourceChange[] {
  const operation = operationSchema.parse(step.op);
  const { oldState, newState } = step;
  const existing = oldState && operation !== "create" ? readBefore(oldState, refresh) : undefined;
  const declared =
    newState && operation !== "delete" ? withListId(readDeclared(newState.inputs), operation, existing) : undefined;
  const provider = newState && operation !== "delete" ? explicitProvider(newState) : existing?.provider;
  const before = operation === "import" ? importedList(declared, provider) : existing;
  const isRefreshed = refresh !== undefined || isImported;
  const isRetained = oldState?.retainOnDelete === true && (operation === "delete" || operation === "replace");
  const change = { ...resourceNames(step), provider, isRefreshed, isImported, isRetained };
  if (operation !== "replace" || before === undefined || declared === undefined || isSameList(before, declared)) {
    return [{ ...change, operation, before, declared }];
  }
  const ofOld = { provider: before.provider, isRefreshed: refresh !== undefined, isImported: false };
  const deletion = { ...change, ...ofOld, operation: "delete", before } as const;
  const successor = { ...change, declared, isRetained: false };
  if (!isImported) return [{ ...successor, operation, from: before }, deletion];
  if (isUpdated) return [deletion];
  return [{ ...successor, operation: "import", before: importedList(declared, provider) }, deletion];
}

/**
 * A resource of which the preview shows the refresh alone: nothing changes, or the next `pulumi up` deletes the old
 * resource of an incomplete replacement. The engine prints the state before the refresh.
 */
function refreshedOnly(step: PreviewStep): readonly ResourceChange[] {
  const { oldState } = step;
  if (!oldState) return [];
  const before = readBefore(oldState, undefined);
  const change = { ...resourceNames(step), provider: before.provider, before, isRefreshed: true, isImported: false };
  if (oldState.delete) return [{ ...change, operation: "delete", isRetained: oldState.retainOnDelete }];
  return [{ ...change, operation: "same", declared: readDeclared(oldState.inputs), isRetained: false }];
}

/** An update at another base URL or account manages nothing in the list that it has from now on. */
function withMove(change: ResourceChange, config: Preview["config"]): ResourceChange {
  const { operation, before, declared, provider } = change;
  if (operation !== "update" || before === undefined || declared?.hidden.has("account") !== false) return change;
  const { account } = declared.given;
  const ofStack = (key: string): string | undefined => {
    const value = config[`app-list:${key}`];
    return typeof value === "string" ? value : undefined;
  };
  // Other settings can be those of an account or a provider, which a preview does not show.
  const isOfStack = account === undefined && provider === undefined;
  const { baseUrl } = isOfStack ? readAccount({ config: ofStack, environment: {} }) : {};
  if (findMove(before.state, { account, baseUrl }) === undefined) return change;
  return { ...change, before: undefined, from: before };
}

function resourceNames({ urn, oldState }: PreviewStep): Pick<ResourceChange, "urn" | "formerUrn" | "name"> {
  const name = parseUrn(urn)?.name ?? urn;
  return oldState?.urn === undefined || oldState.urn === urn ? { urn, name } : { urn, formerUrn: oldState.urn, name };
}

/** A list whose import needs no update: it contains what the program declares, and all of it was there before. */
function importedList(declared: ShownInputs | undefined, provider: string | undefined): Before | undefined {
  if (declared?.given.appListId === undefined) return undefined;
  const { given, entries, hidden } = declared;
  const state: State = {
    given: { appListId: declared.given.appListId, account: given.account },
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
function readBefore(resource: ResourceState, refresh: PreviewStep | undefined): Before {
  const state = readState(resource);
  const isContentShown = refresh !== undefined && state.given.exclusive === true;
  return {
    state,
    provider: explicitProvider(resource),
    hidden: splitHidden(resource.outputs).hidden,
    earlier: refresh?.oldState ? readState(refresh.oldState) : undefined,
    observed: isContentShown ? readDeclared(resource.inputs).entries : undefined,
  };
}

function readState({ id, outputs }: ResourceState): State {
  // The ID of the resource is the ID of its list, and never a secret.
  return parseState({ ...(id !== undefined && { appListId: Number(id) }), ...splitHidden(outputs).shown });
}

/** Only a replacement leads to another list: an ID that is not shown is the old one. */
function withListId(declared: ShownInputs, operation: Operation, before: Before | undefined): ShownInputs {
  if (declared.given.appListId !== undefined || operation === "replace" || before === undefined) return declared;
  return { ...declared, given: { ...declared.given, appListId: before.state.given.appListId } };
}

function isSameList({ state }: Before, { given }: ShownInputs): boolean {
  return state.given.appListId === given.appListId && state.given.account === given.account;
}

/** The other resources of a preview that have the same list. */
export interface Neighbours {
  readonly same: readonly ResourceChange[];
  /** Resources that may have it: with another provider, or with an ID or account that the preview does not show. */
  readonly perhaps: readonly ResourceChange[];
  /** The entries that the others declare: they are not removed. */
  readonly declared: Entries;
  /** The entries that the others manage and no longer declare. */
  readonly released: Entries;
  /** The number of entries that the others manage, if the preview read their list. */
  readonly managed: number;
}

export function findNeighbours(changes: readonly ResourceChange[]): (change: ResourceChange) => Neighbours {
  const byId = Map.groupBy(changes, (change) => listOf(change).appListId);
  return (change) => {
    const { appListId } = listOf(change);
    const candidates = appListId === undefined ? [] : [...(byId.get(appListId) ?? []), ...(byId.get(undefined) ?? [])];
    const others = candidates.filter((other) => other !== change);
    const same = others.filter((other) => relation(change, other) === "same");
    return {
      same,
      perhaps: others.filter((other) => relation(change, other) === "perhaps"),
      declared: unionAll(same.map(({ declared }) => declared?.entries ?? noEntries)),
      released: unionAll(same.map(releasedEntries)),
      managed: same.reduce((sum, { before, isRefreshed }) => {
        return before !== undefined && isRefreshed ? sum + count(before.state.ownership.managed) : sum;
      }, 0),
    };
  };
}

/** Whether two resources have one list, if the IDs of their lists are equal or not known. */
function relation(one: ResourceChange, other: ResourceChange): "same" | "perhaps" | "other" {
  const [first, second] = [listOf(one), listOf(other)];
  if ([one, other].some(({ declared }) => declared?.hidden.has("account") === true)) return "perhaps";
  if (first.account !== second.account) return "other";
  return first.appListId === second.appListId && first.provider === second.provider ? "same" : "perhaps";
}

/** The entries that a resource manages and no longer declares, of the kinds that the preview shows. */
export function releasedEntries({ before, declared }: ResourceChange): Entries {
  const released = difference(before?.state.ownership.managed ?? noEntries, declared?.entries ?? noEntries);
  return byKind((kind) => (declared?.hidden.has(kind) === true ? noEntries[kind] : released[kind]));
}
