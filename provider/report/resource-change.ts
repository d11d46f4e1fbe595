import { z } from "zod";
import { kinds, type ByKind } from "../list/kinds";
import type { NotedEntries } from "../list/text";
import { noEntries } from "../list/entries";
import { nothingManaged } from "../list/ownership";
import { declareInputs } from "../resource/declared-inputs";
import { argumentsSchema, parseTexts, textsSchema, withoutNotes } from "../resource/inputs";
import { parseState, type State } from "../resource/state";
import { explicitProvider, isAppListEntries } from "./own-resources";
import { parseUrn, PreviewUnreadableError, type ResourceState, type Step } from "./preview";
import type { Operation } from "./report";

/** The value of what a preview does not know yet: `unknownValue` of `@pulumi/pulumi/runtime`. */
const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** The value that a preview prints in place of a secret. */
const secretValue = "[secret]";

/** The planned change of one resource on one list. */
export interface ResourceChange {
  readonly urn: string;
  /** The URN in the state, if it is another one: an alias leads to it, such as that of the type in the other host. */
  readonly formerUrn?: string;
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
  /** Whether this preview imports the list: entries that the program does not declare stay in it. */
  readonly isImported: boolean;
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
  /** The name of its explicit provider. */
  readonly provider: string | undefined;
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
  /** The name of its explicit provider. */
  readonly provider: string | undefined;
  readonly isExclusive: boolean;
  readonly claimsExisting: boolean;
  readonly removalLimit: number | string | undefined;
  readonly notes: ByKind<NotedEntries>;
  readonly hidden: Hidden;
  /** Why `pulumi up` will refuse the inputs: a preview does not check them if their provider is not known yet. */
  readonly problems: readonly string[];
}

/** The names of properties whose values a preview does not show. */
interface Hidden {
  readonly unknown: readonly string[];
  readonly secret: readonly string[];
}

/** Pulumi's names of operations. Other steps are parts of a replacement. */
const operations: ReadonlyMap<string, Operation> = new Map([
  ["create", "create"],
  ["import", "import"],
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
  const own = steps.filter(({ urn }) => isAppListEntries(urn));
  const refreshes = own.filter(({ op }) => op === "refresh");
  // The old resource of an incomplete replacement has the URN of the new one.
  const leftOver = refreshes.filter(({ oldState }) => oldState?.delete === true);
  const current = refreshes.filter(({ oldState }) => oldState?.delete !== true);
  const refreshOf = new Map(current.map((step) => [step.urn, step]));
  const imported = new Set(own.filter(({ op }) => op.startsWith("import")).map(({ urn }) => urn));
  const operated = own.filter(({ op }) => operations.has(op));
  // An update follows the import of a list if the program declares anything else than the list contains.
  const isUpdated = new Set(operated.filter(({ op }) => op !== "import").map(({ urn }) => urn));
  const planned = operated.filter(({ op, urn }) => op !== "import" || !isUpdated.has(urn));
  // A resource with an alias has its old URN in the refresh.
  const isPlanned = new Set(planned.flatMap(({ urn, oldState }) => [urn, oldState?.urn ?? urn]));
  return [
    ...planned.flatMap((step) => {
      return plannedChanges(step, refreshOf.get(step.oldState?.urn ?? step.urn), imported.has(step.urn));
    }),
    ...leftOver.flatMap(leftOverChange),
    ...current.filter(({ urn }) => !isPlanned.has(urn)).flatMap(refreshedOnly),
  ];
}

function plannedChanges(step: Step, refresh: Step | undefined, isImported: boolean): readonly ResourceChange[] {
  const operation = operations.get(step.op);
  if (operation === undefined) return [];
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
function importedList({ appListId, account, provider, notes, hidden }: Declared): Before | undefined {
  if (appListId === undefined) return undefined;
  const entries = withoutNotes(notes);
  const state: State = {
    given: { appListId, account },
    ownership: { ...nothingManaged, managed: entries, adopted: entries },
    missing: noEntries,
    notes,
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

const declaredSchema = z.object({ ...argumentsSchema.partial().shape, ...textsSchema.shape });

function readDeclared({ inputs, provider }: ResourceState): Declared {
  const { shown, hidden } = splitHidden(inputs);
  const { texts, problems } = isChecked(shown) ? { texts: shown, problems: [] } : checkInputs(shown);
  const parsed = declaredSchema.safeParse({ ...shown, ...texts });
  if (!parsed.success) throw inputsUnreadable(z.prettifyError(parsed.error).replaceAll(/\s+/gu, " "));
  const { appListId, account, exclusive = false, claimExisting = false, removalLimit, ...rest } = parsed.data;
  return {
    appListId,
    account,
    provider: explicitProvider(provider),
    isExclusive: exclusive,
    claimsExisting: claimExisting,
    removalLimit,
    notes: parseTexts(rest).notes,
    hidden,
    problems,
  };
}

/** Whether the inputs of all kinds are texts as a check returns them. */
function isChecked(inputs: Readonly<Record<string, unknown>>): boolean {
  const texts = textsSchema.safeParse(inputs).data;
  return texts !== undefined && parseTexts(texts).problems.length === 0;
}

const refusedSchema = z.array(z.string()).default([]);

/** Checks inputs as a program wrote them: a preview does not if their provider is not known yet, or before an import. */
function checkInputs(given: Readonly<Record<string, unknown>>) {
  const { refused, ...inputs } = declareInputs(given).inputs;
  return {
    texts: Object.fromEntries(kinds.map((kind) => [kind, inputs[kind]])),
    problems: refusedSchema.parse(refused).filter((problem) => !problem.startsWith("__")),
  };
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
  const unknown = names.filter((name) => isOrLists(properties[name], unknownValue));
  const secret = names.filter((name) => isOrLists(properties[name], secretValue));
  const shownNames = names.filter((name) => !unknown.includes(name) && !secret.includes(name));
  const shown = Object.fromEntries(shownNames.map((name) => [name, withoutSecrets(properties[name])]));
  return { shown, hidden: { unknown, secret } };
}

const membersSchema = z.record(z.string(), z.unknown());

/** Whether a value is a mark, or a list of entries that contains it: in an entry, its note or its expiry date. */
function isOrLists(value: unknown, mark: string): boolean {
  if (!Array.isArray(value)) return value === mark;
  return value.some((item: unknown) => {
    return item === mark || Object.values(membersSchema.safeParse(item).data ?? {}).includes(mark);
  });
}

/** Leaves out the secrets in a property, down to those of `unconfirmed.add`. */
function withoutSecrets(value: unknown, depth = 2): unknown {
  const members = depth === 0 ? undefined : membersSchema.safeParse(value).data;
  if (members === undefined) return value;
  const shown = Object.entries(members).filter(([, member]) => member !== secretValue);
  return Object.fromEntries(shown.map(([name, member]) => [name, withoutSecrets(member, depth - 1)]));
}
