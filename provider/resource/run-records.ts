import * as z from "zod";
import { countKind, type Entries } from "../list/entries";
import { readText } from "../list/entry-text";
import { byKind, kinds } from "../list/kinds";
import { entriesOf, findTexts } from "../list/text-entries";

/** The entries of a list that the processes of a run share, each for a reason of its own. See {@link Ledger}. */
export const ledgerNames = [
  "declared",
  "declaredByRefused",
  "released",
  "removed",
  "removedAdopted",
  "approved",
] as const;

/** Entries in a record: as the numbers of the texts beside it, or as lists, because those of an API may contain anything. */
const entriesSchema = z.union([
  z.object({ texts: z.partialRecord(z.enum(kinds), z.int().nonnegative()) }),
  z.partialRecord(z.enum(kinds), z.array(z.string())),
]);

/** A list. The login of its account and the base URL are digests: the files contain no secrets. */
const listSchema = z.object({
  account: z.string(),
  /** The name of the account in the settings of the process. */
  name: z.string().optional(),
  baseUrl: z.string().optional(),
  appListId: z.number(),
});

/** The members of a record that are not entries. */
const recordSchema = z.discriminatedUnion("record", [
  /** Entries of a ledger. */
  z.object({ record: z.literal("entries"), list: listSchema, ledger: z.enum(ledgerNames), entries: entriesSchema }),
  /** What a resource declares, in place of what it declared before. */
  z.object({
    record: z.literal("declaration"),
    list: listSchema,
    key: z.string(),
    /** The name of the resource, if the host shows it. */
    resource: z.string().optional(),
    exclusive: z.boolean(),
    entries: entriesSchema,
  }),
  /** What a resource manages, in parts of an {@link Ownership}: it releases the entries that it has added. */
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

type WrittenEntries = z.infer<typeof entriesSchema>;
type WrittenRecord = z.infer<typeof recordSchema>;

/** A record with entries in another form. */
type RecordWith<Form> = WithForm<WrittenRecord, Form>;
type WithForm<Record, Form> = Record extends unknown
  ? { readonly [Name in keyof Record]: Name extends "entries" | "adopted" | "unconfirmed" ? Form : Record[Name] }
  : never;

/** What one process of a run tells the others. */
export type RunRecord = RecordWith<Entries>;
export type SharedList = z.infer<typeof listSchema>;

/** A record as JSON writes it, and the texts beside it. */
export function printRecord(record: RunRecord): { readonly printed: WrittenRecord; readonly texts: readonly string[] } {
  const texts: string[] = [];
  const print = (entries: Entries): WrittenEntries => {
    const read = findTexts(entries);
    const filled = kinds.filter((kind) => countKind(entries, kind) > 0);
    if (read === undefined) return Object.fromEntries(filled.map((kind) => [kind, [...entries[kind]]]));
    return { texts: Object.fromEntries(filled.map((kind) => [kind, texts.push(read[kind].bareText) - 1])) };
  };
  return { printed: mapEntries(record, print), texts };
}

/** Parses a record. Its texts are parsed when their entries are first needed. */
export function parseRecord(written: unknown, texts: readonly string[]): RunRecord {
  return mapEntries(recordSchema.parse(written), (entries): Entries => {
    if (!("texts" in entries)) return byKind((kind) => new Set(entries[kind]));
    return entriesOf(byKind((kind) => readText(kind, texts[entries.texts[kind] ?? -1] ?? "").read));
  });
}

function mapEntries<From, To>(record: RecordWith<From>, map: (entries: From) => To): RecordWith<To> {
  if (record.record === "turn") return record;
  const entries = map(record.entries);
  if (record.record !== "release") return { ...record, entries };
  return { ...record, entries, adopted: map(record.adopted), unconfirmed: map(record.unconfirmed) };
}
