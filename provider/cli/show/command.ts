import * as z from "zod";
import { printable } from "../../common/printable";
import { byKind, formatKindCount, kinds } from "../../list/kinds";
import { defineCommand } from "../define-command";
import { exitCodes } from "../exit-code";
import type { ResultOf } from "../json";
import { describeFacts, listFacts, listFactsSchema } from "../list-facts";
import { flag, kindOption, parseAppListId } from "../options";
import { readList } from "../read-lists";
import { readCommandSettings, settingsOptions } from "../settings-options";
import { styled, writeLines, type Terminal } from "../terminal";

/** The result of `app-list show --json`. */
export const showSchema = listFactsSchema.extend({
  description: z.string().optional().describe("The description of the list. Absent if the API does not show it."),
  entries: z
    .object(byKind(() => z.array(z.string()).optional()))
    .describe("The entries of each kind, sorted. A kind is absent if the API does not show it, or --kind excludes it."),
});

const options = z.object({
  kind: kindOption("print only the entries of one kind, one per line"),
  json: flag("print the result as JSON"),
  ...settingsOptions,
});

/** `app-list show`: prints the entries of a list. */
export const showCommand = defineCommand({
  name: "show",
  description: "Prints the entries of a list, without a stack. Does not change the list.",
  arguments: [["<list-id>", "the ID of the list"]],
  options,
  exitCodes: { notVerified: "success, but the API does not show all kinds of entries" },
  run: async ({ options, args: [listId = ""], terminal, output }) => {
    const appListId = parseAppListId(listId);
    const appList = await readList(await readCommandSettings(options, terminal), appListId, terminal);
    const isChosen = (kind: (typeof kinds)[number]): boolean => kind === (options.kind ?? kind);
    const facts = listFacts(appList);
    const result: ResultOf<typeof showSchema> = {
      ...facts,
      notVerified: facts.notVerified.filter(isChosen),
      description: appList.description,
      entries: byKind((kind) => (isChosen(kind) ? sorted(appList.entries[kind]) : undefined)),
    };
    output(result, () => (options.kind === undefined ? printAll(result, terminal) : printKind(result, terminal)));
    return result.notVerified.length === 0 ? exitCodes.done : exitCodes.notVerified;
  },
});

function sorted(entries: ReadonlySet<string> | undefined): readonly string[] | undefined {
  return entries === undefined ? undefined : Array.from(entries).toSorted();
}

function printAll({ entries, ...facts }: ResultOf<typeof showSchema>, terminal: Terminal): void {
  const [name = "", ...remarks] = describeFacts(facts);
  const lines = kinds.flatMap((kind) => {
    const some = entries[kind];
    if (some === undefined) return [];
    return ["", formatKindCount(kind, some.length), ...some.map((entry) => `  ${printable(entry)}`)];
  });
  writeLines(terminal, [styled(terminal, "strong", name), ...remarks, ...lines]);
}

/** Prints entries for other programs. */
function printKind({ entries, ...facts }: ResultOf<typeof showSchema>, terminal: Terminal): void {
  terminal.writeMessage(
    describeFacts(facts)
      .map((line) => `${line}\n`)
      .join(""),
  );
  writeLines(terminal, kinds.flatMap((kind) => entries[kind] ?? []).map(printable));
}
