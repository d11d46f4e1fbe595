import { Command } from "commander";
import { z } from "zod";
import { formatDay } from "../../list/expiry";
import type { Kind } from "../../list/kinds";
import { exitCodes, type ExitCode } from "../exit-code";
import { formatJson } from "../json";
import type { MakeCommand } from "../program";
import { parseOptions } from "../options";
import { printValidation } from "./print-validation";
import type { Validation } from "./validation";

/** The kinds as the option names them. */
const kindOfName = {
  "app-bundles": "appBundles",
  "placement-ids": "placementIds",
  websites: "websites",
} as const satisfies Record<string, Kind>;

const optionsSchema = z.object({
  kind: z
    .enum(["app-bundles", "placement-ids", "websites"], { error: "must be app-bundles, placement-ids or websites" })
    .transform((name) => kindOfName[name])
    .exactOptional(),
  warningsAsErrors: z.boolean().default(false),
  json: z.boolean().default(false),
});

const help = `
An entry's kind is that of its column (app_bundle, placement_id, website), else that of --kind, else guessed where all
entries of a file look alike. Files: .txt (or no extension), .csv, .tsv and .xlsx; patterns: *, **, ?, {a,b}.

Exit codes: 0 no errors, 1 errors (with --warnings-as-errors: warnings, too).`;

/**
 * Makes `app-list validate`, which checks files of entries without asking anybody.
 *
 * @param now the clock: it says which entries have expired.
 */
export function makeValidateCommand(now: () => Date): MakeCommand {
  return (terminal, end) =>
    new Command("validate")
      .description("Checks files of entries as a pulumi up would, and warns of what is hardly meant.")
      .argument("<files...>", "files and patterns of files")
      .option("--kind <kind>", "the kind of entries without a column: app-bundles, placement-ids or websites")
      .option("--warnings-as-errors", "end with 1 where there are warnings, too")
      .option("--json", "print all that was found as JSON")
      .addHelpText("after", help)
      .action(async (patterns: string[], given: unknown) => {
        const options = parseOptions(optionsSchema, given);
        const [{ readFiles }, { checkFiles }] = await Promise.all([
          import("./read-files.js"),
          import("./check-files.js"),
        ]);
        const validation = checkFiles(readFiles(patterns), options.kind, formatDay(now()));
        terminal.write(options.json ? formatJson(validation) : printValidation(validation, terminal));
        end(codeOf(validation, options.warningsAsErrors));
      });
}

/** `app-list validate` by the clock of this machine. */
export const validateCommand: MakeCommand = makeValidateCommand(() => new Date());

function codeOf({ errors, warnings }: Validation, areWarningsErrors: boolean): ExitCode {
  return errors.length > 0 || (areWarningsErrors && warnings.length > 0) ? exitCodes.error : exitCodes.done;
}
