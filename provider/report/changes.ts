import { nameOfUrn } from "../common/engine-texts";
import { readAccount } from "../api/settings";
import { noEntries, unionAll } from "../list/entries";
import { kinds, type Kind } from "../list/kinds";
import { hasOtherBaseUrl } from "../resource/identity";
import { parseState } from "../resource/state";
import { explicitProvider, isAppListEntries, type Preview, type ResourceState, type PreviewStep } from "./preview";
import { readDeclared, splitHidden, type ShownInputs, type Hidden } from "./properties";
import { operationSchema, type ReportedOperation, type ResourceReport } from "./report";

/**
 * The planned change of a resource at one list: the entries that it manages there, and those that the program declares.
 */
interface OwnChange {
  /**
   * The URN of the resource, and its URN in the state. They differ after an alias, such as for the type in the other
   * host.
   */
  readonly urns: readonly [urn: string, inState: string];
  readonly name: string;
  readonly operation: ReportedOperation;
  /** The name of its explicit provider. */
  readonly provider: string | undefined;
  readonly observation: ResourceReport["observation"];
  /** Undefined if the resource manages nothing in this list yet. */
  readonly before?: Before | undefined;
  /** Undefined for a resource that is deleted. */
  readonly declared?: ShownInputs | undefined;
  /** The kinds whose entries the preview does not show. In the plan, they stay as they are. */
  readonly hidden: readonly Kind[];
  /** Whether Pulumi deletes the resource from its state only. */
  readonly isRetained?: boolean;
}

/** A resource in the state. */
type Before = ReturnType<typeof readBefore>;

/** The list of a resource; members that the preview does not show are undefined. */
export function listOf({ declared, before, provider }: OwnChange) {
  const { appListId, account } = declared?.given ?? before?.state.given ?? {};
  return { appListId, account, provider };
}

/**
 * The changes of this package's resources, in the order of the preview.
 *
 * @param isDriftOnly whether to read the deployed resources, as if the program did not change them.
 * @throws {PreviewUnreadableError} if inputs cannot be read.
 * @throws {StateUnreadableError} if a state cannot be read.
 */
export function readChanges({ steps, config }: Preview, isDriftOnly = false): readonly ResourceChange[] {
  const own = steps.filter(({ urn }) => isAppListEntries(urn));
  // Other steps are parts of a replacement.
  const planned = own.filter(({ op }) => operationSchema.safeParse(op).success);
  const refreshes = own.filter(({ op }) => op === "refresh");
  const refreshed = new Set(refreshes.map(({ urn }) => urn));
  // Of the old resource of an incomplete replacement, which the next up deletes, the preview has only the refresh, with the
  // state before it. It has the URN of the new one.
  const pending = refreshes.filter(({ oldState }) => oldState?.delete === true);
  const imported = new Set(planned.filter(({ op }) => op === "import").map(({ urn }) => urn));
  const deleted = new Set(steps.filter(({ op }) => deletions.has(op)).map(({ urn }) => urn));
  const shared = { config, deleted, isDriftOnly };
  const changes = [
    ...planned.flatMap((step) => {
      const isRead = refreshed.has(urnsOf(step)[1]) || imported.has(step.urn);
      return readStep(step, isRead, shared);
    }),
    ...pending.flatMap((step) => readStep({ ...step, op: "delete" }, false, shared)),
  ];
  // If the program does not declare exactly the content of the list, an update follows the import.
  const updated = new Set(planned.filter(({ op }) => op === "update").map(({ urn }) => urn));
  const effective = changes.filter(({ operation, urns }) => operation !== "import" || !updated.has(urns[0]));
  return effective.map((change) => withNeighbors(change, effective));
}

function urnsOf({ urn, oldState }: PreviewStep): OwnChange["urns"] {
  return [urn, oldState?.urn ?? urn];
}

interface ReadOptions extends Pick<Preview, "config"> {
  /** The URNs of all resources that Pulumi deletes. */
  readonly deleted: ReadonlySet<string>;
  /** Whether to read the resource as it is deployed: none for a new one. */
  readonly isDriftOnly: boolean;
}

/**
 * The changes of one step. A replacement has two: Pulumi creates the new resource and then deletes the old one.
 *
 * @param isRead whether the state before was read, and is shown as it was read.
 */
