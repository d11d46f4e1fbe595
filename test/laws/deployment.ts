import assert from "node:assert/strict";
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

type Store = (resources: readonly Resource[]) => void;

/** One command of the engine, with the process of the provider that it started. */
export class Deployment {
  readonly process: HostProcess;
  readonly errors: Error[] = [];
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
    const { refresh = false, inSequence = false, aliases = {} } = options;
    if (refresh) await this.refresh();
    const steps: Promise<void>[] = [];
    const registered = Promise.withResolvers<void>();
    for (const [name, inputs] of Object.entries(program)) {
      const step = await this.#attempt(() => this.#register(name, inputs, aliases[name]));
      if (step === undefined || this.#store === undefined) continue;
      // Without a sequence, all are registered before the first request: entries of a later one would not be spared.
      const ended = this.#attempt(async () => {
        if (!inSequence) await registered.promise;
        await step();
      });
      steps.push(ended);
      if (inSequence) await ended;
    }
    registered.resolve();
    await Promise.all(steps);
    if (this.#store !== undefined)
      await this.delete(({ name, isPendingDelete }) => isPendingDelete || !(name in program));
  }

  async refresh(): Promise<void> {
    await Promise.all(this.#resources.map((resource) => this.#attempt(() => this.#refresh(resource))));
  }

  /** Deletes resources, all at once because they are independent. */
  async delete(isUnwanted: (resource: Resource) => boolean): Promise<void> {
    await Promise.all(
      this.#resources.filter(isUnwanted).map((resource) =>
        this.#attempt(async () => {
          await this.process.delete(resource.name, resource.id, resource.state, resource.inputs);
          this.#put(resource);
        }),
      ),
    );
  }

  /** Checks the inputs of a resource and compares them with its state: the step that follows, if any. */
  async #register(name: string, declared: Properties, alias?: string): Promise<(() => Promise<void>) | undefined> {
    const isPreview = this.#store === undefined;
    const old = this.#resources.find((each) => !each.isPendingDelete && (each.name === name || each.name === alias));
    const inputs = await this.#check(name, old?.inputs ?? {}, declared);
    if (old === undefined) {
      if (isPreview) await this.process.previewCreate?.(name, inputs);
      return () => this.#create(name, inputs);
    }
    const difference = await this.process.diff(name, old.id, old.state, inputs);
    if (difference === "replace") {
      // Defaults taken from the old inputs do not apply to a new resource.
      const newInputs = await this.#check(name, {}, declared);
      if (isPreview) await this.process.previewCreate?.(name, newInputs);
      return () => this.#create(name, newInputs, old);
    }
    if (difference === "update" || old.isIncomplete) return () => this.#update(old, { name, inputs });
    this.#put(old, { ...old, name, inputs });
    return undefined;
  }

  async #check(name: string, oldInputs: Properties, declared: Properties): Promise<Properties> {
    return throughJson(await this.process.check(name, oldInputs, declared));
  }

  async #create(name: string, inputs: Properties, replaced?: Resource): Promise<void> {
    const put = ({ id, state }: Pick<Resource, "id" | "state">, isIncomplete: boolean): void => {
      if (replaced !== undefined) this.#put(replaced, { ...replaced, isPendingDelete: true });
      this.#put(undefined, { name, id, inputs, state: throughJson(state), isIncomplete, isPendingDelete: false });
    };
    try {
      put(await this.process.create(name, inputs), false);
    } catch (error) {
      if (error instanceof Failure && error.partial !== undefined) put(error.partial, true);
      throw error;
    }
  }

  async #update(old: Resource, { name, inputs }: Pick<Resource, "name" | "inputs">): Promise<void> {
    try {
      const state = await this.process.update(name, old.id, old.state, inputs);
      this.#put(old, { ...old, name, inputs, state: throughJson(state), isIncomplete: false });
    } catch (error) {
      if (error instanceof Failure && error.partial !== undefined) {
        // The old inputs stay.
        this.#put(old, { ...old, name, state: throughJson(error.partial.state), isIncomplete: true });
      }
      throw error;
    }
  }

  async #refresh(old: Resource): Promise<void> {
    const read = await this.process.read(old.name, old.id, old.state, old.inputs);
    if (read === undefined) {
      this.#put(old);
      return;
    }
    const [state, inputs] = [throughJson(read.state), throughJson(read.inputs ?? old.inputs)];
    await this.process.diff(old.name, old.id, state, old.inputs);
    this.#put(old, { ...old, inputs, state, isIncomplete: false });
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
    const rest = this.#resources.filter((each) => each !== old);
    this.#resources = current === undefined ? rest : [...rest, current];
    this.#store?.(this.#resources);
  }
}

/** The engine stores JSON, and refuses undefined. */
function throughJson(properties: Properties): Properties {
  const copy = z.record(z.string(), z.unknown()).parse(JSON.parse(JSON.stringify(properties)));
  assert.deepEqual(copy, properties);
  return copy;
}
