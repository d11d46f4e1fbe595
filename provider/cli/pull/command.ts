import { join, relative, sep } from "node:path";
import { Command, Option } from "commander";
import * as z from "zod";
import { partitionEntries } from "./partition";
import { defaultResourceName, languages, programText } from "./program-text";
import { readList } from "../read-lists";
import { summarisePull, type PullResult } from "./summary";
import { byKind, kinds, type ByKind } from "../../list/kinds";
import { exitCodes } from "../exit-code";
import { formatJson } from "../json";
import { parseAppListId, parseOptions } from "../options";
import type { MakeCommand } from "../program";
import { addSettingsOptions, readCommandSettings, settingsOptionsShape } from "../settings-options";
import { writeFiles } from "../write-files";

const fileNames: ByKind<string> = {
  appBundles: "app-bundles.txt",
  placementIds: "placement-ids.txt",
  websites: "websites.txt",
};

const optionsSchema = z.object({
  ...settingsOptionsShape,
  output: z.string().min(1, { error: "must be a folder" }).optional(),
  program: z.string().min(1, { error: "must be a file" }).optional(),
  force: z.boolean().default(false),
  language: z.enum(languages).default("typescript"),
  plugin: z.boolean().default(false),
  name: z.string().min(1, { error: "must be the name of a resource" }).optional(),
  claim: z.boolean().default(false),
  exclusive: z.boolean().default(false),
  json: z.boolean().default(false),
});

/** `app-list pull`: writes an existing list, and the program that manages it, to files. */
export const pullCommand: MakeCommand = (terminal, end) =>
  addSettingsOptions(
    new Command("pull")
      .description("Writes an existing list, and the program that manages it, to files. Does not change the list.")
      .argument("<list-id>", "the ID of the list")
      .option("--output <folder>", "the folder for the files (default: app-list-<list-id>)")
      .option("--program <file>", "write the program to this file, such as index.ts (default: print it)")
      .option("--force", "overwrite existing files, with the notes in them")
      .addOption(
        new Option("--language <language>", "the language of the program").choices(languages).default("typescript"),
      )
      .option("--plugin", "write a program for the plugin (YAML programs always need it)")
      .option("--name <resource>", "the name of the resource (default: the name of the list)")
      .option("--claim", "let pulumi destroy remove these entries (claimExisting: true)")
      .option("--exclusive", "let pulumi up remove all entries that the program does not declare (exclusive: true)")
      .option("--json", "print the result as JSON"),
  )
    .addHelpText("after", help)
    .action(async (listId: string, given: unknown) => {
      const appListId = parseAppListId(listId);
      const options = parseOptions(optionsSchema, given);
      const { language, claim, exclusive, account, plugin } = options;
      const appList = await readList(await readCommandSettings(options, terminal), appListId, terminal);
      const { declarable, undeclarable, notShown } = partitionEntries(appList.entries);

      const { printTextFile } = await import("../../files/text-file.js");
      const folder = options.output ?? `app-list-${appListId}`;
      const pathOf = (kind: keyof typeof fileNames) => join(folder, fileNames[kind]);
      const filled = kinds.filter((kind) => declarable[kind].length > 0);
      const program = programText({
        language,
        resource: options.name ?? defaultResourceName(appListId, appList.name),
        appListId,
        files: byKind((kind) => (filled.includes(kind) ? pathInProgram(pathOf(kind)) : undefined)),
        account,
        claim,
        exclusive,
        plugin,
      });
      const files = filled.map((kind) => ({
        path: pathOf(kind),
        content: printTextFile(declarable[kind].map((entry) => ({ entry }))),
      }));
      // The program is the last file, because it needs the others.
      const programFiles = options.program === undefined ? [] : [{ path: options.program, content: program }];
      writeFiles([...files, ...programFiles], options.force);

      const result: PullResult = {
        appListId,
        name: appList.name,
        hasAssociatedCampaigns: appList.hasAssociatedCampaigns,
        files: filled.map((kind) => ({ kind, path: pathOf(kind), entries: declarable[kind].length })),
        programFile: options.program,
        undeclarable,
        notShown,
      };
      if (options.json) terminal.write(formatJson({ ...result, program }));
      else {
        terminal.writeMessage(summarisePull(result, { claim, exclusive }));
        if (options.program === undefined) terminal.write(program);
      }
      end(notShown.length === 0 ? exitCodes.done : exitCodes.notVerified);
    });

/** A path as it is written in a program: relative to the current folder, with slashes. */
function pathInProgram(path: string): string {
  return relative(process.cwd(), path).split(sep).join("/");
}

const help = `
In the folder of a Pulumi project: app-list pull 4321 --program index.ts
In YAML: app-list pull 4321 --language yaml, and add what it prints to Pulumi.yaml.
The paths in the program are relative to the current folder. Without --program, the program is printed for reading. Do
not redirect it into a file: if the pull fails, the shell leaves that file empty, and the next pulumi up of an empty
program removes the entries that the previous program had added.

app-list:observe chooses how the list is read. The default, probe, asks the API to remove an app bundle that cannot
exist. This changes nothing, and the response shows the list.

Exit codes: 0 success; 1 an error; 3 success, but the API does not show all kinds of entries.`;