function readStep(
  step: PreviewStep,
  isRead: boolean,
  { config, deleted, isDriftOnly }: ReadOptions,
): readonly OwnChange[] {
  const { op, urn, oldState, newState } = step;
  const operation = operationSchema.parse(op);
  const resource = { urns: urnsOf(step), name: nameOfUrn(urn), operation };
  const isOld = operation !== "create" && operation !== "import";
  const old = oldState && isOld ? readBefore(oldState, isRead) : undefined;
  const ofOld = {
    ...resource,
    provider: explicitProvider(oldState),
    observation: isRead ? "read" : "notRead",
    before: old,
    hidden: hiddenKinds(old),
  } as const;
  if (isDriftOnly) {
    // Of the program, only `exclusive` counts.
    const given = { ...old?.state.given, exclusive: newState?.inputs["exclusive"] === true };
    const declared = { given, entries: noEntries, hidden: new Set<string>(), problems: [] };
    return old === undefined ? [] : [{ ...ofOld, declared, operation: "same" }];
  }
  const isRetained = oldState?.retainOnDelete === true || deleted.has(oldState?.deletedWith ?? "");
  const deletion = { ...ofOld, operation: "delete", isRetained } as const;
  if (operation === "delete" || !newState) return [deletion];
  const inputs = readDeclared(newState.inputs);
  // Only a replacement changes the list. Otherwise, an ID that is not shown is the old one.
  const { appListId = operation === "replace" ? undefined : old?.state.given.appListId } = inputs.given;
  const declared = { ...inputs, given: { ...inputs.given, appListId } };
  const ofNew = { provider: explicitProvider(newState), declared, hidden: hiddenKinds(old, declared) };
  const isUpdate = operation === "update" || operation === "same";
  if (isUpdate && !hasMoved(old, declared, ofNew.provider, config)) return [{ ...ofOld, ...ofNew }];
  const change = { ...resource, ...ofNew, hidden: hiddenKinds(declared), observation: "new" } as const;
  return operation === "replace" ? [change, deletion] : [change];
}

/** Pulumi's names of the steps that delete a resource. */
const deletions: ReadonlySet<string> = new Set(["delete", "delete-replaced"]);

function hiddenKinds(...sides: readonly ({ readonly hidden: Hidden } | undefined)[]): readonly Kind[] {
  return kinds.filter((kind) => sides.some((side) => side?.hidden.has(kind)));
}

/** Whether an update has another base URL. Then it manages nothing in its new list. */
function hasMoved(
  before: Before | undefined,
  { given: { account }, hidden }: ShownInputs,
  provider: string | undefined,
  config: Preview["config"],
): boolean {
  if (before === undefined || hidden.has("account")) return false;
  // The settings of a named account or an explicit provider are not in the preview.
  const isOfStack = account === undefined && provider === undefined;
  const settings = { config: (key: string) => config[`app-list:${key}`], environment: {} };
  const baseUrl = isOfStack ? readAccount(settings).baseUrl : undefined;
  return hasOtherBaseUrl(before.state, baseUrl);
}

function readBefore({ id, inputs, outputs }: ResourceState, isRefreshed: boolean) {
  const { shown, hidden } = splitHidden(outputs);
  // The ID of the resource is the ID of its list. It is never secret.
  const state = parseState({ ...(id !== undefined && { appListId: Number(id) }), ...shown });
  // After a refresh, the inputs of an exclusive resource are the content of its list.
  const observed = isRefreshed && state.given.exclusive === true ? readDeclared(inputs).entries : undefined;
  return { state, hidden, observed };
}

/** A change, with facts about the other resources of the preview that have the same list. */
export type ResourceChange = ReturnType<typeof withNeighbors>;

function withNeighbors(change: OwnChange, changes: readonly OwnChange[]) {
  const others = changes.filter((other) => other !== change);
  const same = others.filter((other) => isSameList(change, other) === true);
  const { appListId } = listOf(change);
  const withId = others.filter((other) => appListId !== undefined && listOf(other).appListId === appListId);
  // A preview does not show all base URLs: for a delete, a list with the same ID counts as the same list.
  const asked = change.operation === "delete" ? withId.filter((other) => isSameList(change, other) !== false) : same;
  // A new resource, also of an incomplete replacement, has the URN of the old one.
  const successor = others.find(({ urns, declared }) => declared !== undefined && urns[0] === change.urns[0]);
  const isDeclared = withId.some(({ declared }) => declared !== undefined);
  const neighbors = {
    same,
    /** Whether another resource may have the same list, or has it and does not show all entries. */
    isUncertain:
      same.some(({ hidden, before }) => hidden.length + (before?.state.facts.notVerified ?? []).length > 0) ||
      others.some((other) => isSameList(change, other) === undefined),
    /** The arguments with the limits of a delete. Undefined if nothing replaces it or declares a list with this ID. */
    limiting: successor?.declared?.given ?? (isDeclared ? change.before?.state.given : undefined),
    /** The entries that the others declare. They are not removed. */
    declared: unionAll(asked.map(({ declared }) => declared?.entries ?? noEntries)),
  };
  return { ...change, neighbors };
}

/** Whether two resources have the same list; undefined if the preview does not show that. */
function isSameList(one: OwnChange, other: OwnChange): boolean | undefined {
  const [first, second] = [listOf(one), listOf(other)];
  if (first.appListId === undefined || second.appListId === undefined) return undefined;
  if (first.appListId !== second.appListId) return false;
  const [baseUrl, otherBaseUrl] = [one, other].map(({ before }) => before?.state.baseUrl);
  if (baseUrl !== undefined && otherBaseUrl !== undefined) return baseUrl === otherBaseUrl;
  // The settings of a named account or an explicit provider are not in the preview.
  return (first.provider === second.provider && first.account === second.account) || undefined;
}
