import { noticeLine, type Print } from "../../provider/resource/notices";
import { ResourceProvider } from "../../provider/resource/provider";
import { Run } from "../../provider/resource/run";
import { defaultAccount, type Simulator, type SimulatorOptions } from "../../provider/simulator/index";
import { simulatorForTest } from "../simulator/simulators";

/** A simulator, and the lines that the providers of its runs print. */
export interface Started {
  readonly simulator: Simulator;
  readonly lines: string[];
  /** Starts the provider of another run, with these settings. */
  readonly run: (settings?: Readonly<Record<string, string>>) => ResourceProvider;
}

/** Starts a simulator with an empty list 1, unless the options have other lists. */
export async function start(options: SimulatorOptions = {}): Promise<Started> {
  const simulator = await simulatorForTest({ lists: [{ id: 1, name: "blocked" }], ...options });
  const { apiKey, apiSecret, username, password } = defaultAccount;
  const lines: string[] = [];
  return {
    simulator,
    lines,
    run: (settings = {}) => {
      const all = new Map(
        Object.entries({ baseUrl: simulator.url, apiKey, apiSecret, username, password, ...settings }),
      );
      const print: Print = (notice) => void lines.push(noticeLine(notice));
      return new ResourceProvider(new Run({ config: (key) => all.get(key), environment: {} }, print), print);
    },
  };
}
