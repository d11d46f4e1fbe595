import { existsSync, readFileSync } from "node:fs";
import { plural } from "../../common/format";
import { oneLine, quote, quoteList } from "../../common/quote";
import { FileUnreadableError } from "../../files/errors";
import { readBytes } from "../../files/read-list-file";
import { bounds } from "../bounds";
import { argument, defineCommand, flag, option, text } from "../command";
import { FileNotWrittenError, writeFile } from "../write-file";

export const convertCommand = defineCommand({
  name: "convert",
  description: "Prints a sheet of an Excel workbook (.xlsx) as CSV. Sends nothing.",
  examples: "app-list convert blocked.xlsx --output blocked.csv\napp-list convert blocked.xlsx --sheet May",
  options: {
    file: argument("<file>", "an .xlsx file of at most 8 MiB", text),
    sheet: option("--sheet <name>", "the name of the sheet (default: the first one)", text),
    output: option("--output <file>", "write the rows to a file, once all are read (default: print them)", text),
    force: flag("--force", "overwrite an existing file that has another content"),
  },
  help: `
Compare the result with the workbook: a cell with an error, such as #REF!, and a formula without a stored value are printed
as empty cells. Hidden sheets, rows and columns are printed like others. Of merged cells, only the first has the value.
Dates are printed as 2027-01-31. Numbers are printed without their format, such as leading zeros. With more than 15 digits,
they are rounded by Excel and have an exponent: validate rejects them.`,
  run: async ({ file, sheet: name, output, force }) => {
    const sheets = await readWorkbook(file);
    const names = sheets.map(({ sheet }) => sheet);
    const { sheet = "", data = [] } = sheets.find(({ sheet }) => sheet === (name ?? names[0])) ?? {};
    if (data.length === 0)
      throw new FileUnreadableError(
        file,
        `has no rows in the sheet ${quote(name ?? sheet)}: choose one of ${quoteList(names)} with --sheet`,
      );
    if (data.length > bounds.workbookRows)
      throw new FileUnreadableError(file, `has more than ${plural(bounds.workbookRows, "row")} in ${quote(sheet)}`);
    const others = quoteList(names.filter((each) => each !== sheet));
    const notPrinted = others === "" ? "" : ` Not printed: ${others}.`;
    const messages = [`${plural(data.length, "row")} of the sheet ${quote(sheet)}.${notPrinted}`];
    const lines = data.map((row) => row.map(formatCell).join(","));
    if (output === undefined) return { outcome: "done", lines, messages };
    const content = `${lines.join("\n")}\n`;
    if (!force && existsSync(output) && readFileSync(output, "utf8") !== content)
      throw new FileNotWrittenError(output, "it exists and has another content, which --force overwrites");
    writeFile(output, content);
    return { outcome: "done", messages };
  },
});

/** @throws {FileUnreadableError} if the file is not a workbook or is too large. */
async function readWorkbook(path: string) {
  const bytes = readBytes(path, bounds.workbookMebibytes);
  const { default: read } = await import("read-excel-file/node");
  return read(bytes).catch((cause: unknown) => {
    const reason = oneLine(cause instanceof Error ? cause.message : String(cause), bounds.errorCharacters);
    throw new FileUnreadableError(path, `cannot be read as an .xlsx file without a password: ${reason}`, { cause });
  });
}

function formatCell(value: unknown): string {
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (typeof value === "number" && value > largestExact) return value.toExponential().toUpperCase();
  if (typeof value !== "string") return typeof value === "number" || typeof value === "boolean" ? `${value}` : "";
  const text = oneLine(value, Infinity);
  return /[",;]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Excel keeps 15 digits of a number. */
const largestExact = 999_999_999_999_999;
