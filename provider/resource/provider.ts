import { difference, isEmpty, noEntries } from "../list/entries";
import { parseRemovalLimit } from "../list/removal-guard";
import { withUnconfirmedRemovals } from "../list/ownership";
import { SettingsError } from "../api/settings";
import { RemovalLimitError } from "../sync/errors";
import { checkInputs, refuse, type Checked } from "./check";
import { diffState } from "./diff";
import { guardReplacement, guardUpdate } from "./guard";
import { parseInputs, type Declared, type ParsedInputs, type Properties } from "./inputs";
import { importList, settleImport } from "./import";
import * as lifecycle from "./lifecycle";
import { ArgumentsInvalidError, StateUnreadableError } from "./errors";
import { findMove, hasOtherBaseUrl } from "./move";
import { noticesOnUndeclared, type Print } from "./notices";
import { withOldConfiguration } from "./old-configuration";
import { Reads } from "./reads";
import { refusedDeclarations } from "./refused-declarations";
import type { Run } from "./run";
import type { ResourceIdentity } from "./run-list";
import { parseState, printInputs, printState, type State } from "./state";

export interface Failed {
  readonly outcome: "failed";
  readonly failure: Error;
  /** The resource, if the operation has changed it in part. */
  readonly partial?: { readonly id: string; readonly state: Properties } | undefined;
}

type Result<Done = object> = ({ readonly outcome: "done" } & Done) | Failed;

/** Without inputs the old ones are kept. */
interface Read {
  readonly state: Properties;
  readonly inputs?: Properties;
}

/** The operations of AppListEntries in one run, over plain data. A host translates to them and decides nothing. */
export interface Provider {
  /**
   * Validates inputs, and compares them with those of the other resources of the run. The entries of refused inputs, and
   * of the last accepted ones, are not removed from now on.
   *
   * @param olds the last accepted inputs. Empty if the resource is new.
   * @param unknown the names of the inputs that a preview does not know yet.
   * @param resource default: the host is not given it.
   */
  check(
    olds: Properties,
    inputs: Properties,
    unknown?: ReadonlySet<string>,
    resource?: ResourceIdentity,
  ): Promise<Checked>;
  /** Fails if the removal guard refuses the change. */
  diff(
    id: string,
    state: Properties,
    inputs: Properties,
    unknown?: ReadonlySet<string>,
  ): Promise<Result<{ readonly changes: boolean; readonly replaces: readonly string[] }>>;
  create(inputs: Properties): Promise<Result<{ readonly id: string; readonly state: Properties }>>;
  /** Reads a list that the resource does not manage yet. */
  import(id: string): Promise<Result<{ readonly state: Properties; readonly inputs: Properties }>>;
  read(id: string, state: Properties): Promise<Result<Read>>;
  update(id: string, state: Properties, inputs: Properties): Promise<Result<{ readonly state: Properties }>>;
  delete(state: Properties): Promise<Result>;
}

/**
 * Serves the resource in one run.
 *
 * @param print shows a notice to the person who runs Pulumi.
 * @param reads what this run has read. A host that prints with another function for each operation passes the same one.
 */
