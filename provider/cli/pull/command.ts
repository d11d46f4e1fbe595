import { join, relative, sep } from "node:path";
import { Command } from "commander";
import { z } from "zod";
import { explain } from "./explain";
import { programText, resourceNameOf } from "./program-text";
import { sortOut } from "./pulled-list";
import { see } from "./see";
import { writeFiles } from "./write-files";
import { byKind, kinds, type ByKind } from "../../list/kinds";
import { exitCodes } from "../exit-code";
import { printJson } from "../print-json";
import type { MakeCommand } from "../program";
import { findSettings, settingsOptionsShape, withSettingsOptions } from "../settings/find-settings";
import { parseAppListId, parseOptions } from "../settings/parse-options";

const fileNames: ByKind<string> = {
  appBundles: "app-bundles.txt",
  placementIds: "placement-ids.txt",
  websites: "websites.txt",
};

const optionsSchema = z.object({
  ...settingsOptionsShape,
  output: z.string().min(1, { error: "must be a folder" }).exactOptional(),
  program: z.string().min(1, { error: "must be a file" }).exactOptional(),
  force: z.boolean().default(false),
  language: z.enum(["typescript", "javascript"], { error: "must be typescript or javascript" }).default("typescript"),
  name: z.string().min(1, { error: "must be the name of a resource" }).exactOptional(),
  claim: z.boolean().default(false),
  exclusive: z.boolean().default(false),
  json: z.boolean().default(false),
});

/** `app-list pull`: writes an existing list, and the program that manages it, to files. */
export const pullCommand: MakeCommand = (terminal, end) =>
  withSettingsOptions(
    new Command("pull")
      .description("Writes an existing list, and the program that manages it, to files. The list stays as it is.")
      .argument("<list-id>", "the id of the list")
      .option("--output <folder>", "the folder for the files (default: app-list-<list-id>)")
      .option("--program <file>", "write the program to this file, such as index.ts (default: print it)")
      .option("--force", "write over files that are there, with the notes in them")
      .option("--language <language>", "the language of the program: typescript or javascript (default: typescript)")
      .option("--name <resource>", "the name of the resource (default: the list's name)")
      .option("--claim", "destroy is to remove these entries too")
      .option("--exclusive", "the list is to hold nothing else")
      .option("--json", "print what was found and written as JSON"),
  )
    .addHelpText("after", help)
    .action(async (listId: string, given: unknown) => {
      const appListId = parseAppListId(listId);
      const options = parseOptions(optionsSchema, given);
      const appList = await see(await findSettings(options, terminal), appListId, terminal);
      const { declarable, undeclarable, notShown } = sortOut(appList.entries);

      const { printTextFile } = await import("../../files/text-file.js");
      const folder = options.output ?? `app-list-${appListId}`;
      const lists = kinds
        .filter((kind) => declarable[kind].length > 0)
        .map((kind) => ({ kind, path: join(folder, fileNames[kind]), entries: declarable[kind] }));
      const program = programText({
        language: options.language,
        resource: options.name ?? resourceNameOf(appListId, appList.name),
        appListId,
        files: byKind((kind) => {
          const path = lists.find((list) => list.kind === kind)?.path;
          return path === undefined ? undefined : pathInProgram(path);
        }),
        ...(options.account === undefined ? {} : { account: options.account }),
        claim: options.claim,
        exclusive: options.exclusive,
      });
      // The program comes last: it is of no use without the files that it reads.
      const files = [
        ...lists.map(({ path, entries }) => ({ path, content: printTextFile(entries.map((entry) => ({ entry }))) })),
        ...(options.program === undefined ? [] : [{ path: options.program, content: program }]),
      ];
      writeFiles(files, options.force);

      const pulled = {
        appListId,
        name: appList.name,
        hasAssociatedCampaigns: appList.hasAssociatedCampaigns,
        files: lists.map(({ kind, path, entries }) => ({ kind, path, entries: entries.length })),
        programFile: options.program,
        undeclarable,
        notShown,
      };
      if (options.json) terminal.write(printJson({ ...pulled, program }));
      else {
        terminal.writeMessage(explain(pulled, options));
        if (options.program === undefined) terminal.write(program);
      }
      end(notShown.length === 0 ? exitCodes.done : exitCodes.notVerified);
    });

/** A path as a program writes it: from the current folder, with slashes. */
function pathInProgram(path: string): string {
  return relative(process.cwd(), path).split(sep).join("/");
}

const help = `
In the folder of a Pulumi project: app-list pull 4321 --program index.ts
The paths in the program are from the current folder: run this where the program is. Without --program it goes to
stdout, to be looked at. Do not redirect it into a file: the shell would empty that file also where the pull fails, and
the next up of an empty program takes out of the lists what the old one had put there.

The list is looked at as app-list:observe says. The default, probe, asks the service to remove an app bundle that
cannot exist: that changes nothing, and the answer shows the list.

Exit codes: 0 done; 1 error; 3 done, but the service does not show all kinds of entries.`;
