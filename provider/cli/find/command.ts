import * as z from "zod";
import { findEntries, type Search } from "./find";
import { printable } from "../../common/printable";
import { kindName } from "../../list/kinds";
import { nameList } from "../../list/summary";
import { defineCommand } from "../define-command";
import { exitCodes, type ExitCode } from "../exit-code";
import { readFileLines } from "../file-lines";
import { flag, option, OptionsError, parseAppListId } from "../options";
import { readLists } from "../read-lists";
import { readCommandSettings, settingsOptions } from "../settings-options";
import { styled, writeLines, type Terminal } from "../terminal";

const options = z.object({
  files: option("<files...>", 'files to search, and patterns of files, such as "lists/**"', z.array(z.string())),
  list: option("<list-id...>", "app lists to search", z.array(z.string().transform(parseAppListId))),
  json: flag("print the result as JSON"),
  ...settingsOptions,
});

const help = `
Example: app-list find com.example.game --files "lists/**" --list 4321

For each entry, prints its lines in files with their notes, and the lists that contain it. Similar entries, which differ
in letter case or in the id before an iOS ID, are printed too, and do not count. Without --list, the command sends
nothing and needs no settings.`;

/** `app-list find`: searches files and lists for entries. */
export const findCommand = defineCommand({
  name: "find",
  description: "Finds entries in list files and app lists. Does not change the lists.",
  arguments: [["<entries...>", "app bundles, placement IDs or websites"]],
  options,
  help,
  exitCodes: {
    done: "all entries were found",
    changes: "an entry was not found",
    notVerified: "an entry was not found, but the API does not show all kinds of entries",
  },
  run: async ({ options, args, terminal, output }) => {
    const { files = [], list: given = [] } = options;
    const list = [...new Set(given)];
    if (files.length + list.length === 0) throw new OptionsError(["name files with --files, or lists with --list"]);
    const lines = await readFileLines(files, undefined, terminal);
    const settings = list.length === 0 ? undefined : await readCommandSettings(options, terminal);
    const lists = settings === undefined ? [] : await readLists(settings, list, terminal);
    const search = findEntries([...new Set(args)], lines, lists, terminal.today());
    output(search, () => printSearch(search, terminal));
    return exitCodeFor(search);
  },
});

function exitCodeFor({ entries }: Search): ExitCode {
  const outcomes = new Set(entries.map(({ outcome }) => outcome));
  if (outcomes.has("notFound")) return exitCodes.changes;
  return outcomes.has("notVerified") ? exitCodes.notVerified : exitCodes.done;
}

function printSearch({ entries, lists }: Search, terminal: Terminal): void {
  const listName = (id: number): string => nameList(id, lists.find(({ appListId }) => appListId === id)?.name);
  const describe = (one: Search["entries"][number]["places"][number]): string => {
    const where = one.source ?? listName(one.appListId ?? 0);
    const kind = one.kind === undefined ? "" : `  ${kindName(one.kind, 1)}`;
    const note = one.note === undefined ? "" : `  # ${printable(one.note)}`;
    return `${where}${kind}${note}${one.isExpired === true ? "  (expired)" : ""}`;
  };
  const hidden = (places: Search["entries"][number]["places"]): readonly string[] =>
    lists
      .filter(({ appListId }) => !places.some((one) => one.appListId === appListId))
      .flatMap(({ appListId, notVerified }) =>
        notVerified
          .filter((kind) => places.length === 0 || places.some((one) => (one.kind ?? kind) === kind))
          .map((kind) => `  not verified: the ${kindName(kind, 0)} of ${listName(appListId)}`),
      );
  writeLines(
    terminal,
    entries.flatMap(({ entry, outcome, places, similar }) => [
      styled(terminal, "strong", printable(entry)),
      ...places.map((one) => `  ${describe(one)}`),
      ...(outcome === "found" ? [] : ["  not found"]),
      ...similar.map((one) => `  similar: ${printable(one.entry)}  ${describe(one)}`),
      ...hidden(places),
    ]),
  );
}
