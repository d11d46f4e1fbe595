import { existsSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { planList } from "./plan-list";
import { planProgram } from "./plan-program";
import { languages } from "./program-text";
import { summarisePull } from "./summary";
import { LinesNotInListError } from "../../files/errors";
import { defineCommand } from "../define-command";
import { exitCodes } from "../exit-code";
import { choiceOption, flag, option, OptionsError, parseAppListId, text } from "../options";
import { readLists } from "../read-lists";
import { readCommandSettings, settingsOptions } from "../settings-options";
import { writeFiles } from "../write-files";

const options = z.object({
  output: option("<folder>", "the folder for the files (default: app-list-ID of each list)", text),
  force: flag("remove lines from existing files if their entries are not in the list"),
  language: choiceOption("<language>", "only print the program", languages),
  plugin: flag("write a program for the plugin (YAML and Python programs always need it)"),
  name: option("<resource>", "the name of the resource (default: the name of the list)", text),
  claim: flag("let pulumi destroy remove these entries (claimExisting: true)"),
  exclusive: flag("let pulumi up remove all entries that the program does not declare (exclusive: true)"),
  json: flag("print the result as JSON"),
  ...settingsOptions,
});

const help = `
In the folder of a Pulumi project, the command adds the lists to the program: to Pulumi.yaml, or to a module app-lists
that index.ts, index.js or __main__.py imports. Without a project, or with --language, it prints the program.
Existing files keep their order, comments and notes.`;

/** `app-list pull`: writes lists to files, and declares them in the program of the project. */
export const pullCommand = defineCommand({
  name: "pull",
  description: "Writes lists to files, and adds them to the program of a Pulumi project. Changes no list.",
  arguments: [["<list-id...>", "the IDs of the lists"]],
  options,
  help,
  exitCodes: { notVerified: "success, but the API does not show all kinds of entries" },
  run: async ({ options, args, terminal, output }) => {
    const ids = [...new Set(args.map(parseAppListId))];
    if (options.name !== undefined && ids.length > 1) throw new OptionsError(["--name is for one list"]);
    const lists = await readLists(await readCommandSettings(options, terminal), ids, terminal);

    const { readUtf8 } = await import("../../files/read-list-file.js");
    const read = (path: string) => (existsSync(path) ? readUtf8(path) : undefined);
    const { output: folder = "" } = options;
    const folderOf = (id: number) => (ids.length === 1 && folder !== "" ? folder : join(folder, `app-list-${id}`));
    const planned = lists.map((list) => planList(list, folderOf(list.id), read));
    const { result, files } = planProgram(planned, options, read);
    const removed = planned.flatMap((list) => list.removed);
    if (removed.length > 0 && !options.force) throw new LinesNotInListError(removed);
    // The program is the last file, because it needs the others.
    writeFiles([...planned.flatMap(({ changed }) => changed), ...files]);

    output(result, () => {
      terminal.writeMessage(summarisePull(result, options));
      if (files.length === 0) terminal.write(result.program.text);
    });
    return result.lists.every(({ notVerified }) => notVerified.length === 0) ? exitCodes.done : exitCodes.notVerified;
  },
});
