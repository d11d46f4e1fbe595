import * as z from "zod";
import type { Entries } from "../list/entries";
import { byKind, kinds } from "../list/kinds";

/** The entries of a list that the processes of a run share, each for a reason of its own. See {@link Ledger}. */
export const ledgerNames = [
  "declared",
  "declaredByRefused",
  "released",
  "removed",
  "removedAdopted",
  "approved",
] as const;

const setsSchema = z
  .object({
    appBundles: z.array(z.string()).optional(),
    placementIds: z.array(z.string()).optional(),
    websites: z.array(z.string()).optional(),
  })
  .transform((arrays): Entries => byKind((kind) => new Set(arrays[kind])));

/** A list. The login of its account and the base URL are digests: the files contain no secrets. */
const listSchema = z.object({
  account: z.string(),
  /** The name of the account in the settings of the process. */
  name: z.string().optional(),
  baseUrl: z.string().optional(),
  appListId: z.number(),
});

/** What one process of a run tells the others. */
export const recordSchema = z.discriminatedUnion("record", [
  /** Entries of a ledger. */
  z.object({ record: z.literal("entries"), list: listSchema, ledger: z.enum(ledgerNames), entries: setsSchema }),
  /** What a resource declares, in place of what it declared before. */
  z.object({
    record: z.literal("declaration"),
    list: listSchema,
    key: z.string(),
    /** The name of the resource, if the host shows it. */
    resource: z.string().optional(),
    exclusive: z.boolean(),
    entries: setsSchema,
  }),
  /** The place of the process in the queue for a list. */
  z.object({ record: z.literal("turn"), list: z.string(), number: z.number() }),
]);

export type RunRecord = z.infer<typeof recordSchema>;
export type SharedList = z.infer<typeof listSchema>;

/** A record as JSON writes it. */
export function printRecord(record: RunRecord): unknown {
  if (record.record === "turn") return record;
  const filled = kinds.filter((kind) => record.entries[kind].size > 0);
  return { ...record, entries: Object.fromEntries(filled.map((kind) => [kind, [...record.entries[kind]]])) };
}
