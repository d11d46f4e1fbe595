import { listen } from "../../provider/simulator/server";
import { createSimulation } from "../../provider/simulator/simulation";
import type { ReceivedRequest } from "../../provider/simulator/request";
import type { Simulator, SimulatorOptions } from "../../provider/simulator/index";

/** What a simulator does with the changes that arrive while others wait for their response. */
export interface Holding {
  /** The number of changes that are answered together: they wait until so many are there. It is asked at each arrival. */
  readonly together: (arrived: number) => number;
  /**
   * Whether a change reads its list when it arrives and stores it when it is answered, as without a lock: what other
   * changes have stored meanwhile is lost. Default: false.
   */
  readonly isRacing?: boolean;
  /** Answers a change itself, by how many others wait. Default: the simulator answers. */
  readonly refuse?: (waiting: number) => { readonly status: number; readonly body: string } | undefined;
}

/** A simulator that answers changes together, and how many waited at the most when each of them arrived. */
export interface HeldSimulator {
  readonly start: (options: SimulatorOptions) => Promise<Simulator>;
  /** For each change the number of those that waited, with itself. */
  readonly waiting: readonly number[];
  /** Answers the changes that wait now. */
  readonly answer: () => void;
}

/** Makes a simulator that answers changes only when several are there. */
export function holdChanges({ together, isRacing = false, refuse = () => undefined }: Holding): HeldSimulator {
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
      const refusal = refuse(held.length);
      if (refusal !== undefined) return { answer: { headers: { "content-type": "application/json" }, ...refusal } };
      const read = controls.list(id);
      const answered = new Promise<void>((resolve) => held.push(resolve));
      waiting.push(held.length);
      if (held.length >= together(waiting.length)) answer();
      await answered;
      if (isRacing && read !== undefined) {
        controls.deleteList(id);
        controls.addList(read);
      }
      return receive(request, gone);
    }, options.port ?? 0);
    return Object.assign(controls, server);
  };
  return { start, waiting, answer };
}

/** The list that a request changes; undefined for other requests, and for the probe, which has an impossible entry. */
function changedList({ path, body }: ReceivedRequest): number | undefined {
  const id = /^\/v1\/app_list\/(\d+)\/(?:add|remove)$/u.exec(path)?.[1];
  if (id === undefined || Buffer.from(body ?? "").includes("invalid.pulumiapplist.")) return undefined;
  return Number(id);
}
