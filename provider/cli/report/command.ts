import * as z from "zod";
import { readPreviewText } from "./read-preview-text";
import { quote } from "../../common/quote";
import type { Outcome, Report } from "../../report/report";
import { defineCommand } from "../define-command";
import { exitCodes, type ExitCode } from "../exit-code";
import { formatJson } from "../json";
import { choice, flag, option, text } from "../options";
import type { MakeCommand } from "../program";
import { styled, type Terminal } from "../terminal";
import { writeFiles } from "../write-files";

/** The formats of a report. */
export const reportFormats = ["text", "markdown", "html", "json"] as const;

const commitPattern = /^[0-9a-f]{7,64}$/iu;

const options = z.object({
  format: option("<format>", "the format: text (default), markdown, html or json", choice(reportFormats)),
  output: option("<file>", "write the report to a file (default: print it)", text),
  all: flag("print all of a text, however long"),
  json: flag("the same as --format json"),
  commit: option(
    "<hash>",
    "the commit to show (default: that of the pipeline, such as GITHUB_SHA)",
    z.string().regex(commitPattern, { error: "must be the hash of a commit" }),
  ),
});

/** The variables in which pipelines name the commit that they run for. */
const commitVariables = ["GITHUB_SHA", "CI_COMMIT_SHA", "BITBUCKET_COMMIT", "BUILD_SOURCEVERSION"];

const exitCodeByOutcome: Readonly<Record<Outcome, ExitCode>> = { ...exitCodes, nothing: exitCodes.done };

const help = `
At a terminal:
  pulumi preview --json --refresh | app-list report

In a pipeline, with several reports of one preview. A failed preview exits with an error and still prints
its JSON. Its report contains the reason and exits with 1, also if there is no JSON:
  pulumi preview --json --refresh > preview.json || true
  code=0; app-list report preview.json --format markdown --output comment.md || code=$?
  # post comment.md, then:
  [ "$code" -ne 1 ]

Keep stderr out of the file (no 2>&1). Without --refresh, the lists are not read and drift is not known.
The exit codes do not depend on the format.
--format markdown is always shorter than 60,000 characters. Its first line identifies the comment of a pull request:
<!-- pulumi-app-list report: PROJECT/STACK -->`;

/**
 * Makes `app-list report`, which reports what a preview adds to and removes from app lists.
 *
 * @param now the current time, which the report shows, and by which entries expire soon.
 */
export const makeReportCommand = (now: () => Date): MakeCommand =>
  defineCommand({
    name: "report",
    description: "Reports what a preview of Pulumi adds to and removes from app lists, and drift.",
    arguments: [["[file]", "the output of pulumi preview --json (default: -, the standard input)"]],
    options,
    help,
    exitCodes: {
      done: "nothing to do",
      error: "an error, or a failed preview",
      changes: "changes or drift",
      notVerified: "nothing to do, but something is not verified",
    },
    run: async ({ options: { format = "text", output, all, json, commit }, args: [file = "-"], terminal }) => {
      const [{ parsePreview }, { buildReport }, { reportOutcome }] = await Promise.all([
        import("../../report/preview.js"),
        import("../../report/build-report.js"),
        import("../../report/report.js"),
      ]);
      const preview = parsePreview(await readPreviewText(file, terminal));
      const report = buildReport(preview, { now: now(), commit: commit ?? pipelineCommit(terminal) });
      const content = await formats[json ? "json" : format](report, all, output === undefined ? terminal : undefined);
      if (output === undefined) terminal.write(content);
      else {
        writeFiles([{ path: output, content }]);
        terminal.writeMessage(`The report is in ${quote(output)}.\n`);
      }
      return exitCodeByOutcome[reportOutcome(report)];
    },
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
