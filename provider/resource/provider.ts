import { areEqual, noEntries } from "../list/entries";
import { ChangeError } from "./texts/failures";
import { diffResource, failIfNotGiven, hasOtherId, type Difference } from "./diff";
import { ArgumentsInvalidError, PreviewOnlyError, StateUnreadableError, withOldConfiguration } from "./texts/errors";
import { hasOtherBaseUrl } from "./identity";
import {
  argumentsSchema,
  checkInputs,
  listOutputs,
  parseInputs,
  reject,
  readInputs,
  type HostCall,
  type CompleteInputs,
  type Properties,
} from "./inputs";
import { change, failIfMoved, remove } from "./execute";
import { planBefore, updateOf } from "./operation";
import type { KnownList } from "./list";
import { importList, read } from "./read";
import { noticesBeforeCreate, overLimitNotices, willBeExclusive } from "./texts/notices";
import type { Print } from "./notice";
import type { Run } from "./run";
import type { ResourceName } from "./shared-declarations";
import { parseState, printInputs, printState, printResource, type Resource, type State } from "./state";

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
  async check(olds: Properties, inputs: Properties, resource: ResourceName, { unknown, isSecret }: HostCall = {}) {
    const checked = checkInputs(inputs, unknown, isSecret);
    const parsed = checked.outcome === "valid" ? checked.parsed : undefined;
    const declared = parsed?.outcome === "complete" ? parsed : undefined;
    const conflicts = declared === undefined ? [] : this.#run.list(declared.given).declare(declared, resource);
    const problems = [...this.#run.account(parsed?.given.account).problems, ...conflicts];
    const result = problems.length > 0 ? reject(problems) : checked;
    // If the account does not exist, no operation can run, and the added entries of this resource are in its old list.
    const hasAccount = declared === undefined || this.#run.account(declared.given.account).exists;
    if (result.outcome === "invalid" || declared === undefined || !hasAccount)
      this.#declareUnsettled(olds, inputs, resource);
    // In a preview, the dynamic provider gets only this call for a new resource, even for one that replaces another.
    if (result.outcome === "valid" && parsed?.given.appListId !== undefined && Object.keys(olds).length === 0) {
      const { account, appListId } = parsed.given;
      const list = this.#run.list({ account, appListId });
      if (declared !== undefined) {
        const operation = updateOf(list.context, undefined, declared);
        noticesBeforeCreate(declared, planBefore(operation)).forEach(this.#print);
      }
      willBeExclusive(parsed, list.context).forEach(this.#print);
    }
    return result;
  }

  /**
   * Compares a state with inputs. Fails if the change is over the limit, unless the preview only reports that. A
   * replacement always fails, because nothing guards the delete at its end.
   */
  async diff(
    outputs: Properties,
    inputs: Properties,
    { id, isSecret, unknown }: HostCall = {},
  ): Promise<Pick<Difference, "changes" | "replaces">> {
    return this.#change(outputs, inputs, id, async () => {
      const state = parseState(outputs, isSecret);
      const stored = this.#run.list(state.given);
      const refreshed = stored.takeRefresh(printState(state));
      const parsed = parseInputs(inputs, unknown, isSecret);
      // Inputs of the program were checked before. Older inputs must not fail because of a new rule.
      if (parsed.outcome === "rejected") return { changes: true, replaces: [] };
      // The delete at the end of a replacement has the account of the state.
      const isUpdate = !hasOtherId(state, parsed) && !parsed.unknown.has("account");
      const list = isUpdate ? this.#run.list({ ...state.given, account: parsed.given.account }) : stored;
      const found = diffResource(state, parsed, withBaseUrl(list.receive(), state));
      const { changes, replaces, notices, stopped } = found;
      // The engine asks what the read has found. The read has printed that already.
      if (refreshed !== undefined) {
        const { inputs: observed = inputs, hasOtherDrift } = refreshed;
        return { changes: hasOtherDrift || !areEqual(readInputs(observed).entries, parsed.entries), replaces: [] };
      }
      failIfNotGiven(state, parsed);
      if (replaces.length > 0) failIfMoved(list, state);
      if (stopped !== undefined && stopped.judgements.length > 0) this.#stop(stopped, replaces);
      notices.forEach(this.#print);
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
  async read(outputs: Properties, { id, isSecret }: HostCall = {}) {
    this.#run.attempts.forget(id);
    const before = parseState(outputs, isSecret);
    const list = this.#run.list(before.given);
    const operate = async () => read(list, before, this.#print);
    const { state, inputs } = await withOldConfiguration(this.#run, "pulumi refresh", operate);
    const printed = printState(state);
    list.addRefresh({ state: printed, inputs, hasOtherDrift: !areEqual(before.missing, state.missing) });
    return { state: printed, inputs };
  }

  /** Reads a list that the resource does not manage yet. */
  async import(id: string) {
    const operate = async (): Promise<State> => importList(this.#run, id, this.#print);
    const state = await withOldConfiguration(this.#run, undefined, operate);
    return { state: printState(state), inputs: printInputs(state, noEntries) };
  }

  /** The outputs that an update keeps, as its preview shows them: those about the list, unless it can be another one. */
  outputsInPreview(outputs: Properties, inputs: Properties): Properties {
    const state = parseState(outputs);
    const account = argumentsSchema.shape.account.parse(inputs["account"]);
    // The ID can be an unknown value. A known one that differs replaces the resource.
    if (hasOtherBaseUrl(state, this.#run.account(account).baseUrl) || inputs["appListId"] !== state.given.appListId)
      return {};
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
    const state = parseState(outputs, call.isSecret);
    const operate = async (): Promise<void> => remove(this.#run.list(state.given), state, this.#print, call);
    await withOldConfiguration(this.#run, "pulumi destroy", operate);
  }

  async #changeList(outputs: Properties | undefined, inputs: Properties, call: HostCall): Promise<Resource> {
    this.#failInReport();
    const { id, isSecret } = call;
    return this.#change(outputs ?? {}, inputs, id, async () => {
      return this.#run.attempts.run(id, [outputs, inputs], async (before) => {
        const stored = before && parseState(before, isSecret);
        const declared = parseCompleteInputs(inputs, call, stored?.given.appListId);
        return printResource(await change(this.#run.list(declared.given), stored, declared, this.#print));
      });
    });
  }

  /** If changes over the limit are only reported, no operation may change a list. */
  #failInReport(): void {
    if (this.#run.reportsOverLimit) throw new PreviewOnlyError();
  }

  #stop({ operation, judgements }: NonNullable<Difference["stopped"]>, replaces: readonly string[]): void {
    // A report does not see secret entries: only an error shows there that they are over the limit.
    if (this.#run.reportsOverLimit && replaces.length === 0 && !operation.isSecret) {
      return overLimitNotices(operation, judgements).forEach(this.#print);
    }
    throw new ChangeError({ code: "CHANGE_LIMIT", judgements }, operation);
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
      this.#declareUnsettled(olds, inputs, this.#run.resource(id));
      throw error;
    }
  }

  /**
   * Declares what is known of a resource that is rejected, has failed or has unknown values, so that no other resource of
   * the run removes it: the entries of its last accepted inputs or its state, and the valid entries of its new inputs.
   */
  #declareUnsettled(olds: Properties, inputs: Properties, resource: ResourceName | undefined): void {
    const before = readInputs(olds);
    const now = readInputs(inputs, before);
    const known = [now.account, before.account].filter((each) => this.#run.account(each).exists);
    for (const { account: own, entries, appListId } of [before, now]) {
      // An account that does not exist has the base URL of the other or of the default account, as most accounts do.
      const account = known.includes(own) ? own : known[0];
      if (appListId !== undefined) this.#run.list({ account, appListId }).declareUnsettled(entries, resource);
    }
  }
}

/** A preview without a base URL judges the list of the state, so that its digests approve what `pulumi up` does. */
function withBaseUrl(known: KnownList, { baseUrl }: State): KnownList {
  return { ...known, identity: { ...known.identity, baseUrl: known.identity.baseUrl ?? baseUrl } };
}

/**
 * Parses inputs that must be complete, as in every operation except a preview.
 *
 * @param before the ID of the resource's list. Another list needs another resource.
 * @throws {ArgumentsInvalidError} if the inputs are not complete and valid.
 */
function parseCompleteInputs(inputs: Properties, call: HostCall, before?: number): CompleteInputs {
  const { id, isSecret, unknown, timeout } = call;
  const parsed = parseInputs(inputs, unknown, isSecret);
  if (parsed.outcome === "rejected") throw new ArgumentsInvalidError(parsed.problems);
  if (parsed.outcome === "incomplete") throw new ArgumentsInvalidError(["an input is not known yet"]);
  const { appListId } = parsed.given;
  if (before === undefined || before === appListId) return { ...parsed, id, timeout };
  throw new ArgumentsInvalidError([`appListId: ${appListId} is not the list ${before} of this resource`]);
}
