/**
 * The simulator in a process of its own, so that it takes nothing from the commands but the processor.
 *
 * It gets its options as JSON, sends its URL to the process that forked it, and ends with that.
 */
import { startSimulator } from "pulumi-app-list/simulator";
import { z } from "zod";

const optionsSchema = z.object({
  lists: z.int(),
  latencySeconds: z.number().optional(),
  maxEntriesPerRequest: z.int().optional(),
});

const { lists, latencySeconds, maxEntriesPerRequest } = optionsSchema.parse(JSON.parse(process.argv[2] ?? ""));
const simulator = await startSimulator({
  lists: Array.from({ length: lists }, (_, index) => ({ id: index + 1, name: `list ${index + 1}` })),
  // Only the restapi provider of Terraform uses the read endpoint.
  behaviour: { read: "/v1/app_list/{id}", tokenLifetimeSeconds: 86_400, maxEntriesPerRequest },
  faults:
    latencySeconds === undefined
      ? []
      : [{ on: {}, effect: "after", answer: { kind: "slow", seconds: latencySeconds } }],
  // A long run does not keep all requests in memory.
  onRequest: () => simulator.clearJournal(),
});
process.once("disconnect", () => process.exit());
process.send?.(simulator.url);
