import * as z from "zod";
import type { AppList } from "../../api/app-list";
import { idsInside } from "../../check/entry-forms";
import type { Line } from "../../check/mistakes";
import { printable, quoteList } from "../../common/quote";
import { spellingKey } from "../../list/entry";
import { formatDay, hasExpired } from "../../list/expiry";
import { kindName, kinds } from "../../list/kinds";
import { nameList } from "../../list/summary";
import { describeHidden, hiddenKinds, readLists, withApi } from "../app-lists";
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
    const files = { name: "files", isHidden: false, absence: "not found", lines };
    const places = [...(file.length === 0 ? [] : [files]), ...lists.map(placeOf)];
    const indexed = places.map((place) => ({ ...place, spellings: Map.groupBy(place.lines, spellingOf) }));
    const searched = Array.from(new Set(entries), (word) => search(word, indexed, terminal));
    const outcomes = ["changes", "notVerified"] as const;
    const outcome = outcomes.find((each) => searched.some((one) => one.outcome === each)) ?? "done";
    return { outcome, lines: [...searched.flatMap(({ lines }) => lines), ...lists.flatMap(describeHidden)] };
  },
});

/** The files, or a list. */
interface Place {
  readonly name: string;
  /** Whether the API does not show all of it. */
  readonly isHidden: boolean;
  /** That it does not have an entry, in words. */
  readonly absence: string;
  /** Those of a list have its name as their source. */
  readonly lines: readonly Line[];
}

function placeOf(appList: AppList): Place {
  const name = nameList(appList.id, appList.name);
  const isHidden = hiddenKinds(appList).length > 0;
  const lines = kinds.flatMap((kind) =>
    Array.from(appList.entries[kind] ?? [], (entry) => ({ kind, entry, source: name, listed: {} })),
  );
  return { name, isHidden, absence: isHidden ? "not in what the API shows" : "not in the list", lines };
}

function spellingOf({ kind, entry }: Line): string {
  return spellingKey(kind, entry);
}

interface Indexed extends Place {
  readonly spellings: ReadonlyMap<string, readonly Line[]>;
}

function search(word: string, places: readonly Indexed[], terminal: Terminal) {
  const names = namesOf(word);
  const keys = new Set(names.flatMap((name) => kinds.map((kind) => spellingKey(kind, name))));
  const searched = places.map(({ spellings, ...place }) => {
    const same = [...keys].flatMap((key) => spellings.get(key) ?? []);
    const similar = quoteList(new Set(same.map(({ entry }) => entry)));
    return { ...place, similar, found: same.filter(({ entry }) => names.includes(entry)) };
  });
  const absent = searched.filter(({ found }) => found.length === 0);
  const found = searched
    .flatMap((place) => place.found)
    .map((line) => {
      const { source, kind, note } = line;
      const expired = hasExpired(line, formatDay(terminal.now())) && "(expired)";
      return [source, kind && kindName(kind, 1), note && `# ${printable(note)}`, expired].filter(Boolean).join("  ");
    });
  const missing = absent.map(
    ({ name, absence, similar }) => `${name}: ${absence}${similar === "" ? "" : `. Similar: ${similar}`}`,
  );
  const isUnseen = absent.every(({ isHidden }) => isHidden);
  return {
    outcome: absent.length === 0 ? "done" : isUnseen ? "notVerified" : "changes",
    lines: [
      styled(terminal, "strong", printable(names[0] ?? word)),
      ...[...found, ...missing].map((line) => `  ${line}`),
    ],
  };
}

/** The entries that a person may mean: the ID or the host in a link, or an ID in the form of another program. */
function namesOf(word: string): readonly string[] {
  const host = /^https?:\/\/([^/?#:]+)/iu.exec(word)?.slice(1) ?? [];
  const ids = idsInside(word);
  return [...(ids.length === 0 ? host : ids), word];
}
