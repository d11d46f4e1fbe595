import { listen } from "../../provider/simulator/server";
import { createSimulation } from "../../provider/simulator/simulation";
import type { ReceivedRequest } from "../../provider/simulator/request";
import type { Simulator, SimulatorOptions } from "../../provider/simulator/index";

/** What a simulator does with the changes that arrive while others wait for their response. */
export interface Holding {
  /** The number of changes that are answered together: they wait until so many are there. It is asked at each arrival. */
  readonly together: (arrived: number) => number;
}

/** A simulator that answers changes together, and how many waited at the most when each of them arrived. */
export interface HeldSimulator {
  readonly start: (options: SimulatorOptions) => Promise<Simulator>;
  /** For each change the number of those that waited, with itself. */
  readonly waiting: readonly number[];
}

/** Makes a simulator that answers changes only when several are there. */
export function holdChanges({ together }: Holding): HeldSimulator {
  const waiting: number[] = [];
  let held: (() => void)[] = [];
  const answer = (): void => {
    for (const each of held) each();
    held = [];
  };
  const start = async (options: SimulatorOptions): Promise<Simulator> => {
    const { controls, receive } = createSimulation(options);
    const server = await listen(async (request, gone) => {
      const id = changedList(request);
      if (id === undefined) return receive(request, gone);
      const answered = new Promise<void>((resolve) => held.push(resolve));
      waiting.push(held.length);
      if (held.length >= together(waiting.length)) answer();
      await answered;
      return receive(request, gone);
    }, options.port ?? 0);
    return Object.assign(controls, server);
  };
  return { start, waiting };
}

/** The list that a request changes; undefined for other requests, and for the probe, which has an impossible entry. */
function changedList({ path, body }: ReceivedRequest): number | undefined {
  const id = /^\/v1\/app_list\/(\d+)\/(?:add|remove)$/u.exec(path)?.[1];
  if (id === undefined || Buffer.from(body ?? "").includes("invalid.pulumiapplist.")) return undefined;
  return Number(id);
}
