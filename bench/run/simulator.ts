import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { Setting } from "../figures/results.ts";

/** A simulator in a process of its own. */
export interface SimulatorProcess {
  readonly url: string;
  close(): Promise<void>;
}

/** The entries of one request in the circumstances that limit them. */
export const limitedEntries = 500;

/** Starts the simulator for one candidate. */
export async function startSimulatorProcess({ lists, circumstances }: Setting): Promise<SimulatorProcess> {
  const isSlow = circumstances.startsWith("200 ms");
  const isLimited = circumstances === "200 ms, 500 entries per request";
  const options = {
    lists,
    ...(isSlow && { latencySeconds: 0.2 }),
    ...(isLimited && { maxEntriesPerRequest: limitedEntries }),
  };
  const child = fork(fileURLToPath(new URL("simulator-process.ts", import.meta.url)), [JSON.stringify(options)]);
  const exit = once(child, "exit");
  const message: readonly unknown[] = await Promise.race([
    once(child, "message"),
    exit.then(() => Promise.reject(new Error("The simulator has ended."))),
  ]);
  return {
    url: z.url().parse(message[0]),
    close: async () => {
      child.disconnect();
      await exit;
    },
  };
}
