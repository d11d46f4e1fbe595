import { z } from "zod";
import type { ByKind } from "../list/kinds";
import type { NotedEntries } from "../list/text";
import { argumentsSchema, parseTexts, textsSchema } from "../resource/inputs";
import { parseState, type State } from "../resource/state";
import { parseUrn, PreviewUnreadableError, type ResourceState, type Step } from "./preview";
import type { Operation } from "./report";

/** The type of this package's resource. */
export const resourceType = "pulumi-nodejs:dynamic/app-list:AppListEntries";

/** The value of what a preview does not know yet: `unknownValue` of `@pulumi/pulumi/runtime`. */
const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** The value that a preview prints in place of a secret. */
const secretValue = "[secret]";

/** The planned change of one resource on one list. */
export interface ResourceChange {
  readonly urn: string;
  readonly name: string;
  readonly operation: Operation;
  /** The resource in the state; undefined for a new one. */
  readonly before?: Before;
  /** The inputs of the program; undefined for a resource that is deleted. */
  readonly declared?: Declared;
  /** Whether Pulumi deletes the resource from its state only (retainOnDelete). */
  readonly isRetained: boolean;
  /** Whether this preview read the list for this resource. */
  readonly isRefreshed: boolean;
  /** Whether this is the old resource of an incomplete replacement, which is still to be deleted. */
  readonly isLeftOver: boolean;
  /** The state at another base URL than today's; its entries stay there. */
  readonly leftBehind?: State;
  /** Of a replacement by a resource on another list: the other half. */
  readonly counterpart?: { readonly before?: Before; readonly declared?: Declared };
}

/** A resource in the state. */
interface Before {
  readonly state: State;
  readonly hidden: Hidden;
  /** The state before the refresh of this preview; undefined if there was none. */
  readonly earlier?: State;
  /** The content of an exclusive list, if the refresh of this preview read it. */
  readonly observed?: Declared;
}

/** The inputs of a resource, as far as a preview shows them. */
interface Declared {
  /** Undefined if the preview does not know it yet. */
  readonly appListId: number | undefined;
  readonly account: string | undefined;
  readonly isExclusive: boolean;
  readonly claimsExisting: boolean;
  readonly removalLimit: number | string | undefined;
  readonly notes: ByKind<NotedEntries>;
  readonly hidden: Hidden;
}

/** The names of properties whose values a preview does not show. */
interface Hidden {
  readonly unknown: readonly string[];
  readonly secret: readonly string[];
}

/** Pulumi's names of operations. Other steps are parts of a replacement. */
const operations: ReadonlyMap<string, Operation> = new Map([
  ["create", "create"],
  ["import", "create"],
  ["update", "update"],
  ["replace", "replace"],
  ["delete", "delete"],
  ["same", "same"],
]);

/**
 * The changes of this package's resources, in the order of the preview.
 *
 * @throws {PreviewUnreadableError} if inputs cannot be read.
 * @throws {StateUnreadableError} if a state cannot be read.
 */
export function readChanges(steps: readonly Step[]): readonly ResourceChange[] {
  const own = steps.filter(({ urn }) => parseUrn(urn)?.type === resourceType);
  const refreshes = own.filter(({ op }) => op === "refresh");
  // The old resource of an incomplete replacement has the URN of the new one.
  const leftOver = refreshes.filter(({ oldState }) => oldState?.delete === true);
  const current = refreshes.filter(({ oldState }) => oldState?.delete !== true);
  const refreshOf = new Map(current.map((step) => [step.urn, step]));
  const planned = own.filter(({ op }) => operations.has(op));
  // A resource with an alias has its old URN in the refresh.
  const isPlanned = new Set(planned.flatMap(({ urn, oldState }) => [urn, oldState?.urn ?? urn]));
  return [
    ...planned.flatMap((step) => plannedChanges(step, refreshOf.get(step.oldState?.urn ?? step.urn))),
    ...leftOver.flatMap(leftOverChange),
    ...current.filter(({ urn }) => !isPlanned.has(urn)).flatMap(refreshedOnly),
  ];
}

