import assert from "node:assert/strict";
import { z } from "zod";
import { operationsOf, type Operations } from "../../provider/hosts/dynamic/process/operations";
import { PartialChangeError } from "../../provider/hosts/dynamic/process/partial-change-error";
import { Run, type Connection } from "../../provider/resource/run";
import {
  defaultAccount,
  startSimulator,
  type Fault,
  type JournalEntry,
  type Simulator,
  type SimulatorOptions,
} from "../../provider/simulator/index";
import { virtualTime, type VirtualTime } from "../service/virtual-time";

/** Inputs or outputs of a resource, as they stand in a state. */
export type Properties = Readonly<Record<string, unknown>>;

/** What a program declares: the inputs of its resources by their names, in the order in which they are registered. */
export type Program = Readonly<Record<string, Properties>>;

/** How a command is run, and what happens to it. */
export interface CommandOptions {
  /** Faults of the service; `nth` counts from the command's first request, and they end with the command. */
  readonly faults?: readonly Fault[];
  /** Kills the process at a request, counted from 1: before the service carries it out, or after. */
  readonly kill?: { readonly request: number; readonly effect: Fault["effect"] };
  /** Settings of this command alone, by key. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Is told of each request, counted from 1, when it has had its effect and before it is answered. */
  readonly onRequest?: (nth: number, request: JournalEntry) => void;
}

/** How an `up` or a `preview` is run. */
export interface UpOptions extends CommandOptions {
  /** As `--refresh`. */
  readonly refresh?: boolean;
  /** Every resource depends on the one before it. Default: they are independent. */
  readonly inSequence?: boolean;
  /** Former names of resources, by their new names. */
  readonly aliases?: Readonly<Record<string, string>>;
}

/** How a command ended. */
export type Ended =
  | { readonly outcome: "done" }
  /** Some operations failed; the others were carried out as far as the engine had begun them. */
  | { readonly outcome: "failed"; readonly errors: readonly Error[] }
  | { readonly outcome: "killed" };

/** A stack: what the engine keeps of its resources from command to command. Every command is a process of its own. */
export interface Stack {
  up(program: Program, options?: UpOptions): Promise<Ended>;
  preview(program: Program, options?: UpOptions): Promise<Ended>;
  refresh(options?: CommandOptions): Promise<Ended>;
  destroy(options?: CommandOptions): Promise<Ended>;
  /** The outputs that the state holds of a resource; undefined where there is no such resource. */
  state(name: string): Properties | undefined;
  /** The names of all resources in the state. One that waits to be deleted after its replacement comes as well. */
  names(): readonly string[];
  /** What the provider has said in the last command. */
  readonly said: readonly string[];
}

/** The service, and stacks that use it. */
export interface Engine {
  readonly simulator: Simulator;
  /** The clock of the provider's pauses and of the simulator's tokens. */
  readonly time: VirtualTime;
  /** @param settings what differs from the settings of the simulator's default account, by key ("observe"). */
  stack(settings?: Readonly<Record<string, string>>): Stack;
  close(): Promise<void>;
}

/**
 * A stand-in for the Pulumi engine, in this process: it calls the provider's operations in the order in which the engine
 * does, against a simulator behind a real socket, and keeps a state that goes through JSON.
 *
 * Pauses take no time, and the simulator's clock goes with them.
 */
export async function startEngine(options: SimulatorOptions = {}): Promise<Engine> {
  const time = virtualTime();
  const listeners = new Set<(request: JournalEntry) => void>();
  const simulator = await startSimulator({
    now: time.now,
    ...options,
    onRequest: (request) => {
      options.onRequest?.(request);
      for (const listener of listeners) listener(request);
    },
  });
  return {
    simulator,
    time,
    stack: (settings) => stackOf({ simulator, listeners, time, settings: { ...settingsOf(simulator), ...settings } }),
    close: () => simulator.close(),
  };
}

/** What all processes of a stack share. */
interface Surroundings {
  readonly simulator: Simulator;
  readonly listeners: Set<(request: JournalEntry) => void>;
  readonly time: VirtualTime;
  readonly settings: Readonly<Record<string, string>>;
}

/** A resource as the engine keeps it. */
interface Kept {
  readonly name: string;
  readonly id: string;
  readonly inputs: Properties;
  readonly outputs: Properties;
  /** The last operation failed in part: the next up updates the resource, whatever the difference is. */
  readonly isIncomplete: boolean;
  /** It was replaced, and is still to be deleted. */
  readonly isReplaced: boolean;
}

/** What stands in `__provider`: the engine hands it over with everything, and nobody reads it here. */
const __provider = "exports.handler = __f0;";

