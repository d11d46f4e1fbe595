import * as z from "zod";
import { printable } from "../../common/quote";
import { byKind, formatKindCount, kinds } from "../../list/kinds";
import { describeList, listFactsSchema, readList, shownFacts, withApi } from "../app-lists";
import { appListId, argument, defineCommand, settingsOptions } from "../command";

const showSchema = listFactsSchema.extend({
  description: z.string().optional().describe("The description of the list. Absent if the API does not show it."),
  entries: z
    .object(byKind(() => z.array(z.string()).optional()))
    .describe("The entries of each kind, sorted. A kind is absent if the API does not show it."),
});

export const showCommand = defineCommand({
  name: "show",
  description: "Prints the entries of a list, without a stack. Changes none of them.",
  examples: "app-list show 4321\napp-list show 4321 --stack dev --json",
  options: {
    listId: argument("<list-id>", "the ID of the list", appListId),
    ...settingsOptions,
  },
  result: showSchema,
  run: async ({ listId, ...settings }, terminal) => {
    const appList = await withApi(settings, terminal, (access) => readList(access, listId));
    const facts = shownFacts(appList);
    const entries = byKind((kind) => appList.entries[kind] && [...appList.entries[kind]].toSorted());
    const sections = kinds.flatMap((kind) => {
      const some = entries[kind];
      return some ? [[formatKindCount(kind, some.length), ...some.map(printable)]] : [];
    });
    const result = { ...facts, description: appList.description, entries };
    return { outcome: "done", result, lines: describeList(facts, sections, terminal) };
  },
});
