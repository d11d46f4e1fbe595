import * as z from "zod";
import type { ReadFile } from "./check-files";
import { formatValidation } from "./format-validation";
import { printable } from "../../common/printable";
import { formatDay } from "../../list/expiry";
import { defineCommand } from "../define-command";
import { exitCodes } from "../exit-code";
import { flag, kindOption } from "../options";
import type { MakeCommand } from "../program";

const options = z.object({
  kind: kindOption("the kind of entries without a column"),
  warningsAsErrors: flag("exit with 1 if there are warnings, too"),
  json: flag("print the result as JSON"),
});

const help = `
The kind of an entry is that of its column (app_bundle, placement_id, website), else --kind. Without both, it is guessed
if all entries of a file look alike. Files: .txt (or no extension), .csv, .tsv and .xlsx. Patterns: *, **, ?, {a,b}.`;

/**
 * Makes `app-list validate`, which checks list files without a request.
 *
 * @param now the current time, for expired entries.
 */
export function makeValidateCommand(now: () => Date): MakeCommand {
  return defineCommand({
    name: "validate",
    description: "Checks list files as pulumi up does, and warns about likely mistakes.",
    arguments: [["<files...>", "files and patterns of files"]],
    options,
    help,
    exitCodes: { done: "no errors", error: "errors, or warnings with --warnings-as-errors" },
    run: async ({ options: { kind, warningsAsErrors }, args, terminal, output }) => {
      const { checkFiles } = await import("./check-files.js");
      const validation = checkFiles(await readFiles(args), kind, formatDay(now()));
      output(validation, () => terminal.write(formatValidation(validation, terminal)));
      const { errors, warnings } = validation;
      const failed = errors.length > 0 || (warningsAsErrors && warnings.length > 0);
      return failed ? exitCodes.error : exitCodes.done;
    },
  });
}

/** `app-list validate` by the clock of this machine. */
export const validateCommand: MakeCommand = makeValidateCommand(() => new Date());

/** Reads files. An unreadable file becomes an error in the result, so that all files are checked. */
async function readFiles(patterns: readonly string[]): Promise<readonly ReadFile[]> {
  const [{ FileUnreadableError }, { findFiles }, { readListFile }] = await Promise.all([
    import("../../files/errors.js"),
    import("../../files/find-files.js"),
    import("../../files/read-list-file.js"),
  ]);
  return findFiles(patterns).map((file) => {
    const path = printable(file);
    try {
      return { path, content: readListFile(file) };
    } catch (error) {
      if (!(error instanceof FileUnreadableError)) throw error;
      const problem = { source: path, value: file, problem: error.problem };
      return { path, content: { entries: [], problems: [problem], warnings: [], unread: [] } };
    }
  });
}
