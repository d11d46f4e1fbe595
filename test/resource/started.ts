import { onTestFinished } from "vitest";
import { printNotice, type Print } from "../../provider/resource/notice";
import { ResourceProvider } from "../../provider/resource/provider";
import { Run, type RunOptions } from "../../provider/resource/run";
import type { ResourceName } from "../../provider/resource/shared-declarations";
import { defaultAccount, type SimulatorOptions } from "../../provider/simulator/index";
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
