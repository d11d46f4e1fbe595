import * as z from "zod";
import type { AppList } from "../../api/app-list";
import { printable } from "../../common/quote";
import { formatDay, hasExpired } from "../../list/expiry";
import { kindName, kinds } from "../../list/kinds";
import { nameList } from "../../list/summary";
import { describeHidden, kindSchema, listFactsSchema, readLists, shownFacts, withApi } from "../app-lists";
import { appListId, argument, defineCommand, option, OptionsError, settingsOptions } from "../command";
import { lineSchema, readFileLines, type FileLine } from "../file-lines";
import type { ResultOf } from "../json";
import { styled, type Terminal } from "../terminal";

const place = lineSchema.partial().extend({
  kind: kindSchema.optional().describe("Absent if it is not known."),
  appListId: z.int().optional().describe("The ID of the list that contains the entry."),
});

const foundEntry = z.object({
  entry: z.string(),
  outcome: z.enum(["found", "notFound", "notVerified"]).describe("notVerified: not found in what the API shows."),
  places: z.array(place).describe("Lines of files, even expired ones, and lists. Lines have a source."),
});

const findSchema = z.object({
  entries: z.array(foundEntry),
  lists: z.array(listFactsSchema).describe("The lists that were searched."),
});

type Search = ResultOf<typeof findSchema>;

export const findCommand = defineCommand({
  name: "find",
  description: "Finds entries in list files and app lists. Changes neither of them.",
  examples: 'app-list find com.example.game --file "lists/**" old.csv --list 4321',
  options: {
    entries: argument("<entries...>", "app bundles, placement IDs or websites", z.array(z.string())),
    file: option("--file <file...>", 'files to search, or patterns such as "lists/**"', z.array(z.string())),
    list: option("--list <list-id...>", "app lists to search", z.array(appListId)),
    ...settingsOptions,
  },
  result: findSchema,
  help: "Name the entries before the options. Without --list, the command sends nothing and needs no settings.",
  run: async ({ entries, file = [], list = [], ...settings }, terminal) => {
    if (file.length + list.length === 0) throw new OptionsError(["name files with --file, or lists with --list"]);
    const lines = readFileLines(file, undefined, terminal);
    const lists = list.length === 0 ? [] : await withApi(settings, terminal, (access) => readLists(access, list));
    const result = findEntries(new Set(entries), lines, lists);
    const has = (outcome: string): boolean => result.entries.some((one) => one.outcome === outcome);
    const outcome = has("notFound") ? "changes" : has("notVerified") ? "notVerified" : "done";
    return { outcome, result, lines: describeSearch(result, terminal) };
  },
});

function findEntries(entries: ReadonlySet<string>, lines: readonly FileLine[], lists: readonly AppList[]): Search {
  const facts = lists.map(shownFacts);
  const areShown = facts.every(({ notVerified }) => notVerified.length === 0);
  const found = Array.from(entries, (entry) => {
    const contained = lists.flatMap(({ id, entries: shown }) =>
      kinds.flatMap((kind) => (shown[kind]?.has(entry) === true ? [{ kind, appListId: id }] : [])),
    );
    const places = [...lines.filter((line) => line.entry === entry), ...contained];
    const outcome = places.length > 0 ? "found" : areShown ? "notFound" : "notVerified";
    return { entry, outcome, places } as const;
  });
  return { entries: found, lists: facts };
}

function describeSearch({ entries, lists }: Search, terminal: Terminal): readonly string[] {
  const names = new Map(lists.map(({ appListId, name }) => [appListId, nameList(appListId, name)]));
  const found = entries.flatMap(({ entry, places }) => [
    styled(terminal, "strong", printable(entry)),
    ...places.map((place) => {
      const { source = names.get(place.appListId ?? 0), kind, note } = place;
      const expired = hasExpired(place, formatDay(terminal.now())) && "(expired)";
      return `  ${[source, kind && kindName(kind, 1), note && `# ${printable(note)}`, expired].filter(Boolean).join("  ")}`;
    }),
    ...(places.length === 0 ? ["  not found"] : []),
  ]);
  return [...found, ...lists.flatMap(describeHidden)];
}
