import type { ListEvent } from "../../provider/resource/events";
import { defaultAccount, defaultBehavior } from "../../provider/simulator/index";
import type { Behavior, JournalEntry, SimulatedList, SimulatorOptions } from "../../provider/simulator/index";
import { secretsOf } from "../harness/canaries";
import { virtualClock, type VirtualClock } from "../harness/virtual-clock";
import { startApi, type Api, type Disturbance } from "./api";
import { Deployment, type DeployOptions, type Program, type Resource } from "./deployment";
import type { Host } from "./hosts/host";
import type { Commanded } from "./oracle/laws";

type Settings = Readonly<Record<string, string>>;

/** How a command is run, and what happens to it. */
export interface CommandOptions extends Disturbance, Pick<DeployOptions, "showsNext"> {
  /** Cancels the command, as Ctrl-C, at a request or at a wait of the provider, counted from 1. */
  readonly cancel?: { readonly request?: number | undefined; readonly wait?: number } | undefined;
  /** Settings of this command alone, by key. */
  readonly settings?: Settings;
  /** Receives each request, counted from 1, after its effect and before its response. */
  readonly onRequest?: (nth: number, request: Pick<JournalEntry, "status" | "fault">) => void;
}

/** A command of a person, with the options of its deployment. */
export type Command =
  | ({ readonly name: "up" | "preview"; readonly program: Program } & DeployOptions)
  | { readonly name: "refresh" | "destroy" }
  /** Imports a list as the resource "blocked". */
  | { readonly name: "import"; readonly id: string };

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
  const { accounts = [defaultAccount] } = options;
  const { simulator, api, forget, close } = await startApi({ clock: time, ...options });
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
      return stackOf({ host, api, time, settings: all, environment }, imported);
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
    close,
  };
}

/** The optional members of a behavior. */
const noBehavior: Partial<Behavior> = { maxEntriesPerRequest: undefined, read: undefined };

/** The surroundings of all processes of a stack. */
interface Surroundings {
  readonly host: Host;
  readonly api: Api;
  readonly time: VirtualClock;
  readonly settings: Settings;
  readonly environment?: Settings;
}

/** @param imported the state at first. */
export function stackOf({ host, api, time, settings, environment = {} }: Surroundings, imported: readonly Resource[]) {
  let resources = imported;
  let printed: readonly string[] = [];
  let drifting: readonly string[] = [];
  let commanded: Commanded = { operations: [], requests: [], resources: [], said: "" };

  const run = async (
    options: CommandOptions,
    operate: (deployment: Deployment) => Promise<void>,
    isPreview = false,
  ) => {
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
    const ended = await runDeployment(api, options, deployment, () => operate(deployment));
    const { operations, errors } = deployment;
    drifting = deployment.drifting.toSorted();
    const said = [...lines, ...errors.map(({ message }) => message)].join("\n");
    const isRejected = errors.length > 0 && operations.every(({ outcome }) => outcome === "done");
    commanded = { operations, requests: api.takeExchanges(), resources: before, isRejected, said, events };
    // Two resources of a list can print the same, and a delay is named for as long as it takes.
    const ofList = operations.length === 1 ? lines.filter((line) => line.startsWith("app list ")) : [];
    const repeated = ofList.filter((line, index) => ofList.indexOf(line) < index);
    if (repeated.length > 0) throw new Error(`The provider printed a line twice: ${repeated.join("\n")}`);
    return ended;
  };

  /** Runs any command. */
  const command = async (given: Command, options: CommandOptions & DeployOptions = {}): Promise<Ended> =>
    run(options, async (deployment) => deploy(deployment, { ...given, ...options }), given.name === "preview");
  return {
    command,
    up: (program: Program, options: CommandOptions & DeployOptions = {}) => command({ name: "up", program }, options),
    preview: (program: Program, options: CommandOptions & DeployOptions = {}) =>
      command({ name: "preview", program }, options),
    refresh: (options: CommandOptions = {}) => command({ name: "refresh" }, options),
    destroy: (options: CommandOptions = {}) => command({ name: "destroy" }, options),
    /** The outputs of a resource in the state; undefined if there is no such resource. */
    state: (name: string) => resources.find((resource) => resource.name === name && !resource.isPendingDelete)?.state,
    /** The whole state, also a resource that is still to be deleted after its replacement. */
    export: () => resources,
    /** The lines that the provider printed in the last command. */
    get printed() {
      return printed;
    },
    /** The resources for which a refresh of the last command is a change. */
    get drifting() {
      return drifting;
    },
    /** The last command, as the oracle judges it. Not if commands of two stacks ran at the same time. */
    get commanded() {
      return commanded;
    },
  };
}

async function deploy(deployment: Deployment, command: Command): Promise<void> {
  switch (command.name) {
    case "up":
    case "preview":
      return deployment.up(command.program, command);
    case "refresh":
      return deployment.refresh();
    case "destroy":
      return deployment.delete(() => true);
    case "import":
      return deployment.import("blocked", command.id);
  }
}

/** Runs a command with what happens to it. */
async function runDeployment(
  api: Api,
  { cancel, onRequest, ...disturbance }: CommandOptions,
  deployment: Deployment,
  operate: () => Promise<void>,
): Promise<Ended> {
  const killed = Promise.withResolvers<void>();
  let requests = 0;
  const { cutOff, end } = api.disturb(disturbance, (request) => {
    if (deployment.isKilled) return;
    requests += 1;
    if (requests === cancel?.request) deployment.process.cancel();
    onRequest?.(requests, request);
    if (requests !== disturbance.kill?.request) return;
    deployment.isKilled = true;
    cutOff();
    killed.resolve();
  });
  const ended = operate();
  try {
    await Promise.race([ended, killed.promise]);
  } finally {
    // The operations of a killed process fail now, and may open another connection while they do.
    await deployment.process.stop();
    await ended;
    if (deployment.isKilled) await deployment.process.stop();
    // No request on its way arrives during a later command.
    await end(deployment.isKilled);
  }
  if (deployment.isKilled) return { outcome: "killed" };
  return deployment.errors.length === 0 ? { outcome: "done" } : { outcome: "failed", errors: deployment.errors };
}
