import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import { z } from "zod";
import { Failure, type HostProcess, type Properties } from "./hosts/host";

/** A program: the inputs of its resources by their names, in the order of their registration. */
export type Program = Readonly<Record<string, Properties>>;

/** How a program is deployed. */
export interface DeployOptions {
  /** As `--refresh`. */
  readonly refresh?: boolean;
  /** Every resource depends on the one before it. Default: they are independent. */
  readonly inSequence?: boolean;
  /** When it resolves, or the first step has ended, the engine shows the other resources. Default: at once. */
  readonly showsNext?: Promise<unknown> | undefined;
  /** Replaces the first resource without a diff, as `--replace` and `state taint`. */
  readonly replacesFirst?: boolean;
  /** Updates nothing, as with `--continue-on-error` after the source of a value has failed. */
  readonly isSkipped?: boolean;
  /**
   * Repeats a failed create or update once, as an `onError` hook does. The engine loses the state of the first attempt,
   * but the provider continues from it.
   */
  readonly repeats?: boolean;
  /** Former names of resources, by their new names. */
  readonly aliases?: Readonly<Record<string, string>>;
}

/** A resource in the state of a stack. */
export interface Resource {
  readonly name: string;
  readonly id: string;
  readonly inputs: Properties;
  readonly state: Properties;
  /** The last operation failed in part: the next up updates the resource even without a difference. */
  readonly isIncomplete: boolean;
  /** It was replaced, and its deletion is still to be done. */
  readonly isPendingDelete: boolean;
}

/** Inputs of a resource, or those and its state if it was rejected or failed: they only spare entries. */
export type Declaration = Readonly<{ name: string; properties: Properties; isSparingOnly?: boolean }>;

/** An operation on a resource that reads or changes its list. */
export interface Operation {
  /** What the provider knows that the command declares, from some moment on, in order. */
  readonly declared: readonly Declaration[];
  readonly what: "change" | "delete" | "read";
  readonly name: string;
  /** The declared inputs, of a change. */
  readonly inputs?: Properties;
  readonly before?: Resource | undefined;
  after?: Resource | undefined;
  outcome: "done" | "failed" | "killed";
  error?: unknown;
}

/** The operation to which the code that runs belongs: that of a request, in whichever process. */
export const currentOperation = new AsyncLocalStorage<Operation>();

type Store = (resources: readonly Resource[]) => void;

/** One command of the engine, with the process of the provider that it started. */
export class Deployment {
  readonly process: HostProcess;
  readonly errors: Error[] = [];
  /** What was done, in order. */
  readonly operations: Operation[] = [];
  /** The resources whose refresh has found a difference from the last accepted inputs. */
  readonly drifting: string[] = [];
  readonly #declared: Declaration[] = [];
  #repeats = false;
  /** The engine is gone: it begins nothing more, and its state stays as it is. */
  isKilled = false;
  readonly #store: Store | undefined;
  #resources: readonly Resource[];

  /** @param store keeps the resources. A preview has none. */
  constructor(process: HostProcess, resources: readonly Resource[], store?: Store) {
    this.process = process;
    this.#resources = resources;
    this.#store = store;
  }

  /** Registers the resources of a program, and deletes those that it no longer declares. */
  async up(program: Program, options: DeployOptions): Promise<void> {
    const { inSequence = false, showsNext, replacesFirst = false, aliases = {} } = options;
    this.#repeats = options.repeats === true;
    const isAtOnce = !inSequence && showsNext === undefined;
    if (options.refresh === true) await this.refresh();
    const steps: Promise<void>[] = [];
    const registered = Promise.withResolvers<void>();
    for (const [index, [name, inputs]] of Object.entries(program).entries()) {
      const isReplaced = replacesFirst && index === 0;
      const step = await this.#attempt(() => this.#register(name, inputs, aliases[name], isReplaced));
      if (step === undefined || this.#store === undefined || options.isSkipped === true) continue;
      // Without a sequence, all are registered before the first request: entries of a later one would not be spared.
      const ended = this.#attempt(async () => {
        if (isAtOnce) await registered.promise;
        await step();
      });
      steps.push(ended);
      if (inSequence) await ended;
      if (showsNext !== undefined) await Promise.race([showsNext, ended]);
    }
    registered.resolve();
    await Promise.all(steps);
    if (this.#store !== undefined)
      await this.delete(({ name, isPendingDelete }) => isPendingDelete || !(name in program));
  }

