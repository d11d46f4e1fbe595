import { printFinding, type Finding } from "../check/finding";
import { areEqual, noEntries, unionAll } from "../list/entries";
import { diffResource, failIfNotGiven, hasOtherId } from "./diff";
import { eventsBefore, eventsIfExclusive, type ListEvent } from "./events";
import { change, failIfMoved, PartialChangeError, remove } from "./execute";
import { hasOtherBaseUrl } from "./identity";
import {
  listOutputs,
  parseInputs,
  printChecked,
  reject,
  type HostCall,
  type CompleteInputs,
  type Properties,
} from "./inputs";
import type { Print } from "./notice";
import { planBefore, updateOf } from "./operation";
import { importList, read } from "./read";
import type { Run } from "./run";
import type { ResourceName } from "./shared-declarations";
import { parseState, printInputs, printResource, printState, type Resource } from "./state";
import { printConflict } from "./texts/conflicts";
import { ArgumentsInvalidError, PreviewOnlyError, StateUnreadableError, withOldConfiguration } from "./texts/errors";
import { ChangeError } from "./texts/failures";
import { naming } from "./texts/naming";
import { noticeOf } from "./texts/notices";

/**
 * The operations of AppListEntries in one run, with plain data. A host translates its calls into these and decides
 * nothing.
 */
export class ResourceProvider {
  readonly #run: Run;
  readonly #print: Print;

  /** @param print shows a notice to the person who runs Pulumi. */
  constructor(run: Run, print: Print) {
    this.#run = run;
    this.#print = print;
  }

