import * as z from "zod";
import { byKind } from "../../list/kinds";
import type { ResultOf } from "../json";

const entries = byKind(() => z.array(z.string()).optional());

const list = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string().optional(),
  hasAssociatedCampaigns: z.boolean().optional(),
  ...entries,
});

/** One line of `app-list simulate --json`. */
export const simulatorEventSchema = z.discriminatedUnion("event", [
  z.object({
    event: z.literal("started"),
    version: z.literal(1).describe("The version of the shape of all lines."),
    url: z.string(),
    lists: z.array(list),
    account: z
      .looseObject({ username: z.string(), password: z.string() })
      .describe("The credentials of the simulator."),
  }),
  z.object({
    event: z.literal("request"),
    time: z.string().describe("When the request arrived, in UTC, as ISO 8601."),
    method: z.string(),
    path: z.string().describe("The path, without the query."),
    action: z.string().describe("token, campaigns, add, remove, read or other."),
    appListId: z.int().optional(),
    account: z.int().optional().describe("The position of the account, from 0, if the simulator has several."),
    entries: z.object(entries).optional(),
    page: z.int().optional(),
    perPage: z.int().optional(),
    status: z.int().optional().describe("Absent if there was no response."),
    fault: z.object({ effect: z.string(), kind: z.string() }).optional().describe("The injected fault."),
  }),
  z.object({ event: z.literal("stopped"), requests: z.int().describe("The number of requests.") }),
]);

/** One line of `app-list simulate --json`. */
export type SimulatorEvent = ResultOf<typeof simulatorEventSchema>;
