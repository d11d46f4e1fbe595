import { Command, Option } from "commander";
import * as z from "zod";
import { readPreviewText } from "./read-preview-text";
import { quote } from "../../common/quote";
import type { Outcome, Report } from "../../report/report";
import { exitCodes, type ExitCode } from "../exit-code";
import { formatJson } from "../json";
import { parseOptions } from "../options";
import type { MakeCommand } from "../program";
import { styled, type Terminal } from "../terminal";
import { writeFiles } from "../write-files";

/** The formats of a report. */
export const reportFormats = ["text", "markdown", "html", "json"] as const;

const commitPattern = /^[0-9a-f]{7,64}$/iu;

const optionsSchema = z.object({
  format: z.enum(reportFormats).default("text"),
  output: z.string().min(1, { error: "must be a path" }).optional(),
  all: z.boolean().default(false),
  json: z.boolean().default(false),
  commit: z.string().regex(commitPattern, { error: "must be the hash of a commit" }).optional(),
});

/** The variables in which pipelines name the commit that they run for. */
const commitVariables = ["GITHUB_SHA", "CI_COMMIT_SHA", "BITBUCKET_COMMIT", "BUILD_SOURCEVERSION"];

const exitCodeByOutcome: Readonly<Record<Outcome, ExitCode>> = {
  nothing: exitCodes.done,
  error: exitCodes.error,
  changes: exitCodes.changes,
  notVerified: exitCodes.notVerified,
};

/**
 * Makes `app-list report`, which reports what a preview adds to and removes from app lists.
 *
 * @param now the current time, which the report shows, and by which entries expire soon.
 */
export const makeReportCommand =
  (now: () => Date): MakeCommand =>
  (terminal, end) =>
    new Command("report")
      .description("Reports what a preview of Pulumi adds to and removes from app lists, and drift.")
      .argument("[file]", "the output of pulumi preview --json; - for the standard input", "-")
      .addOption(new Option("--format <format>", "the format of the report").choices(reportFormats).default("text"))
      .option("--output <file>", "write the report to a file (default: print it)")
      .option("--all", "print all of a text, however long")
      .option("--json", "the same as --format json")
      .option("--commit <hash>", "the commit to show (default: that of the pipeline, such as GITHUB_SHA)")
      .addHelpText("after", help)
      .action(async (file: string, given: unknown) => {
        const { format, output, all, json, commit = pipelineCommit(terminal) } = parseOptions(optionsSchema, given);
        const [{ parsePreview }, { buildReport }, { reportOutcome }] = await Promise.all([
          import("../../report/preview.js"),
          import("../../report/build-report.js"),
          import("../../report/report.js"),
        ]);
        const preview = parsePreview(await readPreviewText(file, terminal));
        const report = buildReport(preview, { now: now(), commit });
        const content = await formats[json ? "json" : format](report, all, output === undefined ? terminal : undefined);
        if (output === undefined) terminal.write(content);
        else {
          writeFiles([{ path: output, content }]);
          terminal.writeMessage(`The report is in ${quote(output)}.\n`);
        }
        end(exitCodeByOutcome[reportOutcome(report)]);
      });

/** `app-list report` by the clock of this machine. */
export const reportCommand: MakeCommand = makeReportCommand(() => new Date());

/** Formats a report. Text has colours and the width of a terminal unless it goes to a file. */
const formats: Readonly<
  Record<(typeof reportFormats)[number], (report: Report, all: boolean, terminal?: Terminal) => Promise<string>>
> = {
  text: async (report, all, terminal) =>
    (await import("../../report/text.js")).printText(report, {
      style: (style, text) => (terminal === undefined ? text : styled(terminal, style, text)),
      all,
      columns: terminal?.isOutputInteractive === true ? terminal.columns : undefined,
    }),
  markdown: async (report) => (await import("../../report/markdown.js")).printMarkdown(report),
  html: async (report) => (await import("../../report/html/page.js")).printHtml(report),
  json: async (report) => formatJson((await import("../../report/json.js")).jsonReport(report)),
};

function pipelineCommit({ environment }: Terminal): string | undefined {
  return commitVariables.map((name) => environment[name] ?? "").find((value) => commitPattern.test(value));
}

const help = `
Exit codes: 0 nothing to do; 1 an error, or a failed preview; 2 changes or drift; 3 nothing to do, but something is not
verified. They do not depend on the format.

At a terminal:
  pulumi preview --json --refresh | app-list report

In a pipeline, with several reports of one preview. A failed preview exits with an error and still prints
its JSON. Its report contains the reason and exits with 1, also if there is no JSON:
  pulumi preview --json --refresh > preview.json || true
  code=0; app-list report preview.json --format markdown --output comment.md || code=$?
  # post comment.md, then:
  [ "$code" -ne 1 ]

Keep stderr out of the file (no 2>&1). Without --refresh, the lists are not read and drift is not known.
--format markdown is always shorter than 60,000 characters. Its first line identifies the comment of a pull request:
<!-- pulumi-app-list report: PROJECT/STACK -->`;
