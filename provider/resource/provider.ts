import { noEntries } from "../list/entries";
import { SettingsError } from "../api/settings";
import { ChangeError } from "../sync/errors";
import { diffResource, stateInRun } from "./diff";
import { ArgumentsInvalidError, StateUnreadableError, withOldConfiguration } from "./errors";
import {
  checkInputs,
  parseInputs,
  refuse,
  refusedDeclarations,
  type Checked,
  type Declared,
  type Properties,
} from "./inputs";
import * as lifecycle from "./lifecycle";
import type { Print } from "./notices";
import type { Run } from "./run";
import type { ResourceIdentity } from "./run-list";
import { parseState, printInputs, printState } from "./state";

export interface Failed {
  readonly outcome: "failed";
  readonly failure: Error;
  /** The resource, if the operation has changed it in part. */
  readonly partial?: Resource | undefined;
}

interface Resource {
  readonly id: string;
  readonly state: Properties;
}

type Result<Done = object> = ({ readonly outcome: "done" } & Done) | Failed;

/** Without inputs the old ones are kept. */
interface Read {
  readonly state: Properties;
  readonly inputs?: Properties;
}

/** The operations of AppListEntries in one run, over plain data. A host translates to them and decides nothing. */
export class ResourceProvider {
  readonly #run: Run;
  readonly #print: Print;

  /** @param print shows a notice to the person who runs Pulumi. */
  constructor(run: Run, print: Print) {
    this.#run = run;
    this.#print = print;
  }

  /**
   * Validates inputs, and compares them with those of the other resources of the run. The entries of refused inputs, and
   * of the last accepted ones, are not removed from now on.
   *
   * @param olds the last accepted inputs. Empty if the resource is new.
   * @param unknown the names of the inputs that a preview does not know yet.
   * @param resource default: the host is not given it.
   */
  async check(
    olds: Properties,
    inputs: Properties,
    unknown?: ReadonlySet<string>,
    resource?: ResourceIdentity,
  ): Promise<Checked> {
    const checked = checkInputs(inputs, unknown);
    const declared = checked.outcome === "valid" ? checked.declared : undefined;
    const conflicts = declared === undefined ? [] : this.#run.list(declared.given).declare(declared, resource);
    const result = conflicts.length > 0 ? refuse(conflicts) : checked;
    // If there is no such account, no operation can reach it: what this resource has added is in its old list.
    if (result.outcome === "invalid" || (declared !== undefined && !this.#isAccount(declared.given.account))) {
      this.#declareRefused(olds, inputs);
    }
    return result;
  }

  /** Fails if the removal guard refuses the change. */
  async diff(
    outputs: Properties,
    inputs: Properties,
    unknown?: ReadonlySet<string>,
  ): Promise<Result<{ readonly changes: boolean; readonly replaces: readonly string[] }>> {
    return this.#attemptChange(outputs, inputs, () => {
      const state = parseState(outputs);
      const list = this.#run.list(state.given);
      const isAfterRead = list.takeRefresh(() => printState(state));
      const baseUrl = (account: string | undefined): string | undefined => this.#run.baseUrl(account);
      const difference = diffResource(state, parseInputs(inputs, unknown), { list, baseUrl });
      const { changes, replaces, notices, refusal, released } = difference;
      if (released !== undefined) list.release(released);
      // The read has printed the drift already.
      if (!isAfterRead) {
        if (refusal !== undefined) throw refusal;
        notices.forEach(this.#print);
      }
      return { outcome: "done", changes, replaces };
    });
  }

  async create(inputs: Properties): Promise<Result<Resource>> {
    return this.#attemptChange({}, inputs, async () =>
      toResult(await lifecycle.create(this.#run, declaredBy(inputs), this.#print)),
    );
  }

  async read(outputs: Properties): Promise<Result<Read>> {
    return attempt<Read>(async () => {
      const stored = parseState(outputs);
      const read = await withOldConfiguration(() => lifecycle.read(this.#run, stored, this.#print));
      const { observed, unexpected } = read;
      const state = printState(read.state);
      const list = this.#run.list(stored.given);
      list.addRefresh(state);
      if (observed !== undefined) list.observed = observed;
      return { outcome: "done", state, inputs: observed && printInputs(read.state, unexpected) };
    });
  }

  /** Reads a list that the resource does not manage yet. */
  async import(id: string): Promise<Result<{ readonly state: Properties; readonly inputs: Properties }>> {
    return attempt(async () => {
      const state = await lifecycle.importList(this.#run, id, this.#print);
      return { outcome: "done", state: printState(state), inputs: printInputs(state, noEntries) };
    });
  }

  async update(outputs: Properties, inputs: Properties): Promise<Result<Resource>> {
    return this.#attemptChange(outputs, inputs, async () => {
      const stored = parseState(outputs);
      const declared = declaredBy(inputs, stored.given.appListId);
      const state = stateInRun(stored, declared, this.#run.list(stored.given));
      return toResult(await lifecycle.update(this.#run, state, declared, this.#print));
    });
  }

  async delete(outputs: Properties): Promise<Result> {
    return attempt(async () => {
      const state = parseState(outputs);
      await withOldConfiguration(() => lifecycle.remove(this.#run, state, this.#print));
      return { outcome: "done" };
    });
  }

  /** Runs an operation that changes a resource. If it is refused before anything is sent, its entries stay in the list. */
  async #attemptChange<Done>(
    olds: Properties,
    inputs: Properties,
    operate: () => Result<Done> | Promise<Result<Done>>,
  ): Promise<Result<Done>> {
    const result = await attempt(operate);
    if (result.outcome === "failed" && result.partial === undefined && isRefusal(result.failure)) {
      this.#declareRefused(olds, inputs);
    }
    return result;
  }

  /** Keeps the entries of a refused resource in its lists. */
  #declareRefused(olds: Properties, inputs: Properties): void {
    const declarations = refusedDeclarations(olds, inputs, (account) => this.#isAccount(account));
    for (const { entries, ...list } of declarations) this.#run.list(list).declareRefused(entries);
  }

  #isAccount(account: string | undefined): boolean {
    return this.#run.baseUrl(account) !== undefined;
  }
}

/** Whether an operation failed before it could send anything, for a reason that has nothing to do with the API. */
function isRefusal(error: Error): boolean {
  if (error instanceof ChangeError) return error.code === "REMOVAL_LIMIT";
  return [SettingsError, ArgumentsInvalidError, StateUnreadableError].some((refusal) => error instanceof refusal);
}

async function attempt<Done>(operate: () => Result<Done> | Promise<Result<Done>>): Promise<Result<Done>> {
  try {
    return await operate();
  } catch (error) {
    return { outcome: "failed", failure: error instanceof Error ? error : new Error(String(error)) };
  }
}

function toResult({ state, failure }: lifecycle.Changed): Result<Resource> {
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