  /** Imports a list as a resource. */
  async import(name: string, id: string): Promise<void> {
    await this.#attempt(() =>
      this.#operate({ what: "read", name }, async () => {
        const read = await this.process.read(name, id, {}, {});
        if (read === undefined) return;
        const { state, inputs = {} } = read;
        const checked = await this.#check(name, inputs, inputs);
        this.#put(undefined, { name, id, inputs: checked, state, isIncomplete: false, isPendingDelete: false });
      }),
    );
  }

  async refresh(): Promise<void> {
    await Promise.all(this.#resources.map((resource) => this.#attempt(() => this.#refresh(resource))));
  }

  /** Deletes resources, all at once because they are independent. */
  async delete(isUnwanted: (resource: Resource) => boolean): Promise<void> {
    await Promise.all(
      this.#resources.filter(isUnwanted).map((resource) => this.#attempt(() => this.#delete(resource))),
    );
  }

  async #delete(resource: Resource): Promise<void> {
    const { name, id, state, inputs } = resource;
    await this.#operate({ what: "delete", name, before: resource }, async () => {
      await this.process.delete(name, id, state, inputs);
      this.#put(resource);
    });
  }

  /** Checks the inputs of a resource and compares them with its state: the step that follows, if any. */
  async #register(
    name: string,
    declared: Properties,
    alias?: string,
    isReplaced = false,
  ): Promise<(() => Promise<void>) | undefined> {
    const isPreview = this.#store === undefined;
    const old = this.#resources.find((each) => !each.isPendingDelete && (each.name === name || each.name === alias));
    const sparing = async <Result>(operate: () => Promise<Result>): Promise<Result> => {
      try {
        return await operate();
      } catch (error) {
        // A refused resource declares its old and its new entries.
        this.#spares(name, old?.inputs ?? {}, declared);
        throw error;
      }
    };
    const inputs = await sparing(() => this.#check(name, isReplaced ? {} : (old?.inputs ?? {}), declared));
    this.#declared.push({ name, properties: inputs });
    if (old === undefined) {
      if (isPreview) await this.process.previewCreate?.(name, inputs);
      return () => this.#create(name, inputs);
    }
    const difference = isReplaced ? "replace" : await sparing(() => this.process.diff(name, old.id, old.state, inputs));
    if (difference === "replace" || difference === "delete, then create") {
      // Defaults taken from the old inputs do not apply to a new resource.
      const newInputs = isReplaced ? inputs : await this.#check(name, {}, declared);
      if (isPreview) await this.process.previewCreate?.(name, newInputs);
      if (difference === "replace") return () => this.#create(name, newInputs, old);
      return async () => {
        await this.#delete(old);
        await this.#create(name, newInputs);
      };
    }
    if (difference === "update" || old.isIncomplete) {
      if (isPreview) await this.process.previewUpdate?.(name, old.id, old.state, inputs);
      return () => this.#update(old, { name, inputs });
    }
    this.#put(old, { ...old, name, inputs });
    return undefined;
  }

  #spares(name: string, ...all: readonly Properties[]): void {
    this.#declared.push(...all.map((properties) => ({ name, properties, isSparingOnly: true })));
  }

  async #check(name: string, oldInputs: Properties, declared: Properties): Promise<Properties> {
    return throughJson(await this.process.check(name, oldInputs, declared));
  }

  async #create(name: string, inputs: Properties, replaced?: Resource): Promise<void> {
    const put = ({ id, state }: Pick<Resource, "id" | "state">, isIncomplete: boolean): void => {
      if (replaced !== undefined) this.#put(replaced, { ...replaced, isPendingDelete: true });
      this.#put(undefined, { name, id, inputs, state: throughJson(state), isIncomplete, isPendingDelete: false });
    };
    await this.#change({ name, inputs }, async (isLast) => {
      try {
        put(await this.process.create(name, inputs), false);
      } catch (error) {
        if (error instanceof Failure && error.partial !== undefined && isLast) put(error.partial, true);
        throw error;
      }
    });
  }

  async #update(old: Resource, { name, inputs }: Pick<Resource, "name" | "inputs">): Promise<void> {
    await this.#change({ name, inputs, before: old }, async (isLast) => {
      try {
        const state = await this.process.update(name, old.id, old.state, inputs);
        this.#put(old, { ...old, name, inputs, state: throughJson(state), isIncomplete: false });
      } catch (error) {
        // A resource whose update failed declares the entries of its state, too.
        this.#spares(name, old.state);
        if (error instanceof Failure && error.partial !== undefined && isLast) {
          // The old inputs stay.
          this.#put(old, { ...old, name, state: throughJson(error.partial.state), isIncomplete: true });
        }
        throw error;
      }
    });
  }

  /** Makes a change, and once more if it fails and a hook asks for it. */
  async #change(
    begun: Pick<Operation, "name" | "inputs" | "before">,
    attempt: (isLast: boolean) => Promise<void>,
  ): Promise<void> {
    const operate = async (before: Resource | undefined, isLast: boolean) =>
      this.#operate({ ...begun, before, what: "change" }, async () => attempt(isLast));
    const { name, inputs = {}, before } = begun;
    if (!this.#repeats) return operate(before, true);
    return operate(before, false).catch(async (error: unknown) => {
      if (this.isKilled) throw error;
      const partial = error instanceof Failure ? error.partial : undefined;
      const left = partial && { inputs, ...before, name, ...partial, isIncomplete: true, isPendingDelete: false };
      if (left !== undefined)
        Object.assign(this.operations.findLast((each) => each.name === name) ?? {}, { after: left });
      return operate(left ?? before, true);
    });
  }

  async #refresh(old: Resource): Promise<void> {
    await this.#operate({ what: "read", name: old.name, before: old }, async () => {
      const read = await this.process.read(old.name, old.id, old.state, old.inputs);
      if (read === undefined) {
        this.#put(old);
        return;
      }
      const [state, inputs] = [throughJson(read.state), throughJson(read.inputs ?? old.inputs)];
      if ((await this.process.diff(old.name, old.id, state, old.inputs)) !== "none") this.drifting.push(old.name);
      this.#put(old, { ...old, inputs, state, isIncomplete: false });
    });
  }

  /** Runs an operation, and notes how it ended. It counts as killed until then. */
  async #operate(
    begun: Pick<Operation, "what" | "name" | "inputs" | "before">,
    operate: () => Promise<void>,
  ): Promise<void> {
    const operation: Operation = { ...begun, declared: this.#declared, after: begun.before, outcome: "killed" };
    this.operations.push(operation);
    try {
      await currentOperation.run(operation, operate);
      if (!this.isKilled) operation.outcome = "done";
    } catch (error) {
      if (!this.isKilled) Object.assign(operation, { outcome: "failed", error });
      throw error;
    }
  }

  /** Runs one operation, unless another one has failed: the engine begins nothing more then. */
  async #attempt<Result>(operate: () => Promise<Result>): Promise<Result | undefined> {
    if (this.isKilled || this.errors.length > 0) return undefined;
    try {
      return await operate();
    } catch (error) {
      this.errors.push(error instanceof Error ? error : new Error(String(error)));
      return undefined;
    }
  }

  /** Replaces a resource of the state, removes it, or adds one. */
  #put(old: Resource | undefined, current?: Resource): void {
    if (this.isKilled) return;
    const operation = currentOperation.getStore();
    if (operation !== undefined) operation.after = current;
    const rest = this.#resources.filter((each) => each !== old);
    this.#resources = current === undefined ? rest : [...rest, current];
    this.#store?.(this.#resources);
  }
}

const propertiesSchema = z.record(z.string(), z.unknown());

/** The engine stores JSON, and refuses undefined. */
function throughJson(properties: Properties): Properties {
  const copy = propertiesSchema.parse(JSON.parse(JSON.stringify(properties)));
  assert.deepEqual(copy, properties);
  return copy;
}
