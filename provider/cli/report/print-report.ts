import type { Report } from "../../report/report";
import { printJson } from "../print-json";
import { styled, type Terminal } from "../terminal";

/** The forms in which a report can be written. */
export const formats = ["text", "markdown", "html", "json"] as const;

/** A form in which a report can be written. */
export type Format = (typeof formats)[number];

/**
 * Writes a report in a form.
 *
 * @param all whether a text shows everything, however long.
 * @param terminal the terminal on which a text is shown; undefined where it goes to a file.
 */
export async function printReport(
  report: Report,
  format: Format,
  all: boolean,
  terminal: Terminal | undefined,
): Promise<string> {
  switch (format) {
    case "text": {
      const { printText } = await import("../../report/text/text.js");
      const columns = terminal?.isOutputInteractive === true ? { columns: terminal.columns } : {};
      return printText(report, {
        style: (style, text) => (terminal === undefined ? text : styled(terminal, style, text)),
        all,
        ...columns,
      });
    }
    case "markdown": {
      const { printMarkdown } = await import("../../report/markdown/markdown.js");
      return printMarkdown(report);
    }
    case "html": {
      const { printHtml } = await import("../../report/html/html.js");
      return printHtml(report);
    }
    case "json": {
      const { jsonReport } = await import("../../report/json.js");
      return printJson(jsonReport(report));
    }
  }
}
