import type { Report } from "../../report/report";
import { formatJson } from "../json";
import { styled, type Terminal } from "../terminal";

/** The formats of a report. */
export const reportFormats = ["text", "markdown", "html", "json"] as const;

/** A format of a report. */
export type ReportFormat = (typeof reportFormats)[number];

/**
 * Formats a report.
 *
 * @param all whether text is complete, however long.
 * @param terminal the terminal for text; undefined if the report goes to a file.
 */
export async function formatReport(
  report: Report,
  format: ReportFormat,
  all: boolean,
  terminal: Terminal | undefined,
): Promise<string> {
  switch (format) {
    case "text": {
      const { printText } = await import("../../report/text.js");
      return printText(report, {
        style: (style, text) => (terminal === undefined ? text : styled(terminal, style, text)),
        all,
        columns: terminal?.isOutputInteractive === true ? terminal.columns : undefined,
      });
    }
    case "markdown": {
      const { printMarkdown } = await import("../../report/markdown.js");
      return printMarkdown(report);
    }
    case "html": {
      const { printHtml } = await import("../../report/html/page.js");
      return printHtml(report);
    }
    case "json": {
      const { jsonReport } = await import("../../report/json.js");
      return formatJson(jsonReport(report));
    }
  }
}
