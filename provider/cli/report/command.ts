import { Command, Option } from "commander";
import { z } from "zod";
import { quote } from "../../common/quote";
import { exitCodes, type ExitCode } from "../exit-code";
import type { MakeCommand } from "../program";
import { parseOptions } from "../settings/parse-options";
import type { Outcome } from "../../report/report";
import { writeOutput } from "./output-file";
import { formats, printReport } from "./print-report";
import { readInput } from "./read-input";

const optionsSchema = z.object({
  format: z.enum(formats).default("text"),
  output: z.string().min(1, "must be a path").exactOptional(),
  all: z.boolean().default(false),
  json: z.boolean().default(false),
});

const codeOf: Readonly<Record<Outcome, ExitCode>> = {
  nothing: exitCodes.done,
  error: exitCodes.error,
  changes: exitCodes.changes,
  notVerified: exitCodes.notVerified,
};

/** `app-list report`: says what a preview means for app lists. */
export const reportCommand: MakeCommand = (terminal, end) =>
  new Command("report")
    .description("Says what a preview of pulumi means for app lists: what is added, removed and drifted.")
    .argument("[file]", "what pulumi preview --json printed; - or nothing: what is piped in", "-")
    .addOption(new Option("--format <format>", "the form of the report").choices(formats).default("text"))
    .option("--output <file>", "write the report to a file, and not to the output")
    .option("--all", "show everything as text, however long")
    .option("--json", "the same as --format json")
    .addHelpText("after", help)
    .action(async (file: unknown, given: unknown) => {
      const { format, output, all, json } = parseOptions(optionsSchema, given);
      const [{ parsePreview }, { buildReport }, { outcomeOf }] = await Promise.all([
        import("../../report/read-preview.js"),
        import("../../report/build-report.js"),
        import("../../report/report.js"),
      ]);
      const report = buildReport(parsePreview(await readInput(z.string().parse(file), terminal)));
      const isFile = output !== undefined;
      const text = await printReport(report, json ? "json" : format, all, isFile ? undefined : terminal);
      if (isFile) {
        writeOutput(output, text);
        terminal.writeMessage(`The report is in ${quote(output)}.\n`);
      } else terminal.write(text);
      end(codeOf[outcomeOf(report)]);
    });

const help = `
Exit codes: 0 nothing to do, 2 changes or drift, 3 nothing to do but not all could be verified, 1 an error, also
when the preview itself failed. They do not depend on the format.

At a terminal:
  pulumi preview --json --refresh | app-list report

In a pipeline, where one preview makes several reports. A preview that fails exits with an error and prints its JSON
all the same; the report says why, and ends with 1, also when there is no JSON at all:
  pulumi preview --json --refresh > preview.json || true
  code=0; app-list report preview.json --format markdown --output comment.md || code=$?
  # post comment.md, then:
  [ "$code" -ne 1 ]

Keep stderr out of the file (no 2>&1). Without --refresh the lists are not looked at, and drift is not known.
--format markdown is always shorter than 60,000 characters. Its first line tells a pipeline which comment of a pull
request is its own: <!-- pulumi-app-list report: PROJECT/STACK -->`;
