import { printable } from "../../common/quote";
import { formatKindCount, kinds } from "../../list/kinds";
import { listLines, readList, withApi } from "../app-lists";
import { appListId, argument, defineCommand, settingsOptions } from "../command";

export const showCommand = defineCommand({
  name: "show",
  description: "Prints the entries of a list, without a stack. Changes none of them.",
  examples: "app-list show 4321\napp-list show 4321 --stack dev",
  options: {
    listId: argument("<list-id>", "the ID of the list", appListId),
    ...settingsOptions,
  },
  run: async ({ listId, ...settings }, terminal) => {
    const appList = await withApi(settings, terminal, (access) => readList(access, listId));
    const sections = kinds.flatMap((kind) => {
      const some = appList.entries[kind];
      return some ? [[formatKindCount(kind, some.size), ...Array.from(some, printable)]] : [];
    });
    return { outcome: "done", lines: listLines(appList, sections, terminal) };
  },
});
