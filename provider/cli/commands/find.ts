import * as z from "zod";
import type { AppList } from "../../api/app-list";
import { idsInside } from "../../check/entry-forms";
import type { Line } from "../../check/mistakes";
import { printable, quoteList } from "../../common/quote";
import { spellingKey } from "../../list/entry";
import { formatDay, hasExpired } from "../../list/expiry";
import { kindName, kinds } from "../../list/kinds";
import { nameList } from "../../list/summary";
import { describeHidden, notShownKinds, readLists, withApi } from "../app-lists";
import { appListId, argument, defineCommand, option, OptionsError, settingsOptions } from "../command";
import { readFileLines } from "../file-lines";
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
    const places = [...(file.length === 0 ? [] : [placeWith("files", "not found", lines)]), ...lists.map(placeOf)];
    const searched = Array.from(new Set(entries), (word) => search(word, places, terminal));
    const outcomes = ["changes", "notVerified"] as const;
    const outcome = outcomes.find((each) => searched.some((one) => one.outcome === each)) ?? "done";
    return { outcome, lines: [...searched.flatMap(({ lines }) => lines), ...lists.flatMap(describeHidden)] };
  },
});

/**
 * The files, or a list.
 *
 * @param absence that it does not have an entry, in words.
 * @param lines those of a list have its name as their source.
 * @param isHidden whether the API does not show all of it.
 */
function placeWith(name: string, absence: string, lines: readonly Line[], isHidden = false) {
  return { name, absence, isHidden, spellings: Map.groupBy(lines, ({ kind, entry }) => spellingKey(kind, entry)) };
}

type Place = ReturnType<typeof placeWith>;

function placeOf(appList: AppList): Place {
  const name = nameList(appList.id, appList.name);
  const isHidden = notShownKinds(appList).length > 0;
  const lines = kinds.flatMap((kind) =>
    Array.from(appList.entries[kind] ?? [], (entry) => ({ kind, entry, source: name, listed: {} })),
  );
  return placeWith(name, isHidden ? "not in what the API shows" : "not in the list", lines, isHidden);
}

function search(word: string, places: readonly Place[], terminal: Terminal) {
  const names = namesOf(word);
  const keys = new Set(names.flatMap((name) => kinds.map((kind) => spellingKey(kind, name))));
  const searched = places.map((place) => {
    const similar = [...keys].flatMap((key) => place.spellings.get(key) ?? []);
    return { ...place, similar, found: similar.filter(({ entry }) => names.includes(entry)) };
  });
  const absent = searched.filter(({ found }) => found.length === 0);
  const isUnseen = absent.every(({ isHidden }) => isHidden);
  return {
    outcome: absent.length === 0 ? "done" : isUnseen ? "notVerified" : "changes",
    lines: [
      styled(terminal, "strong", printable(names[0] ?? word)),
      ...searched.flatMap(({ found }) => found.map((line) => describeLine(line, formatDay(terminal.now())))),
      ...absent.map(({ name, absence, similar }) => {
        const others = quoteList(new Set(similar.map(({ entry }) => entry)));
        return `  ${name}: ${absence}${others === "" ? "" : `. Similar: ${others}`}`;
      }),
    ],
  };
}

function describeLine(line: Line, today: string): string {
  const { source, kind, note } = line;
  const expired = hasExpired(line, today) && "(expired)";
  return `  ${[source, kind && kindName(kind, 1), note && `# ${printable(note)}`, expired].filter(Boolean).join("  ")}`;
}

/** The entries that a person may mean: the ID or the host in a link, or an ID in the form of another program. */
function namesOf(word: string): readonly string[] {
  const host = /^https?:\/\/([^/?#:]+)/iu.exec(word)?.slice(1) ?? [];
  const ids = idsInside(word);
  return [...(ids.length === 0 ? host : ids), word];
}
