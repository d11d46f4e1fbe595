import type { ListEvent } from "../../provider/resource/events";
import { defaultAccount, defaultBehavior } from "../../provider/simulator/index";
import type {
  Behavior,
  Fault,
  JournalEntry,
  SimulatedList,
  Simulator,
  SimulatorOptions,
} from "../../provider/simulator/index";
import { secretsOf } from "../harness/canaries";
import type { Commanded, Exchanged } from "./oracle/laws";
import { exchangedOf, startRecorded } from "./recorded";
import { markSenders } from "./senders";
import { virtualClock, type VirtualClock } from "../harness/virtual-clock";
import { Deployment, type DeployOptions, type Program, type Resource } from "./deployment";
import type { Host } from "./hosts/host";

type Settings = Readonly<Record<string, string>>;

/** How a command is run, and what happens to it. */
export interface CommandOptions {
  /** Faults of the API; `nth` counts from the command's first request, and they end with the command. */
  readonly faults?: readonly Fault[];
  /** Kills the process at a request, counted from 1: before its effect, or after. */
  readonly kill?: { readonly request: number; readonly effect: Fault["effect"] };
  /** Cancels the command, as Ctrl-C, at a request or at a wait of the provider, counted from 1. */
  readonly cancel?: { readonly request?: number; readonly wait?: number } | undefined;
  /** Settings of this command alone, by key. */
  readonly settings?: Settings;
  /** Receives each request, counted from 1, after its effect and before its response. */
  readonly onRequest?: (nth: number, request: JournalEntry) => void;
}

/** How an `up` or a `preview` is run. */
type UpOptions = CommandOptions & DeployOptions;

/** How a command ended. After a failure, the operations that had begun by then were finished. */
export type Ended =
  { readonly outcome: "done" | "killed" } | { readonly outcome: "failed"; readonly errors: readonly Error[] };

/** A stack and its state. Every command is a process of its own. */
export type Stack = ReturnType<typeof stackOf>;

/** An API, and stacks that use it. */
export type Engine = Awaited<ReturnType<typeof startEngine>>;

/**
 * A stand-in for the Pulumi engine: it calls a host's operations in the same order as the engine, against a simulator
 * behind a real socket, and keeps a state that has been through JSON. Waits take no time.
 */
export async function startEngine(host: Host, options: SimulatorOptions = {}) {
  const time = virtualClock();
  const listeners = new Set<(request: JournalEntry) => void>();
  const { accounts = [defaultAccount] } = options;
  const { senderOf, forget, close } = markSenders();
  const exchanges: Exchanged[] = [];
  const onRequest = (request: JournalEntry): void => {
    options.onRequest?.(request);
    for (const listener of listeners) listener(request);
  };
  const simulator = await startRecorded({ clock: time, ...options, onRequest }, (recorded) => {
    exchanges.push(exchangedOf(recorded, senderOf(recorded.headers)));
  });
  let oldTokens = 0;
  let present = options.lists ?? [];
  return {
    simulator,
    /** The clock of the provider's waits and of the simulator's tokens. */
    time,
    /**
     * @param settings what differs from the settings of the simulator's default account, by key (`observe`).
     * @param imported the state at first. Default: no resources.
     * @param environment the environment of the processes. Default: empty.
     */
    stack: (settings: Settings = {}, imported: readonly Resource[] = [], environment: Settings = {}): Stack => {
      const { apiKey, apiSecret, username, password } = defaultAccount;
      const login = { baseUrl: simulator.url, apiKey, apiSecret, username, password };
      // A command may take an hour.
      const all = { ...login, timeoutSeconds: "3600", ...settings };
      const takeExchanges = (): readonly Exchanged[] => exchanges.splice(0);
      return stackOf({ host, simulator, listeners, time, settings: all, environment, takeExchanges }, imported);
    },
    /** The secrets of the account, and the tokens since the last reset. */
    secrets: (): readonly string[] => {
      const issuedTokens = simulator.issuedTokens.slice(oldTokens);
      return accounts.flatMap((account) => secretsOf({ account, issuedTokens }));
    },
    /** Gives the API other lists and another behavior; cheaper than another engine. */
    reset: (lists: readonly SimulatedList[], behavior: Partial<Behavior> = {}) => {
      forget();
      for (const { id } of present) if (simulator.list(id) !== undefined) simulator.deleteList(id);
      for (const list of lists) simulator.addList(list);
      present = lists;
      simulator.setBehavior({ ...noBehavior, ...defaultBehavior, ...behavior });
      simulator.clearFaults();
      simulator.revokeTokens();
      oldTokens = simulator.issuedTokens.length;
      simulator.clearJournal();
    },
    close: async () => {
      close();
      await simulator.close();
    },
  };
}