function stackOf(surroundings: Surroundings): Stack {
  let kept: readonly Kept[] = [];
  let said: readonly string[] = [];

  const command = async (
    options: CommandOptions,
    operate: (process: Process) => Promise<void>,
    store: (resources: readonly Kept[]) => void,
  ): Promise<Ended> => {
    const settings = { ...surroundings.settings, ...options.settings };
    const process = new Process({ ...surroundings, settings }, kept, store);
    said = process.said;
    return process.run(options, () => operate(process));
  };
  const keep = (resources: readonly Kept[]): void => {
    kept = resources;
  };
  const forget = (): void => {};

  return {
    up: (program, options = {}) => command(options, (process) => process.up(program, options, "update"), keep),
    preview: (program, options = {}) => command(options, (process) => process.up(program, options, "preview"), forget),
    refresh: (options = {}) => command(options, (process) => process.refresh(), keep),
    destroy: (options = {}) => command(options, (process) => process.delete(() => true), keep),
    state: (name) => kept.find((resource) => resource.name === name && !resource.isReplaced)?.outputs,
    names: () => kept.map(({ name }) => name),
    get said() {
      return said;
    },
  };
}

/** One process of the provider, and the part of the engine that drives it. */
class Process {
  readonly #surroundings: Surroundings;
  readonly #store: (resources: readonly Kept[]) => void;
  readonly #run: WatchedRun;
  readonly #operations: Operations;
  readonly #errors: Error[] = [];
  #kept: readonly Kept[];
  #isKilled = false;
  /** What the provider has said. */
  readonly said: string[] = [];

  constructor(surroundings: Surroundings, kept: readonly Kept[], store: (resources: readonly Kept[]) => void) {
    const { settings, time } = surroundings;
    const say = (line: string): void => void this.said.push(line);
    this.#surroundings = surroundings;
    this.#kept = kept;
    this.#store = store;
    this.#run = new WatchedRun({ config: (key) => settings[key], environment: {} }, say, time);
    this.#operations = operationsOf(() => this.#run, say);
  }

  /** Runs a command with what is to happen to it. */
  async run(options: CommandOptions, operate: () => Promise<void>): Promise<Ended> {
    const { simulator, listeners } = this.#surroundings;
    const { faults = [], kill, onRequest } = options;
    const killed = Promise.withResolvers<void>();
    let requests = 0;
    const listener = (request: JournalEntry): void => {
      if (this.#isKilled) return;
      requests += 1;
      onRequest?.(requests, request);
      if (requests !== kill?.request) return;
      this.#isKilled = true;
      // What a dead process had on its way has no effect.
      simulator.clearFaults();
      simulator.addFault({ on: {}, effect: "before", answer: { kind: "reset" } });
      killed.resolve();
    };
    if (kill !== undefined) {
      simulator.addFault({ on: { nth: kill.request }, effect: kill.effect, answer: { kind: "hang" } });
    }
    faults.forEach((fault) => simulator.addFault(fault));
    listeners.add(listener);
    const ended = operate();
    try {
      await Promise.race([ended, killed.promise]);
    } finally {
      // Of a killed process, the connections end; what it was about comes to nothing, and maybe to another connection.
      await this.#run.close();
      await ended;
      await this.#run.close();
      // Nothing that was on its way comes later, to change a list in the middle of another command.
      if (this.#isKilled) await simulator.disconnect();
      listeners.delete(listener);
      simulator.clearFaults();
    }
    if (this.#isKilled) return { outcome: "killed" };
    return this.#errors.length === 0 ? { outcome: "done" } : { outcome: "failed", errors: this.#errors };
  }

  /** Registers the resources of a program, and deletes those that it no longer declares. */
  async up(program: Program, options: UpOptions, phase: "preview" | "update"): Promise<void> {
    const { refresh = false, inSequence = false, aliases = {} } = options;
    if (refresh) await this.refresh();
    const steps: Promise<void>[] = [];
    for (const [name, inputs] of Object.entries(program)) {
      const step = await this.#attempt(() => this.#register(name, { ...inputs, __provider }, aliases[name]));
      if (step === undefined || phase === "preview") continue;
      // The engine comes to the next resource while this step is under way.
      const ended = this.#attempt(step);
      steps.push(ended);
      if (inSequence) await ended;
    }
    await Promise.all(steps);
    if (phase === "preview") return;
    await this.delete(({ name, isReplaced }) => isReplaced || !(name in program));
  }

  /** Looks at every resource. */
  async refresh(): Promise<void> {
    await Promise.all(this.#kept.map((resource) => this.#attempt(() => this.#refresh(resource))));
  }

  /** Deletes resources, all at once as they are independent. */
  async delete(isToGo: (resource: Kept) => boolean): Promise<void> {
    await Promise.all(
      this.#kept.filter(isToGo).map((resource) =>
        this.#attempt(async () => {
          await this.#operations.delete(resource.id, { ...resource.outputs });
          this.#put(resource);
        }),
      ),
    );
  }

  /** Checks the inputs of a resource and compares them with what is kept of it: what is to be done, if anything. */
  async #register(
    name: string,
    news: Properties,
    alias: string | undefined,
  ): Promise<(() => Promise<void>) | undefined> {
    const old = this.#kept.find((each) => !each.isReplaced && (each.name === name || each.name === alias));
    const inputs = await this.#check(old?.inputs ?? {}, news);
    if (old === undefined) return () => this.#create(name, inputs);
    const { changes, replaces = [] } = await this.#operations.diff(old.id, { ...old.outputs }, { ...inputs });
    if (changes === true && replaces.length > 0) {
      // What was carried over from the old inputs does not count for a new resource.
      const inputsOfNew = await this.#check({}, news);
      return () => this.#create(name, inputsOfNew, old);
    }
    if (changes === true || old.isIncomplete) return () => this.#update(old, { name, inputs });
    this.#put(old, { ...old, name, inputs });
    return undefined;
  }

