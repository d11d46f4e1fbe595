import { noEntries } from "../list/entries";
import { SettingsError } from "../api/settings";
import { RemovalLimitError } from "../sync/errors";
import { diffResource, stateInRun } from "./diff";
import { ArgumentsInvalidError, StateUnreadableError, withOldConfiguration } from "./errors";
import { checkInputs, parseInputs, refuse, refusedDeclarations } from "./inputs";
import type { Checked, Declared, Properties } from "./inputs";
import * as lifecycle from "./lifecycle";
import type { Print } from "./notices";
import type { Run } from "./run";
import type { ResourceIdentity } from "./run-list";
import { parseState, printInputs, printState } from "./state";

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
export interface ResourceProvider {
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
    outputs: Properties,
    inputs: Properties,
    unknown?: ReadonlySet<string>,
  ): Promise<Result<{ readonly changes: boolean; readonly replaces: readonly string[] }>>;
  create(inputs: Properties): Promise<Result<{ readonly id: string; readonly state: Properties }>>;
  /** Reads a list that the resource does not manage yet. */
  import(id: string): Promise<Result<{ readonly state: Properties; readonly inputs: Properties }>>;
  read(outputs: Properties): Promise<Result<Read>>;
  update(outputs: Properties, inputs: Properties): Promise<Result<{ readonly id: string; readonly state: Properties }>>;
  delete(outputs: Properties): Promise<Result>;
}

/**
 * Serves the resource in one run.
 *
 * @param print shows a notice to the person who runs Pulumi.
 */
export function createProvider(run: Run, print: Print): ResourceProvider {
  const isAccount = (account: string | undefined): boolean => run.baseUrl(account) !== undefined;

  /** Keeps the entries of a refused resource in its lists. */
  const declareRefused = (olds: Properties, inputs: Properties): void => {
    for (const { entries, ...list } of refusedDeclarations(olds, inputs, isAccount)) {
      run.list(list).declareRefused(entries);
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
      declareRefused(olds, inputs);
    }
    return result;
  };

  return {
    check: async (olds, inputs, unknown, resource) => {
      const checked = checkInputs(inputs, unknown);
      const declared = checked.outcome === "valid" ? checked.declared : undefined;
      const conflicts = declared === undefined ? [] : run.list(declared.given).declare(declared, resource);
      const result = conflicts.length > 0 ? refuse(conflicts) : checked;
      // If there is no such account, no operation can reach it: what this resource has added is in its old list.
      if (result.outcome === "invalid" || (declared !== undefined && !isAccount(declared.given.account))) {
        declareRefused(olds, inputs);
      }
      return result;
    },

    diff: (outputs, inputs, unknown) =>
      attemptChange(outputs, inputs, () => {
        const state = parseState(outputs);
        const list = run.list(state.given);
        const isAfterRead = list.takeRefresh(() => printState(state));
        const known = { list, baseUrl: (account: string | undefined) => run.baseUrl(account) };
        const { changes, replaces, notices, refusal, released } = diffResource(
          state,
          parseInputs(inputs, unknown),
          known,
        );
        if (released !== undefined) list.release(released);
        // The read has printed the drift already.
        if (!isAfterRead) {
          if (refusal !== undefined) throw refusal;
          notices.forEach(print);
        }
        return { outcome: "done", changes, replaces };
      }),

    create: (inputs) =>
      attemptChange({}, inputs, async () => {
        const declared = declaredBy(inputs);
        return toResult(await lifecycle.create(run, declared, print));
      }),

    read: (outputs) =>
      attempt<Read>(async () => {
        const stored = parseState(outputs);
        const read = await withOldConfiguration(() => lifecycle.read(run, stored, print));
        const { observed, unexpected } = read;
        const state = printState(read.state);
        const list = run.list(stored.given);
        list.addRefresh(state);
        if (observed !== undefined) list.observed = observed;
        return { outcome: "done", state, inputs: observed && printInputs(read.state, unexpected) };
      }),

    import: (id) =>
      attempt(async () => {
        const state = await lifecycle.importList(run, id, print);
        return { outcome: "done", state: printState(state), inputs: printInputs(state, noEntries) };
      }),

    update: (outputs, inputs) =>
      attemptChange(outputs, inputs, async () => {
        const stored = parseState(outputs);
        const declared = declaredBy(inputs, stored.given.appListId);
        const state = stateInRun(stored, declared, run.list(stored.given));
        return toResult(await lifecycle.update(run, state, declared, print));
      }),

    delete: (outputs) =>
      attempt(async () => {
        const state = parseState(outputs);
        await withOldConfiguration(() => lifecycle.remove(run, state, print));
        return { outcome: "done" };
      }),
  };
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

function toResult({ state, failure }: lifecycle.Changed): Result<{ id: string; state: Properties }> {
  const resource = { id: String(state.given.appListId), state: printState(state) };
  return failure === undefined ? { outcome: "done", ...resource } : { outcome: "failed", failure, partial: resource };
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
  const { appListId } = parsed.given;
  if (before === undefined || before === appListId) return parsed;
  throw new ArgumentsInvalidError([`appListId: ${appListId} is not the list ${before} of this resource`]);
}
