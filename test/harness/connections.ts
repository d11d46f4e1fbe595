import { setImmediate } from "node:timers/promises";

/** How many connections this process has, each end of them counted. A closed one ends in the next rounds of the event loop. */
export async function openConnections(): Promise<number> {
  for (let round = 0; round < 3; round += 1) await setImmediate();
  return process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length;
}