  /**
   * Validates inputs, and finds conflicts with the other resources of the run. If the inputs are rejected, no other
   * resource removes their entries or the entries of the last accepted inputs.
   *
   * @param olds the last accepted inputs. Empty if the resource is new.
   */
  async check(olds: Properties, inputs: Properties, resource: ResourceName, call: HostCall = {}) {
    const { unknown, isSecret = false } = call;
    const parsed = parseInputs(inputs, unknown);
    const account = this.#run.account(parsed.given.account);
    const problems = [
      ...(parsed.outcome === "rejected" ? printProblems(parsed.problems, call) : account.problems),
      ...(parsed.outcome === "complete" ? this.#declare(parsed, resource, isSecret) : []),
    ];
    // If the account does not exist, no operation can run, and the added entries of this resource are in its old list.
    if (problems.length > 0 || parsed.outcome !== "complete" || !account.exists)
      this.#declareUnsettled(olds, inputs, resource);
    if (parsed.outcome === "rejected" || problems.length > 0) return reject(problems);
    const { account: name, appListId } = parsed.given;
    // In a preview, the dynamic provider gets only this call for a new resource, even for one that replaces another.
    if (appListId !== undefined && Object.keys(olds).length === 0) {
      const { context } = this.#run.list({ account: name, appListId });
      const operation = updateOf(context, undefined, parsed);
      const planned = parsed.outcome === "complete" ? eventsBefore(operation, planBefore(operation), parsed.given) : [];
      this.#tell(call, [...planned, ...eventsIfExclusive(parsed, context)]);
    }
    return printChecked(parsed);
  }

  /**
   * Compares a state with inputs. Fails if the change is over the limit, unless the preview only reports that.
   */
  async diff(outputs: Properties, inputs: Properties, call: HostCall = {}) {
    return this.#change(outputs, inputs, call.id, async () => {
      const state = parseState(outputs);
      const stored = this.#run.list(state.given);
      const refreshed = stored.takeRefresh(printState(state));
      const parsed = parseInputs(inputs, call.unknown);
      // Inputs of the program were checked before. Older inputs must not fail because of a new rule.
      if (parsed.outcome === "rejected") return { changes: true, replaces: [] };
      // The engine asks what the read has found. The read has printed that already.
      if (refreshed !== undefined) {
        const { inputs: observed = inputs, hasOtherDrift } = refreshed;
        return { changes: hasOtherDrift || !areEqual(parseInputs(observed).entries, parsed.entries), replaces: [] };
      }
      // The delete at the end of a replacement has the account of the state.
      const isOther = hasOtherId(state, parsed);
      const list = isOther ? stored : this.#run.list({ ...state.given, account: parsed.given.account });
      const known = list.receive();
      // Without a base URL, a preview judges the list of the state, so that its digests approve what `pulumi up` does.
      const identity = { ...known.identity, baseUrl: known.identity.baseUrl ?? state.baseUrl };
      const { changes, replaces, events, stopped } = diffResource(state, parsed, { ...known, identity });
      failIfNotGiven(state, parsed);
      if (replaces.length > 0) failIfMoved(list, state);
      // A report judges the change itself, but it does not see secret entries.
      const isReported = this.#run.reportsOverLimit && call.isSecret !== true;
      if (stopped !== undefined && stopped.judgements.length > 0 && !isReported) {
        const { operation, judgements } = stopped;
        throw new ChangeError({ failure: { code: "CHANGE_LIMIT", judgements }, operation }, naming(call.isSecret));
      }
      this.#tell(call, events);
      return { changes, replaces };
    });
  }

  /** @throws {PartialChangeError} if only a part of the entries were added. */
  async create(inputs: Properties, call: HostCall = {}): Promise<Resource> {
    return this.#changeList(undefined, inputs, call);
  }

  /**
   * @returns the state and the inputs; undefined inputs if the list could not be read. Then the engine keeps the old
   *   inputs.
   */
  async read(outputs: Properties, call: HostCall = {}) {
    this.#run.attempts.forget(call.id);
    const before = parseState(outputs);
    const list = this.#run.list(before.given);
    const operate = async () => read(list, before);
    const { state, inputs, events, views } = await withOldConfiguration(this.#run, "pulumi refresh", operate);
    this.#tell(call, events);
    const printed = printState(state);
    list.addRefresh({ state: printed, inputs, hasOtherDrift: !areEqual(before.missing, state.missing) }, views);
    return { state: printed, inputs };
  }

  /** Reads a list that the resource does not manage yet. */
  async import(id: string) {
    const operate = async () => importList(this.#run, id);
    const { state, events } = await withOldConfiguration(this.#run, undefined, operate);
    this.#tell({}, events);
    return { state: printState(state), inputs: printInputs(state, noEntries) };
  }

  /** The outputs that an update keeps, as its preview shows them: those about the list, unless it can be another one. */
  outputsInPreview(outputs: Properties, inputs: Properties): Properties {
    const state = parseState(outputs);
    const { account, appListId } = parseInputs(inputs).given;
    // The ID can be an unknown value. A known one that differs replaces the resource.
    if (hasOtherBaseUrl(state, this.#run.account(account).baseUrl) || appListId !== state.given.appListId) return {};
    return Object.fromEntries(listOutputs.map((name) => [name, state.facts[name]]));
  }

  /** @throws {PartialChangeError} if only a part of the change was made. */
  async update(outputs: Properties, inputs: Properties, call: HostCall = {}): Promise<Resource> {
    return this.#changeList(outputs, inputs, call);
  }

  async delete(outputs: Properties, call: HostCall = {}): Promise<void> {
    this.#failInReport();
    this.#run.attempts.forget(call.id);
    if (call.unknown !== undefined && call.unknown.size > 0) throw new StateUnreadableError("a value is not known yet");
    const state = parseState(outputs);
    const operate = async (): Promise<void> => {
      const declaration = this.#run.declarationOf(call.id);
      const { events, failed } = await remove(this.#run.list(state.given), state, declaration, call);
      this.#tell(call, events);
      if (failed !== undefined) throw new ChangeError(failed, naming(call.isSecret));
    };
    await withOldConfiguration(this.#run, "pulumi destroy", operate);
  }

  async #changeList(outputs: Properties | undefined, inputs: Properties, call: HostCall): Promise<Resource> {
    this.#failInReport();
    const { id, isSecret } = call;
    return this.#change(outputs ?? {}, inputs, id, async () => {
      return this.#run.attempts.run(id, [outputs, inputs], async (before) => {
        const stored = before && parseState(before);
        const declared = parseCompleteInputs(inputs, call, stored?.given.appListId);
        const { state, events, failed } = await change(this.#run.list(declared.given), stored, declared);
        this.#tell(call, events);
        const resource = printResource(state);
        if (failed === undefined) return resource;
        const error = new ChangeError(failed, naming(isSecret));
        throw failed.change.mayHaveChanged ? new PartialChangeError(error, resource) : error;
      });
    });
  }

  /** Declares the entries of a resource. @returns the conflicts with other resources of the run, in sentences. */
  #declare(declared: CompleteInputs, resource: ResourceName, isSecret: boolean): readonly string[] {
    return this.#run.list(declared.given).declare(declared, resource, isSecret).map(printConflict);
  }

  #tell({ isSecret }: HostCall, events: readonly ListEvent[]): void {
    for (const event of events) this.#print(noticeOf(event, naming(isSecret)));
  }

  /** If changes over the limit are only reported, no operation may change a list. */
  #failInReport(): void {
    if (this.#run.reportsOverLimit) throw new PreviewOnlyError();
  }

  /** Runs an operation of a resource. If it fails, no other resource removes the old or new entries of this one. */
  async #change<Result>(
    olds: Properties,
    inputs: Properties,
    id: string | undefined,
    operate: () => Promise<Result>,
  ): Promise<Result> {
    try {
      return await operate();
    } catch (error) {
      this.#declareUnsettled(olds, inputs, this.#run.declarationOf(id)?.resource);
      throw error;
    }
  }

  /**
   * Declares what is known of a resource that is rejected, has failed or has unknown values, so that no other resource of
   * the run removes it: its last accepted entries and the valid new ones, in its old and its new list.
   */
  #declareUnsettled(olds: Properties, inputs: Properties, resource: ResourceName | undefined): void {
    const both = [parseInputs(olds), parseInputs(inputs)];
    const entries = unionAll(both.map((each) => each.entries));
    for (const { given } of both) {
      const { appListId } = given;
      // An account that does not exist has the base URL of the default account, as most accounts do.
      const account = this.#run.account(given.account).exists ? given.account : undefined;
      if (appListId !== undefined) this.#run.list({ account, appListId }).declareUnsettled(entries, resource);
    }
  }
}

/**
 * Parses inputs that must be complete, as in every operation except a preview.
 *
 * @param before the ID of the resource's list. Another list needs another resource.
 * @throws {ArgumentsInvalidError} if the inputs are not complete and valid.
 */
function parseCompleteInputs(inputs: Properties, call: HostCall, before?: number): CompleteInputs {
  const { id, unknown, timeout } = call;
  const parsed = parseInputs(inputs, unknown);
  if (parsed.outcome === "rejected") throw new ArgumentsInvalidError(printProblems(parsed.problems, call));
  if (parsed.outcome === "incomplete") throw new ArgumentsInvalidError(["an input is not known yet"]);
  const { appListId } = parsed.given;
  if (before === undefined || before === appListId) return { ...parsed, id, timeout };
  throw new ArgumentsInvalidError([`appListId: ${appListId} is not the list ${before} of this resource`]);
}

function printProblems(problems: readonly Finding[], { isSecret }: HostCall): readonly string[] {
  return problems.map((problem) => printFinding(problem, isSecret));
}
