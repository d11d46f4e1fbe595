import { defaultAccount, type Simulator } from "pulumi-app-list/simulator";
import { parseInputs, type Declared } from "../../../provider/dist/resource/inputs.js";
import { create, read, update, type Changed } from "../../../provider/dist/resource/lifecycle.js";
import { Run } from "../../../provider/dist/resource/run.js";
import type { State } from "../../../provider/dist/resource/state.js";
import { appListId, contention, type Writer } from "./rounds.ts";

/** A stack without an engine: what the provider does for each command, over real sockets, and what the engine keeps. */
export async function writerInProcess(simulator: Simulator, letter: "a" | "b"): Promise<Writer> {
  const { apiKey, apiSecret, username, password } = defaultAccount;
  // Two names of one place, as one process changes a list of one place once at a time.
  const url = new URL(simulator.url);
  if (letter === "b") url.hostname = "localhost";
  const settings = { baseUrl: url.origin, maxEntriesPerRequest: "20", apiKey, apiSecret, username, password };
  const config: ReadonlyMap<string, string> = new Map(Object.entries(settings));
  /** Each command of Pulumi is a run of its own. */
  const inRun = async <Value>(operate: (run: Run) => Promise<Value>): Promise<Value> => {
    const run = new Run({ config: (key) => config.get(key), environment: {} }, say);
    try {
      return await operate(run);
    } finally {
      await run.connections.close();
    }
  };
  let state: State | undefined;
  const known = (): State => {
    if (state === undefined) throw new Error("The stack was never brought up.");
    return state;
  };
  return {
    up: async (appBundles) => {
      const declared = declare(appBundles);
      const { failure, ...changed }: Changed = await inRun((run) =>
        state === undefined ? create(run, declared, say) : update(run, state, declared, say),
      );
      state = changed.state;
      if (failure !== undefined && !failure.message.includes(contention)) throw failure;
      return failure === undefined;
    },
    refresh: async () => {
      const refreshed = await inRun((run) => read(run, known(), say));
      if (refreshed.outcome !== "read") throw new Error(`The list was not looked at: ${refreshed.outcome}.`);
      state = refreshed.state;
    },
    held: () => known().ownership.managed.appBundles,
    missing: () => known().missing.appBundles,
    close: async () => {},
  };
}

/** What is said counts in the state. */
function say(): void {}

function declare(appBundles: readonly string[]): Declared {
  const text = appBundles.toSorted().map((entry) => `${entry}\n`);
  const parsed = parseInputs({ appListId, appBundles: text.join("") });
  if (parsed.outcome !== "declared") throw new Error(`The inputs are ${parsed.outcome}.`);
  return parsed.declared;
}