function plannedChanges(step: Step, refresh: Step | undefined): readonly ResourceChange[] {
  const operation = operations.get(step.op);
  if (operation === undefined) return [];
  const { oldState, newState } = step;
  const before = oldState && operation !== "create" ? readBefore(oldState, refresh) : undefined;
  const declared =
    newState && operation !== "delete" ? withListId(readDeclared(newState.inputs), operation, before) : undefined;
  const isRetained = oldState?.retainOnDelete === true && (operation === "delete" || operation === "replace");
  const isLeftOver = operation === "delete" && oldState?.delete === true;
  const change = { ...resourceNames(step), isRefreshed: refresh !== undefined, isLeftOver };
  if (operation === "replace" && before !== undefined && declared !== undefined && !isSameList(before, declared)) {
    return [
      { ...change, operation, declared, isRetained: false, counterpart: { before } },
      { ...change, operation: "delete", before, isRetained, counterpart: { declared } },
    ];
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
      declared: readDeclared(state.inputs),
      isRefreshed: true,
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
  return [{ ...resourceNames(step), operation: "delete", before, isRetained, isRefreshed: true, isLeftOver: true }];
}

function resourceNames({ urn }: Step): Pick<ResourceChange, "urn" | "name"> {
  return { urn, name: parseUrn(urn)?.name ?? urn };
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
    hidden: splitHidden(resource.outputs).hidden,
    earlier: refresh?.oldState ? readState(refresh.oldState) : undefined,
    observed: refresh !== undefined && state.given.exclusive === true ? readDeclared(resource.inputs) : undefined,
  };
}

function readState({ id, outputs }: ResourceState): State {
  // The ID of the resource is the ID of its list, and never a secret.
  return parseState({ ...(id !== undefined && { appListId: Number(id) }), ...splitHidden(outputs).shown });
}

const declaredSchema = z.object({ ...argumentsSchema.partial().shape, ...textsSchema.shape });

function readDeclared(inputs: Readonly<Record<string, unknown>>): Declared {
  const { shown, hidden } = splitHidden(inputs);
  const parsed = declaredSchema.safeParse(shown);
  if (!parsed.success) throw inputsUnreadable(z.prettifyError(parsed.error).replaceAll(/\s+/gu, " "));
  const { appListId, account, exclusive = false, claimExisting = false, removalLimit, ...texts } = parsed.data;
  const { notes, problems } = parseTexts(texts);
  if (problems.length > 0) throw inputsUnreadable(problems.slice(0, 3).join("; "));
  return { appListId, account, isExclusive: exclusive, claimsExisting: claimExisting, removalLimit, notes, hidden };
}

function inputsUnreadable(problem: string): PreviewUnreadableError {
  return new PreviewUnreadableError(
    `The inputs of a resource in this preview cannot be read: ${problem}`,
    "Use the version of pulumi-app-list with which the program runs.",
  );
}

/** Only a replacement leads to another list: an ID that is not shown is the old one. */
function withListId(declared: Declared, operation: Operation, before: Before | undefined): Declared {
  if (declared.appListId !== undefined || operation === "replace" || before === undefined) return declared;
  return { ...declared, appListId: before.state.given.appListId };
}

function isSameList({ state }: Before, { appListId, account }: Declared): boolean {
  return state.given.appListId === appListId && state.given.account === account;
}

/** Takes out the values that a preview does not show, also within properties such as `adopted`. */
function splitHidden(properties: Readonly<Record<string, unknown>>): {
  readonly shown: Readonly<Record<string, unknown>>;
  readonly hidden: Hidden;
} {
  const names = Object.keys(properties);
  const unknown = names.filter((name) => properties[name] === unknownValue);
  const secret = names.filter((name) => properties[name] === secretValue);
  const isShown = (name: string): boolean => properties[name] !== unknownValue && properties[name] !== secretValue;
  const shown = Object.fromEntries(names.filter(isShown).map((name) => [name, withoutSecrets(properties[name])]));
  return { shown, hidden: { unknown, secret } };
}

const membersSchema = z.record(z.string(), z.unknown());

/** Leaves out the secrets in a property, down to those of `unconfirmed.add`. */
function withoutSecrets(value: unknown, depth = 2): unknown {
  const members = depth === 0 ? undefined : membersSchema.safeParse(value).data;
  if (members === undefined) return value;
  const shown = Object.entries(members).filter(([, member]) => member !== secretValue);
  return Object.fromEntries(shown.map(([name, member]) => [name, withoutSecrets(member, depth - 1)]));
}
