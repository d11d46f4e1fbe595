import * as z from "zod";
import { countKind, type Entries } from "../list/entries";
import { readText } from "../list/entry-text";
import { byKind, kinds } from "../list/kinds";
import { entriesOf, findTexts } from "../list/text-entries";

/** The entries of a list that the processes of a run share, each for a reason of its own. See {@link Ledger}. */
export const ledgerNames = ["declared", "declaredByRefused", "released", "removed", "removedAdopted"] as const;

/** Entries are texts, which are parsed when they are first needed, or lists: those of an API may contain anything. */
const entriesSchema = z.union([
  z
    .object({ texts: z.partialRecord(z.enum(kinds), z.string()) })
    .transform(({ texts }) => entriesOf(byKind((kind) => readText(kind, texts[kind] ?? "").read))),
  z
    .partialRecord(z.enum(kinds), z.array(z.string()))
    .transform((lists): Entries => byKind((kind) => new Set(lists[kind]))),
]);

/** A list. Its key is a digest: the files contain no base URL, which can have a secret in its path. */
const listSchema = z.object({ key: z.string(), appListId: z.number() });

/** A record that one process of a run shares with the others. */
export const recordSchema = z.discriminatedUnion("record", [
  /** Entries of a ledger. */
  z.object({ record: z.literal("entries"), list: listSchema, ledger: z.enum(ledgerNames), entries: entriesSchema }),
  /** The declaration of a resource, in place of its earlier one. */
  z.object({
    record: z.literal("declaration"),
    list: listSchema,
    key: z.string(),
    /** The name of the resource, if the host shows it. */
    resource: z.string().optional(),
    exclusive: z.boolean(),
    entries: entriesSchema,
  }),
  /** The managed entries of a resource, in parts of an {@link Ownership}: it releases the entries that it has added. */
  z.object({
    record: z.literal("release"),
    list: listSchema,
    entries: entriesSchema,
    adopted: entriesSchema,
    unconfirmed: entriesSchema,
  }),
  /** The place of the process in the queue for a list. */
  z.object({ record: z.literal("turn"), list: z.string(), number: z.number() }),
]);

export type RunRecord = z.infer<typeof recordSchema>;
export type SharedList = z.infer<typeof listSchema>;

/** A record as JSON writes it. */
export function printRecord(record: RunRecord): unknown {
  if (record.record === "turn") return record;
  const entries = printEntries(record.entries);
  if (record.record !== "release") return { ...record, entries };
  return {
    ...record,
    entries,
    adopted: printEntries(record.adopted),
    unconfirmed: printEntries(record.unconfirmed),
  };
}

function printEntries(entries: Entries): unknown {
  const texts = findTexts(entries);
  const filled = kinds.filter((kind) => countKind(entries, kind) > 0);
  if (texts === undefined) return Object.fromEntries(filled.map((kind) => [kind, [...entries[kind]]]));
  return { texts: Object.fromEntries(filled.map((kind) => [kind, texts[kind].bareText])) };
}
