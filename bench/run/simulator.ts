import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { z } from "zod";

/** Starts a simulator in a process of its own. */
export async function startSimulatorProcess() {
  const child = fork(fileURLToPath(new URL("simulator-process.ts", import.meta.url)));
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
