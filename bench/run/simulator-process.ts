/**
 * The simulator in a process of its own, so that it takes nothing from the commands but the processor. It sends its URL to
 * the process that forked it, and ends with that.
 */
import { startSimulator } from "pulumi-app-list/simulator";

const simulator = await startSimulator({
  lists: Array.from({ length: 20 }, (_, index) => ({ id: index + 1, name: "list" })),
  // Only the restapi provider of Terraform uses the read endpoint.
  behavior: { read: "/v1/app_list/{id}", tokenLifetimeSeconds: 86_400 },
  // A long run does not keep all requests in memory.
  onRequest: () => simulator.clearJournal(),
});
process.once("disconnect", () => process.exit());
process.send?.(simulator.url);
