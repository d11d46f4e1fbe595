import * as z from "zod";
import { formatValidation } from "./format-validation";
import { defineCommand } from "../define-command";
import { exitCodes } from "../exit-code";
import { readFiles } from "../file-lines";
import { flag, kindOption } from "../options";

const options = z.object({
  kind: kindOption("the kind of entries without a column"),
  warningsAsErrors: flag("exit with 1 if there are warnings, too"),
  json: flag("print the result as JSON"),
});

const help = `
The kind of an entry is that of its column (app_bundle, placement_id, website), else --kind. Without both, it is guessed
if all entries of a file look alike. Files: .txt (or no extension), .csv, .tsv and .xlsx. Patterns: *, **, ?, {a,b}.`;

/** `app-list validate`: checks list files without a request. */
export const validateCommand = defineCommand({
  name: "validate",
  description: "Checks list files as pulumi up does, and warns about likely mistakes.",
  arguments: [["<files...>", "files and patterns of files"]],
  options,
  help,
  exitCodes: { done: "no errors", error: "errors, or warnings with --warnings-as-errors" },
  run: async ({ options: { kind, warningsAsErrors }, args, terminal, output }) => {
    const { checkFiles } = await import("./check-files.js");
    const validation = checkFiles(await readFiles(args), kind, terminal.today());
    output(validation, () => terminal.write(formatValidation(validation, terminal)));
    const { errors, warnings } = validation;
    const failed = errors.length > 0 || (warningsAsErrors && warnings.length > 0);
    return failed ? exitCodes.error : exitCodes.done;
  },
});
