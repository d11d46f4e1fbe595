import * as z from "zod";
import { printable } from "../../common/quote";
import { byKind, formatKindCount, kinds } from "../../list/kinds";
import { describeFacts, listFactsSchema, printList, readList, shownFacts, withApi } from "../app-lists";
import { appListId, argument, defineCommand, kindOption, settingsOptions } from "../command";
import { writeLines, writeMessages } from "../terminal";

const showSchema = listFactsSchema.extend({
  description: z.string().optional().describe("The description of the list. Absent if the API does not show it."),
  entries: z
    .object(byKind(() => z.array(z.string()).optional()))
    .describe("The entries of each kind, sorted. A kind is absent if the API does not show it, or --kind excludes it."),
});

export const showCommand = defineCommand({
  name: "show",
  description: "Prints the entries of a list, without a stack. Changes none of them.",
  examples: "app-list show 4321\napp-list show 4321 --kind app-bundles > apps.txt",
  options: {
    listId: argument("<list-id>", "the ID of the list", appListId),
    kind: kindOption("print only the entries of one kind, one per line"),
    ...settingsOptions,
  },
  result: showSchema,
  run: async ({ listId, kind: chosen, ...settings }, terminal) => {
    const appList = await withApi(settings, terminal, (access) => readList(access, listId));
    const shown = kinds.filter((kind) => kind === (chosen ?? kind));
    const notVerified = shown.filter((kind) => appList.entries[kind] === undefined);
    const facts = { ...shownFacts(appList), notVerified };
    const entries = byKind((kind) => {
      const some = shown.includes(kind) ? appList.entries[kind] : undefined;
      return some && Array.from(some).toSorted();
    });
    const print = (): void => {
      const sections = shown.flatMap((kind) => {
        const some = entries[kind];
        return some ? [[formatKindCount(kind, some.length), ...some.map(printable)]] : [];
      });
      if (chosen === undefined) return printList(facts, sections, terminal);
      // The entries are for another program.
      writeMessages(terminal, describeFacts(facts));
      writeLines(terminal, (entries[chosen] ?? []).map(printable));
    };
    const result = { ...facts, description: appList.description, entries };
    const isHidden = chosen !== undefined && notVerified.length > 0;
    return { outcome: isHidden ? "notVerified" : "done", result, print };
  },
});
