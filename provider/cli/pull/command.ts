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
  force: z.boolean().default(false),
  language: z.enum(["typescript", "javascript"], { error: "must be typescript or javascript" }).default("typescript"),
  name: z.string().min(1, { error: "must be the name of a resource" }).exactOptional(),
  claim: z.boolean().default(false),
  exclusive: z.boolean().default(false),
  json: z.boolean().default(false),
});

/** `app-list pull`: writes an existing list to files and prints the program that manages it. */
export const pullCommand: MakeCommand = (terminal, end) =>
  withSettingsOptions(
    new Command("pull")
      .description("Writes an existing list to files, and prints the program that manages it. The list stays as it is.")
      .argument("<list-id>", "the id of the list")
      .option("--output <folder>", "the folder for the files (default: app-list-<list-id>)")
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

      const { printTextFile } = await import("../../files/write-text-file.js");
      const folder = options.output ?? `app-list-${appListId}`;
      const kindsWithEntries = kinds.filter((kind) => declarable[kind].length > 0);
      const files = kindsWithEntries.map((kind) => ({
        name: fileNames[kind],
        content: printTextFile(declarable[kind].map((entry) => ({ entry }))),
      }));
      writeFiles(folder, files, options.force);

      const program = programText({
        language: options.language,
        resource: options.name ?? resourceNameOf(appListId, appList.name),
        appListId,
        files: byKind((kind) =>
          kindsWithEntries.includes(kind) ? pathInProgram(join(folder, fileNames[kind])) : undefined,
        ),
        ...(options.account === undefined ? {} : { account: options.account }),
        claim: options.claim,
        exclusive: options.exclusive,
      });
      const written = kindsWithEntries.map((kind) => ({
        kind,
        path: join(folder, fileNames[kind]),
        entries: declarable[kind].length,
      }));
      const { name, hasAssociatedCampaigns } = appList;
      const pulled = { appListId, name, hasAssociatedCampaigns, files: written, undeclarable, notShown };
      if (options.json) terminal.write(printJson({ ...pulled, program }));
      else {
        terminal.writeMessage(explain(pulled, options));
        terminal.write(program);
      }
      end(notShown.length === 0 ? exitCodes.done : exitCodes.notVerified);
    });

/** A path as a program writes it: from the current folder, with slashes. */
function pathInProgram(path: string): string {
  return relative(process.cwd(), path).split(sep).join("/");
}

const help = `
The program goes to stdout, everything else to stderr: app-list pull 4321 > index.ts
The paths in it are from the current folder: run this where the program is.

The list is looked at as app-list:observe says. The default, probe, asks the service to remove an app bundle that
cannot exist: that changes nothing, and the answer shows the list.

Exit codes: 0 done; 1 error; 3 done, but the service does not show all kinds of entries.`;
