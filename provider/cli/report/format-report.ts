import type { Report } from "../../report/report";
import { formatJson } from "../json";
import { styled, type Terminal } from "../terminal";

/** The formats of a report. */
export const reportFormats = ["text", "markdown", "html", "json"] as const;

/**
 * Formats a report.
 *
 * @param all whether text is complete, however long.
 * @param terminal the terminal for text; undefined if the report goes to a file.
 */
export async function formatReport(
  report: Report,
  format: (typeof reportFormats)[number],
  all: boolean,
  terminal: Terminal | undefined,
): Promise<string> {
  switch (format) {
    case "text":
      return (await import("../../report/text.js")).printText(report, {
        style: (style, text) => (terminal === undefined ? text : styled(terminal, style, text)),
        all,
        columns: terminal?.isOutputInteractive === true ? terminal.columns : undefined,
      });
    case "markdown":
      return (await import("../../report/markdown.js")).printMarkdown(report);
    case "html":
      return (await import("../../report/html/page.js")).printHtml(report);
    case "json":
      return formatJson((await import("../../report/json.js")).jsonReport(report));
  }
}
