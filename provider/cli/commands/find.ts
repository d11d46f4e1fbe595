import * as z from "zod";
import type { AppList } from "../../api/app-list";
import { printable } from "../../common/printable";
import { kindName, kinds } from "../../list/kinds";
import { spellingKey } from "../../list/entry";
import { nameList } from "../../list/summary";
import { kindSchema, listFacts, listFactsSchema, readLists } from "../app-lists";
import { appListId, argument, defineCommand, option, OptionsError, settingsOptions } from "../command";
import { hasExpired, readFileLines, type FileLine } from "../file-lines";
import type { ResultOf } from "../json";
import { styled, today, writeLines, type Terminal } from "../terminal";

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

const findSchema = z.object({
  entries: z.array(foundEntry),
  lists: z.array(listFactsSchema).describe("The lists that were searched."),
});

type Search = ResultOf<typeof findSchema>;
type Place = ResultOf<typeof place>;

export const findCommand = defineCommand({
  name: "find",
  description: "Finds entries in list files and app lists. Does not change the lists.",
  options: {
    entries: argument("<entries...>", "app bundles, placement IDs or websites", z.array(z.string())),
    files: option(
      "--files <files...>",
      'files to search, and patterns of files, such as "lists/**"',
      z.array(z.string()),
    ),
    list: option("--list <list-id...>", "app lists to search", z.array(appListId)),
    ...settingsOptions,
  },
  result: findSchema,
  help: `
Example: app-list find com.example.game --files "lists/**" --list 4321

For each entry, prints its lines in files with their notes, and the lists that contain it. Similar entries, which differ
in letter case or in the id before an iOS ID, are printed too, and do not count. Without --list, the command sends
nothing and needs no settings.`,
  exitCodes: {
    done: "all entries were found",
    changes: "an entry was not found",
    notVerified: "an entry was not found, but the API does not show all kinds of entries",
  },
  run: async ({ entries, files = [], list = [], ...settings }, terminal) => {
    if (files.length + list.length === 0) throw new OptionsError(["name files with --files, or lists with --list"]);
    const lines = await readFileLines(files, undefined, terminal);
    const lists = list.length === 0 ? [] : await readLists(settings, [...new Set(list)], terminal);
    const result = findEntries(new Set(entries), lines, lists, today(terminal));
    const has = (outcome: string): boolean => result.entries.some((one) => one.outcome === outcome);
    const outcome = has("notFound") ? "changes" : has("notVerified") ? "notVerified" : "done";
    return { outcome, result, print: () => printSearch(result, terminal) };
  },
});

function findEntries(
  entries: ReadonlySet<string>,
  lines: readonly FileLine[],
  lists: readonly AppList[],
  day: string,
): Search {
  const facts = lists.map(listFacts);
  const notFound = facts.every(({ notVerified }) => notVerified.length === 0) ? "notFound" : "notVerified";
  const listed = lines.map((line) => {
    const { entry, kind, source, note, until } = line;
    return { entry, kind, source, note, until, isExpired: until === undefined ? undefined : hasExpired(line, day) };
  });
  const contained = lists.flatMap(({ id, entries }) =>
    kinds.flatMap((kind) => Array.from(entries[kind] ?? [], (entry) => ({ entry, kind, appListId: id }))),
  );
  const placed: readonly ResultOf<typeof similarEntry>[] = [...listed, ...contained];
  const found = Array.from(entries, (entry) => {
    const alike = placed.filter(({ kind, entry: other }) => spellingKey(kind, other) === spellingKey(kind, entry));
    const places = alike.flatMap(({ entry: other, ...rest }) => (other === entry ? [rest] : []));
    const similar = alike.filter((one) => one.entry !== entry);
    return { entry, outcome: places.length > 0 ? ("found" as const) : notFound, places, similar } as const;
  });
  return { entries: found, lists: facts };
}

function printSearch({ entries, lists }: Search, terminal: Terminal): void {
  const nameOf = (id: number): string => nameList(id, lists.find((list) => list.appListId === id)?.name);
  const describe = ({ source, appListId: id = 0, kind, note, isExpired }: Place): string => {
    const words = [
      source ?? nameOf(id),
      kind && kindName(kind, 1),
      note && `# ${printable(note)}`,
      isExpired === true && "(expired)",
    ];
    return words.filter(Boolean).join("  ");
  };
  const lines = entries.flatMap(({ entry, outcome, places, similar }) => {
    const others = lists.filter((list) => !places.some((one) => one.appListId === list.appListId));
    const mayHave = (kind: string) => places.length === 0 || places.some((one) => (one.kind ?? kind) === kind);
    return [
      styled(terminal, "strong", printable(entry)),
      ...places.map((one) => `  ${describe(one)}`),
      ...(outcome === "found" ? [] : ["  not found"]),
      ...similar.map((one) => `  similar: ${printable(one.entry)}  ${describe(one)}`),
      ...others.flatMap(({ appListId: id, notVerified }) =>
        notVerified.filter(mayHave).map((kind) => `  not verified: the ${kindName(kind, 0)} of ${nameOf(id)}`),
      ),
    ];
  });
  writeLines(terminal, lines);
}
