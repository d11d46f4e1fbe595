import * as z from "zod";
import { spellingKey } from "../../list/look-alikes";
import { kinds, type Kind } from "../../list/kinds";
import type { AppList } from "../../api/schemas";
import type { FileLine } from "../file-lines";
import type { ResultOf } from "../json";
import { kindSchema, listFacts, listFactsSchema } from "../list-facts";

const place = z.object({
  kind: kindSchema.optional().describe("Absent if it is not known."),
  source: z.string().optional().describe("The place in a file, such as lists/apps.csv:12."),
  note: z.string().optional(),
  until: z.string().optional().describe("The last day of the entry, as YYYY-MM-DD, in UTC."),
  isExpired: z.boolean().optional().describe("Whether the line has expired, so that it declares nothing."),
  appListId: z.int().optional().describe("The ID of the list that contains the entry."),
});

const similarEntry = place.extend({ entry: z.string() });

const foundEntry = z.object({
  entry: z.string(),
  outcome: z.enum(["found", "notFound", "notVerified"]).describe("notVerified: not found in what the API shows."),
  places: z.array(place).describe("Lines of files, which have a source, and lists."),
  similar: z.array(similarEntry).describe("Entries that differ in letter case, or in the id before an iOS ID."),
});

/** The result of `app-list find --json`. */
export const findSchema = z.object({
  entries: z.array(foundEntry),
  lists: z.array(listFactsSchema).describe("The lists that were searched."),
});

/** The result of a search. */
export type Search = ResultOf<typeof findSchema>;

/** An entry, and one of its places. */
type Placed = ResultOf<typeof similarEntry>;

/** Searches lines of files, and lists, for entries. */
export function findEntries(
  entries: readonly string[],
  lines: readonly FileLine[],
  lists: readonly AppList[],
  today: string,
): Search {
  const facts = lists.map(listFacts);
  const isComplete = facts.every(({ notVerified }) => notVerified.length === 0);
  const placed = [...lines.map((line) => placeOf(line, today)), ...lists.flatMap(placesIn)];
  return {
    entries: entries.map((entry) => {
      const places = placed.filter((one) => one.entry === entry).map(({ entry: _entry, ...rest }) => rest);
      const similar = placed.filter((one) => one.entry !== entry && areSimilar(one.kind, one.entry, entry));
      const outcome = places.length > 0 ? "found" : isComplete ? "notFound" : "notVerified";
      return { entry, outcome, places, similar };
    }),
    lists: facts,
  };
}

function areSimilar(kind: Kind | undefined, one: string, other: string): boolean {
  return spellingKey(kind, one) === spellingKey(kind, other);
}

function placeOf({ entry, kind, source, note, until }: FileLine, today: string): Placed {
  return { entry, kind, source, note, until, isExpired: until === undefined ? undefined : until < today };
}

function placesIn({ id, entries }: AppList): readonly Placed[] {
  return kinds.flatMap((kind) => Array.from(entries[kind] ?? [], (entry) => ({ entry, kind, appListId: id })));
}