  async #check(olds: Properties, news: Properties): Promise<Properties> {
    const { inputs = news, failures = [] } = await this.#operations.check({ ...olds }, { ...news });
    if (failures.length > 0) throw new Error(failures.map(({ reason }) => reason).join("\n"));
    return throughJson({ ...inputs, __provider });
  }

  async #create(name: string, inputs: Properties, replaced?: Kept): Promise<void> {
    const keep = (id: string, outputs: Properties, isIncomplete: boolean): void => {
      if (replaced !== undefined) this.#put(replaced, { ...replaced, isReplaced: true });
      this.#put(undefined, { name, id, inputs, outputs: throughJson(outputs), isIncomplete, isReplaced: false });
    };
    try {
      const { id, outs = {} } = await this.#operations.create({ ...inputs });
      keep(id, { ...outs, __provider }, false);
    } catch (error) {
      if (error instanceof PartialChangeError) keep(error.id, error.properties, true);
      throw error;
    }
  }

  async #update(old: Kept, { name, inputs }: Pick<Kept, "name" | "inputs">): Promise<void> {
    try {
      const { outs = {} } = await this.#operations.update(old.id, { ...old.outputs }, { ...inputs });
      this.#put(old, { ...old, name, inputs, outputs: throughJson({ ...outs, __provider }), isIncomplete: false });
    } catch (error) {
      if (error instanceof PartialChangeError) {
        // The old inputs stay.
        this.#put(old, { ...old, name, outputs: throughJson(error.properties), isIncomplete: true });
      }
      throw error;
    }
  }

  async #refresh(old: Kept): Promise<void> {
    const { id, props = {}, inputs } = await this.#operations.read(old.id, { ...old.outputs });
    if (id === undefined) {
      this.#put(old);
      return;
    }
    const outputs = throughJson({ ...props, __provider });
    const observed = inputs === undefined ? old.inputs : throughJson({ ...inputs, __provider });
    await this.#operations.diff(id, { ...outputs }, { ...old.inputs });
    this.#put(old, { ...old, id, inputs: observed, outputs, isIncomplete: false });
  }

  /** Runs one operation, unless another one has failed; the engine begins nothing more then. */
  async #attempt<Result>(operate: () => Promise<Result>): Promise<Result | undefined> {
    if (this.#isKilled || this.#errors.length > 0) return undefined;
    try {
      return await operate();
    } catch (error) {
      this.#errors.push(error instanceof Error ? error : new Error(String(error)));
      return undefined;
    }
  }

  /** Puts one resource into the state in the place of another; nothing where it is gone, or was not there before. */
  #put(old: Kept | undefined, current?: Kept): void {
    if (this.#isKilled) return;
    const rest = this.#kept.filter((each) => each !== old);
    this.#kept = current === undefined ? rest : [...rest, current];
    this.#store(this.#kept);
  }
}

/** A run whose connections can be ended, as they end with a process. */
class WatchedRun extends Run {
  readonly #connections: Promise<Connection>[] = [];

  override connect(account: string | undefined): Promise<Connection> {
    const connection = super.connect(account);
    this.#connections.push(connection);
    return connection;
  }

  async close(): Promise<void> {
    for (const connection of await Promise.allSettled(this.#connections)) {
      if (connection.status === "fulfilled") await connection.value.service.close();
    }
  }
}

/** The settings of the simulator's default account; a command may take an hour. */
function settingsOf({ url }: Simulator): Readonly<Record<string, string>> {
  const { apiKey, apiSecret, username, password } = defaultAccount;
  return { baseUrl: url, apiKey, apiSecret, username, password, timeoutSeconds: "3600" };
}

/** What the engine stores is JSON, and what is undefined it refuses. */
function throughJson(properties: Properties): Properties {
  const copy = z.record(z.string(), z.unknown()).parse(JSON.parse(JSON.stringify(properties)));
  assert.deepEqual(copy, properties);
  return copy;
}
