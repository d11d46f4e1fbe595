import { buffer } from "node:stream/consumers";
import * as z from "zod";
import { quote } from "../../common/quote";
import { decodeText, readBytes } from "../../files/read-list-file";
import { parseLimit } from "../../list/limits";
import { buildReport } from "../../report/build-report";
import { readApprovals } from "../../resource/approval";
import { withDelivery } from "../../report/delivery";
import { printHtml } from "../../report/html/page";
import { findApprovalsFile } from "../../report/approvals-file";
import { printMarkdown } from "../../report/markdown";
import { failedPreview, parsePreview, PreviewUnreadableError } from "../../report/preview";
import { reportOutcome } from "../../report/report";
import { jsonReport, printVerdict } from "../../report/summary";
import { printText } from "../../report/text";
import { argument, defineCommand, flag, option, OptionsError, text } from "../command";
import { formatJson } from "../json";
import { readDelivery } from "../read-delivery";
import { styled, type Style, type Terminal } from "../terminal";
import { writeFile } from "../write-file";
import { bounds } from "../bounds";

const format = z.enum(["text", "markdown", "html", "json"], { error: "must be text, markdown, html or json" });

const commit = z.string().regex(/^[0-9a-f]{7,64}$/iu, { error: "must be the hash of a commit" });

const columnNames = z
  .string()
  .transform((names) => names.split(","))
  .pipe(z.tuple([text, text], { error: "must be two names with a comma between them" }));

const shareLimit = z.string().transform((value, context) => {
  const limit = parseLimit(value);
  if (limit?.unit === "percent") return limit;
  context.addIssue('must be a percentage such as "20%"');
  return z.NEVER;
});

export const reportCommand = defineCommand({
  name: "report",
  description: "Reports what a preview of Pulumi adds to and removes from app lists, and drift.",
  examples: `
pulumi preview --json --refresh --show-sames | app-list report
app-list report preview.json --format markdown --output comment.md`,
  options: {
    file: argument("[file]", "the output of pulumi preview --json (default: -, the standard input)", text.default("-")),
    format: option("--format <format>", "the format: text (default), markdown, html or json", format),
    output: option("--output <file>", "write the report to a file (default: print it)", text),
    stderr: option("--stderr <file>", "what the preview printed to stderr: the reason if it printed no JSON", text),
    driftOnly: flag("--drift-only", "report drift alone, and not the changes of the program"),
    delivery: option("--delivery <file>", "a report of the ad platform (CSV), to show the effect on delivery", text),
    deliveryColumns: option("--delivery-columns <names>", "its columns, as ENTRY,IMPRESSIONS", columnNames),
    maxDelivery: option("--max-delivery <share>", "the most that one list may add or remove, such as 20%", shareLimit),
    all: flag("--all", "print the whole text, not only 400 lines"),
    json: flag("--json", "the same as --format json"),
    commit: option("--commit <hash>", "the commit to show (default: GITHUB_SHA or CI_COMMIT_SHA)", commit),
  },
  help: `
In a pipeline, continue after a failed preview: the report explains the failure and exits with 1.
  APP_LIST_OVER_LIMIT=report \\
    pulumi preview --json --refresh --show-sames \\
    > preview.json 2> stderr.txt || true
  code=0
  app-list report preview.json --stderr stderr.txt \\
    --format markdown --output comment.md || code=$?

With APP_LIST_OVER_LIMIT=report, a change over the limit does not make the preview fail. The report shows all of it.

--delivery adds the shares of the impressions (or of the spend) that the added and removed entries have in a report of the
ad platform. The report may be filtered or cut:
  app-list report preview.json --delivery last-30-days.csv --max-delivery 20%

Keep stderr out of the file (no 2>&1). Without --refresh, the lists are not read and drift is not known.
--format markdown is always shorter than 60,000 characters. Its first line identifies the comment of a pull request:
  <!-- pulumi-app-list report: PROJECT/STACK -->`,
  run: async ({ file, stderr, format = "text", output, driftOnly, all, json, commit: given, ...more }, terminal) => {
    const { delivery, deliveryColumns, maxDelivery } = more;
    if (delivery === undefined && (deliveryColumns !== undefined || maxDelivery !== undefined))
      throw new OptionsError(["--max-delivery and --delivery-columns need --delivery FILE"]);
    const input = await readPreviewText(file, terminal);
    const reason = stderr === undefined ? "" : (await readPreviewText(stderr, terminal)).trim();
    const parsed = input.trim() === "" && reason !== "" ? failedPreview(reason) : parsePreview(input);
    const { GITHUB_SHA, CI_COMMIT_SHA, APP_LIST_BASE_URL } = terminal.environment;
    // The preview shows no environment. In a pipeline, the report has the same one.
    const config = { "app-list:baseUrl": APP_LIST_BASE_URL ?? "", ...parsed.config };
    const shown = given ?? [GITHUB_SHA, CI_COMMIT_SHA].find((value) => commit.safeParse(value).success);
    const approved = readApprovals(terminal.environment);
    const preview = { ...parsed, config };
    const built = buildReport(preview, terminal.now(), { commit: shown, approved, isDriftOnly: driftOnly });
    const report =
      delivery === undefined
        ? built
        : withDelivery(built, readDelivery(delivery, deliveryColumns, maxDelivery !== undefined), maxDelivery);
    const isPrinted = output === undefined;
    const style = (style: Style, text: string): string => (isPrinted ? styled(terminal, style, text) : text);
    const formats = {
      text: () => printText(report, { style, all }),
      markdown: () => printMarkdown(report, findApprovalsFile(process.cwd(), terminal.environment)),
      html: () => printHtml(report),
      json: () => formatJson(jsonReport(report)),
    };
    const content = formats[json ? "json" : format]();
    if (isPrinted) terminal.write(content);
    else writeFile(output, content);
    const messages = isPrinted ? [] : [printVerdict(report), `The report is in ${quote(output)}.`];
    const outcome = reportOutcome(report);
    return { outcome: outcome === "overLimit" ? "error" : outcome === "nothing" ? "done" : outcome, messages };
  },
});

/**
 * Reads a preview as text, in UTF-8 or in the UTF-16 with a byte order mark that PowerShell writes.
 *
 * @param file a path, or "-" for the standard input.
 * @throws {PreviewUnreadableError} if there is no input.
 * @throws {FileUnreadableError} if it cannot be read, or a file is too large.
 */
async function readPreviewText(file: string, terminal: Terminal): Promise<string> {
  if (file === "-" && terminal.isInputInteractive) {
    throw new PreviewUnreadableError(
      "There is no preview: no file is named, and nothing is piped in",
      "Run: pulumi preview --json --refresh --show-sames | npx --no-install app-list report",
    );
  }
  return decodeText(file, file === "-" ? await buffer(terminal.input) : readBytes(file, bounds.previewMebibytes));
}
