import { onTestFinished } from "vitest";
import { printNotice, type Print } from "../../provider/resource/notice";
import { ResourceProvider } from "../../provider/resource/provider";
import { Run, type RunOptions } from "../../provider/resource/run";
import type { ResourceName } from "../../provider/resource/shared-declarations";
import { defaultAccount, type SimulatorOptions } from "../../provider/simulator/index";
import { startEngine, type Ended } from "../laws/engine";
import { dynamicHost } from "../laws/hosts/dynamic";
import type { Host } from "../laws/hosts/host";
import { virtualClock } from "../harness/virtual-clock";
import { simulatorForTest } from "../simulator/simulators";

/** The name of a resource, which no other one has. */
export function named(name: string): ResourceName {
  return { id: name, name };
}

type Settings = Readonly<Record<string, string>>;

const { apiKey, apiSecret, username, password } = defaultAccount;

/** The settings of the default account of a simulator. */
export const login: Settings = { apiKey, apiSecret, username, password };

/** A process of a run, whose waits take no time, and the lines that it prints. */
export function startRun(config: Settings, environment: Settings = {}, options: RunOptions = {}, lines: string[] = []) {
  const print: Print = (notice) => void lines.push(printNotice(notice, true));
  const run = new Run({ config: (key) => config[key], environment }, print, { ...virtualClock(), ...options });
  onTestFinished(() => run.end());
  return { run, provider: new ResourceProvider(run, print), lines };
}

/** Starts a simulator with an empty list 1, unless the options have other lists, and any number of runs. */
export async function start(options: SimulatorOptions = {}) {
  const simulator = await simulatorForTest({ lists: [{ id: 1, name: "blocked" }], ...options });
  const lines: string[] = [];
  /** The provider of another run. `lines`: what all of them print. */
  const run = (settings: Settings = {}) =>
    startRun({ baseUrl: simulator.url, ...login, ...settings }, {}, {}, lines).provider;
  return { simulator, lines, run };
}

/** Starts a stand-in for the engine with an empty list 1, unless the options have other lists, and a stack. */
export async function startStack(options: SimulatorOptions = {}, settings?: Settings, host: Host = dynamicHost) {
  const engine = await startEngine(host, { lists: [{ id: 1, name: "blocked" }], ...options });
  onTestFinished(() => engine.close());
  const { simulator } = engine;
  /** The app bundles of a list, sorted. */
  const appBundles = (id = 1): readonly string[] => simulator.list(id)?.appBundles.toSorted() ?? [];
  return { engine, simulator, stack: engine.stack(settings), appBundles };
}

/** How a command of a stack ends that succeeds. */
export const done: Ended = { outcome: "done" };

/** The messages of the errors with which a command of a stack ended; empty if it did not fail. */
export function errorsOf(ended: Ended): string {
  return ended.outcome === "failed" ? ended.errors.map(({ message }) => message).join("\n") : "";
}
