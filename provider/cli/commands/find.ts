import * as z from "zod";
import type { AppList } from "../../api/app-list";
import { printable, quoteList } from "../../common/quote";
import { spellingKey } from "../../list/entry";
import { formatDay, hasExpired } from "../../list/expiry";
import { kindName, kinds } from "../../list/kinds";
import { idsInside } from "../../check/no-match";
import { nameList } from "../../list/summary";
import { describeHidden, readLists, shownFacts, withApi, type ShownFacts } from "../app-lists";
import { appListId, argument, defineCommand, option, OptionsError, settingsOptions } from "../command";
import { readFileLines, type FileLine } from "../file-lines";
import { styled, type Terminal } from "../terminal";

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
  help: `
An entry can be a link to its app. The files are one place, and each list is one: the command exits with 0 only if every
place has every entry. Name the entries before the options. Without --list, it sends nothing and needs no settings.`,
  run: async ({ entries, file = [], list = [], ...settings }, terminal) => {
    if (file.length + list.length === 0) throw new OptionsError(["name files with --file, or lists with --list"]);
    const lines = readFileLines(file, undefined, terminal);
    const lists = list.length === 0 ? [] : await withApi(settings, terminal, (access) => readLists(access, list));
    const places = [...(file.length === 0 ? [] : [{ found: lines }]), ...lists.map(placeOf)];
    const searched = findEntries(new Set(entries), places);
    const has = (outcome: Searched["outcome"]): boolean => searched.some((one) => one.outcome === outcome);
    const outcome = has("notFound") ? "changes" : has("notVerified") ? "notVerified" : "done";
    return { outcome, lines: describeSearch(searched, lists.map(shownFacts), terminal) };
  },
});

/** The lines of files, or the entries of a list. */
interface Place {
  readonly appListId?: number;
  readonly found: readonly (Pick<FileLine, "entry" | "kind"> & Partial<FileLine> & Pick<Place, "appListId">)[];
  readonly isHidden?: boolean;
}

function placeOf({ id, entries }: AppList): Place {
  const shown = kinds.flatMap((kind) => Array.from(entries[kind] ?? [], (entry) => ({ kind, entry, appListId: id })));
  return { appListId: id, found: shown, isHidden: kinds.some((kind) => entries[kind] === undefined) };
}

type Searched = ReturnType<typeof findEntries>[number];

function findEntries(words: ReadonlySet<string>, places: readonly Place[]) {
  const spellings = places.map(({ found }) => Map.groupBy(found, ({ kind, entry }) => spellingKey(kind, entry)));
  return Array.from(words, (word) => {
    const names = namesOf(word);
    const keys = new Set(names.flatMap((name) => kinds.map((kind) => spellingKey(kind, name))));
    const searched = places.map((place, index) => {
      const same = [...keys].flatMap((key) => spellings[index]?.get(key) ?? []);
      const found = same.filter(({ entry }) => names.includes(entry));
      return { ...place, found, similar: [...new Set(same.map(({ entry }) => entry))] };
    });
    const absent = searched.filter(({ found }) => found.length === 0);
    const outcome =
      absent.length === 0 ? "found" : absent.every(({ isHidden }) => isHidden) ? "notVerified" : "notFound";
    return { entry: names[0] ?? word, outcome, places: searched.flatMap(({ found }) => found), absent } as const;
  });
}

/** The entries that a person may mean: the ID or the host in a link, or an ID in the form of another program. */
function namesOf(word: string): readonly string[] {
  const host = /^https?:\/\/([^/?#:]+)/iu.exec(word)?.slice(1) ?? [];
  const ids = idsInside(word);
  return [...(ids.length === 0 ? host : ids), word];
}

function describeSearch(entries: readonly Searched[], lists: readonly ShownFacts[], terminal: Terminal) {
  const names = new Map(lists.map(({ appListId, name }) => [appListId, nameList(appListId, name)]));
  const hidden = new Set(lists.filter(({ notVerified }) => notVerified.length > 0).map(({ appListId }) => appListId));
  const found = entries.flatMap(({ entry, places, absent }) => [
    styled(terminal, "strong", printable(entry)),
    ...places.map((place) => {
      const { source = names.get(place.appListId ?? 0), kind, note } = place;
      const expired = hasExpired(place, formatDay(terminal.now())) && "(expired)";
      return `  ${[source, kind && kindName(kind, 1), note && `# ${printable(note)}`, expired].filter(Boolean).join("  ")}`;
    }),
    ...absent.map(({ appListId = 0, similar }) => {
      const where = hidden.has(appListId) ? "not in what the API shows" : "not in the list";
      const missing = names.has(appListId) ? `${names.get(appListId)}: ${where}` : "files: not found";
      return `  ${missing}${similar.length === 0 ? "" : `. Similar: ${quoteList(similar)}`}`;
    }),
  ]);
  return [...found, ...lists.flatMap(describeHidden)];
}