/** The optional members of a behavior. */
const noBehavior: Partial<Behavior> = { maxEntriesPerRequest: undefined, read: undefined };

/** The surroundings of all processes of a stack. */
interface Surroundings {
  readonly host: Host;
  readonly simulator: Simulator;
  readonly listeners: Set<(request: JournalEntry) => void>;
  readonly time: VirtualClock;
  readonly settings: Settings;
  readonly environment: Settings;
  /** The requests since the last call. */
  readonly takeExchanges: () => readonly Exchanged[];
}

function stackOf(surroundings: Surroundings, imported: readonly Resource[]) {
  let resources = imported;
  let printed: readonly string[] = [];
  let commanded: Commanded = { operations: [], requests: [], resources: [], said: "" };

  const run = async (
    options: CommandOptions,
    operate: (deployment: Deployment) => Promise<void>,
    isPreview = false,
  ) => {
    const { host, time, settings, environment, takeExchanges } = surroundings;
    const lines: string[] = [];
    const events: ListEvent[] = [];
    const before = resources;
    printed = lines;
    let waits = 0;
    const sleep: VirtualClock["sleep"] = (milliseconds, signal) => {
      waits += 1;
      if (waits === options.cancel?.wait) process.cancel();
      return time.sleep(milliseconds, signal);
    };
    const process = await host.start({
      config: { ...settings, ...options.settings },
      environment,
      time: { ...time, sleep },
      print: (line, event) => {
        lines.push(line);
        if (event !== undefined) events.push(event);
      },
    });
    const store = (changed: readonly Resource[]): void => void (resources = changed);
    const deployment = new Deployment(process, resources, isPreview ? undefined : store);
    const ended = await runDeployment(surroundings, options, deployment, () => operate(deployment));
    const { operations, errors } = deployment;
    const said = [...lines, ...errors.map(({ message }) => message)].join("\n");
    commanded = { operations, requests: takeExchanges(), resources: before, said, events };
    // Two resources of a list can print the same, and a delay is named for as long as it takes.
    const ofList = operations.length === 1 ? lines.filter((line) => line.startsWith("app list ")) : [];
    const repeated = ofList.filter((line, index) => ofList.indexOf(line) < index);
    if (repeated.length > 0) throw new Error(`The provider printed a line twice: ${repeated.join("\n")}`);
    return ended;
  };

  return {
    up: (program: Program, options: UpOptions = {}) => run(options, (deployment) => deployment.up(program, options)),
    preview: (program: Program, options: UpOptions = {}) =>
      run(options, (deployment) => deployment.up(program, options), true),
    refresh: (options: CommandOptions = {}) => run(options, (deployment) => deployment.refresh()),
    import: (name: string, id: string) => run({}, (deployment) => deployment.import(name, id)),
    destroy: (options: CommandOptions = {}) => run(options, (deployment) => deployment.delete(() => true)),
    /** The outputs of a resource in the state; undefined if there is no such resource. */
    state: (name: string) => resources.find((resource) => resource.name === name && !resource.isPendingDelete)?.state,
    /** The whole state, also a resource that is still to be deleted after its replacement. */
    export: () => resources,
    /** The lines that the provider printed in the last command. */
    get printed() {
      return printed;
    },
    /** The last command, as the oracle judges it. Not if commands of two stacks ran at the same time. */
    get commanded() {
      return commanded;
    },
  };
}

/** Runs a command with its faults and its kill. */
async function runDeployment(
  { simulator, listeners }: Surroundings,
  { faults = [], kill, cancel, onRequest }: CommandOptions,
  deployment: Deployment,
  operate: () => Promise<void>,
): Promise<Ended> {
  const killed = Promise.withResolvers<void>();
  let requests = 0;
  const listener = (request: JournalEntry): void => {
    if (deployment.isKilled) return;
    requests += 1;
    if (requests === cancel?.request) deployment.process.cancel();
    onRequest?.(requests, request);
    if (requests !== kill?.request) return;
    deployment.isKilled = true;
    // Requests of a dead process that are still on their way have no effect.
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
    // The operations of a killed process fail now, and may open another connection while they do.
    await deployment.process.stop();
    await ended;
    if (deployment.isKilled) {
      await deployment.process.stop();
      // No request on its way arrives during a later command.
      await simulator.disconnect();
    }
    listeners.delete(listener);
    simulator.clearFaults();
  }
  if (deployment.isKilled) return { outcome: "killed" };
  return deployment.errors.length === 0 ? { outcome: "done" } : { outcome: "failed", errors: deployment.errors };
}