export function createProvider(run: Run, print: Print, reads: Reads = new Reads()): Provider {
  const isAccount = (account: string | undefined): boolean => run.baseUrl(account) !== undefined;

  /** Keeps the entries of a refused resource in its lists. */
  const keep = (olds: Properties, inputs: Properties): void => {
    for (const { account, appListId, entries } of refusedDeclarations(olds, inputs, isAccount)) {
      run.list(account, appListId).keep(entries);
    }
  };

  /** Runs an operation that changes a resource. If it is refused before anything is sent, its entries stay in the list. */
  const attemptChange = async <Done>(
    olds: Properties,
    inputs: Properties,
    operate: () => Result<Done> | Promise<Result<Done>>,
  ): Promise<Result<Done>> => {
    const result = await attempt(operate);
    if (result.outcome === "failed" && result.partial === undefined && isRefusal(result.failure)) {
      keep(olds, inputs);
    }
    return result;
  };

  /** The state of an imported resource, without the entries that it stops managing. */
  const settled = (state: State, declared: Declared): State =>
    settleImport(state, declared, run.list(state.given.account, state.given.appListId), reads.hasImported(state));

  return {
    check: async (olds, inputs, unknown, resource) => {
      const checked = checkInputs(inputs, unknown);
      const declared = checked.outcome === "valid" ? checked.declared : undefined;
      const conflicts =
        declared === undefined ? [] : run.list(declared.account, declared.appListId).declare(resource, declared);
      const result = conflicts.length > 0 ? refuse(conflicts) : checked;
      // If there is no such account, no operation can reach it: what this resource has added is in its old list.
      if (result.outcome === "invalid" || (declared !== undefined && !isAccount(declared.account))) {
        keep(olds, inputs);
      }
      return result;
    },

    diff: (id, state, inputs, unknown) =>
      attemptChange(state, inputs, () => {
        const parsedState = parseState(state);
        const isRefresh = reads.takeDiffOfRefresh(parsedState);
        const stored = inRun(run, parsedState);
        const parsed = parseInputs(inputs, unknown);
        // The program's inputs were checked. Those of a refresh are older, and must not fail by a new rule.
        if (parsed.outcome === "refused") return { outcome: "done", changes: true, replaces: [] };
        const known = parsed.outcome === "declared" ? settled(stored, parsed.declared) : stored;
        const { account, appListId } = known.given;
        const named = parsed.outcome === "declared" ? parsed.declared.account : parsed.given.account;
        const move = findMove(known, { account: named, baseUrl: run.baseUrl(named) });
        const { changes, replaces, notices } = diffState(known, parsed, move);
        const notDeclared = difference(stored.ownership.managed, known.ownership.managed);
        if (move === undefined) run.list(account, appListId).release(known.ownership);
        // The read has printed the drift already.
        if (!isRefresh) {
          const list = run.list(account, appListId);
          const next = replaces.length > 0 ? knownReplacement(parsed) : undefined;
          // At another base URL, the delete fails, and removes nothing.
          if (next !== undefined && !hasOtherBaseUrl(known, run.baseUrl(account))) guardReplacement(known, next, list);
          if (parsed.outcome === "declared" && replaces.length === 0 && move === undefined) {
            guardUpdate(known, parsed.declared, list, reads.observed(known));
          }
          [...notices, ...noticesOnUndeclared(known, notDeclared)].forEach(print);
        }
        return { outcome: "done", changes: changes || !isEmpty(notDeclared), replaces };
      }),

    create: (inputs) =>
      attemptChange({}, inputs, async () => {
        const declared = declaredBy(inputs);
        const id = String(declared.appListId);
        return toResult(id, await lifecycle.create(run, declared, print));
      }),

    read: (id, state) =>
      attempt<Read>(async () => {
        const known = parseState(state);
        const read = await withOldConfiguration(() => lifecycle.read(run, known, print));
        reads.addRefresh(read.state);
        if (read.outcome === "read") reads.addObserved(known, read.observed);
        const inputs = read.outcome === "read" ? printInputs(read.state, read.unexpected) : undefined;
        return { outcome: "done", state: printState(read.state), inputs };
      }),

    import: (id) =>
      attempt(async () => {
        const state = await importList(run, id, print);
        reads.addImport(state);
        return { outcome: "done", state: printState(state), inputs: printInputs(state, noEntries) };
      }),

    update: (id, state, inputs) =>
      attemptChange(state, inputs, async () => {
        const stored = parseState(state);
        const declared = declaredBy(inputs, stored.given.appListId);
        const known = settled(inRun(run, stored), declared);
        return toResult(id, await lifecycle.update(run, known, declared, print));
      }),

    delete: (state) =>
      attempt(async () => {
        const known = parseState(state);
        await withOldConfiguration(() => lifecycle.remove(run, known, print));
        return { outcome: "done" };
      }),
  };
}

/** The new list, and how much may be removed from the old one; undefined if a preview does not know that yet. */
function knownReplacement(
  parsed: Exclude<ParsedInputs, { readonly outcome: "refused" }>,
): Parameters<typeof guardReplacement>[1] | undefined {
  if (parsed.outcome === "declared") return parsed.declared;
  const { unknown, given } = parsed;
  const { account, appListId, removalLimit: limit } = given;
  if (appListId === undefined || unknown.has("account") || unknown.has("removalLimit")) return undefined;
  return { account, appListId, removalLimit: limit === undefined ? undefined : parseRemovalLimit(limit) };
}

/** Whether an operation failed before it could send anything, for a reason that has nothing to do with the API. */
function isRefusal(error: Error): boolean {
  return [RemovalLimitError, SettingsError, ArgumentsInvalidError, StateUnreadableError].some(
    (refusal) => error instanceof refusal,
  );
}

async function attempt<Done>(operate: () => Result<Done> | Promise<Result<Done>>): Promise<Result<Done>> {
  try {
    return await operate();
  } catch (error) {
    return { outcome: "failed", failure: error instanceof Error ? error : new Error(String(error)) };
  }
}

function toResult(id: string, { state, failure }: lifecycle.Changed): Result<{ id: string; state: Properties }> {
  const resource = { id, state: printState(state) };
  return failure === undefined ? { outcome: "done", ...resource } : { outcome: "failed", failure, partial: resource };
}

/** A state in a run. What the run has removed may be gone: two resources can manage an entry after a failed move. */
function inRun(run: Run, state: State): State {
  const removed = run.list(state.given.account, state.given.appListId).removed.entries;
  return { ...state, ownership: withUnconfirmedRemovals(state.ownership, removed) };
}

/**
 * Complete inputs, as every operation but a preview has them. They were checked before, unless the engine could not.
 *
 * @param before the list of the resource. Another list needs another resource.
 * @throws {ArgumentsInvalidError} if a check refuses them.
 */
function declaredBy(inputs: Properties, before?: number): Declared {
  const parsed = parseInputs(inputs);
  if (parsed.outcome === "refused") throw new ArgumentsInvalidError(parsed.problems);
  if (parsed.outcome === "incomplete") throw new ArgumentsInvalidError(["an input is not known yet"]);
  const { declared } = parsed;
  if (before === undefined || before === declared.appListId) return declared;
  throw new ArgumentsInvalidError([`appListId: ${declared.appListId} is not the list ${before} of this resource`]);
}
