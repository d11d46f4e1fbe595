import { fstatSync } from "node:fs";
import { findEngineAddress } from "../../../sharing/engine-address";
import { startPlugin } from "./server";

/**
 * The executable pulumi-resource-app-list. The engine starts it with its own address, reads the port from the first line,
 * and keeps the standard input open: when that ends, the engine has ended, also if it was killed.
 */
async function main(): Promise<void> {
  const engineAddress = findEngineAddress(process.argv);
  const plugin = await startPlugin({ engineAddress, environment: process.env });
  process.once("exit", plugin.stop);
  process.stdout.write(`${plugin.port}\n`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(0));
  endWithParent();
}

/** How often the plugin checks whether its parent lives, in milliseconds. */
const parentInterval = 500;

/** Ends the process when the engine has ended. */
function endWithParent(): void {
  const stdin = fstatSync(0);
  // Only a pipe ends with the engine: a terminal does not, and /dev/null has ended from the start.
  if (stdin.isFIFO() || stdin.isSocket()) process.stdin.on("end", () => process.exit(0)).resume();
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.exit(0);
  }, parentInterval);
}

void main();
