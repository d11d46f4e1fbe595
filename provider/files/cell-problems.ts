import type { Cell, CellContent } from "./cell";
import type { FileProblem } from "./file-problem";

/** What is wrong with a cell that is read, whatever its column. */
export function cellProblems({ text, source, content, isMergedDown }: Cell): readonly FileProblem[] {
  if (content === "unknown") {
    const problem =
      "holds an error of the spreadsheet, or a formula that was never worked out: open the file in a spreadsheet program " +
      "and save it, or write the value itself";
    return [{ source, problem }];
  }
  if (content === "error") {
    const problem = "is an error of the spreadsheet: mend the formula, or write the value itself";
    return [{ source, value: text, problem }];
  }
  if (isMergedDown === true) {
    const problem = "is merged over several rows, of which only the first has it: unmerge the cells, and fill each";
    return [{ source, value: text, problem }];
  }
  return [];
}

/** An entry that the spreadsheet took for something else, so that it may not be what was typed. */
export function entryProblems({ text, source, content }: Cell): readonly FileProblem[] {
  const takenFor = content === undefined ? undefined : notTyped.get(content);
  if (takenFor === undefined) return [];
  return [{ source, value: text, problem: `${takenFor}: format the column as text, and write it again` }];
}

const notTyped: ReadonlyMap<CellContent, string> = new Map([
  ["date", "is a date to the spreadsheet"],
  ["truthValue", "is a truth value to the spreadsheet"],
  ["roundedNumber", "is a number of more than 15 digits, of which spreadsheets lose the last ones"],
  ["quantity", "is no entry, but a number that is 0, negative or no whole one"],
  ["maskedNumber", "is a number that is shown with other digits"],
]);

/** A text stands where no column is. */
export function strayProblem({ text, source }: Cell, isWithoutHeader: boolean): FileProblem {
  const problem = isWithoutHeader
    ? "is one column too many: without a header, a line has an entry, a note and its last day. A text that contains " +
      "the delimiter must stand in quotes"
    : "stands in a column without a name: name it in the header. A text that contains the delimiter must stand in quotes";
  return { source, value: text, problem };
}

/** A row ends an entry that it does not have. */
export function lonelyExpiryProblem({ text, source }: Cell): FileProblem {
  return { source, value: text, problem: "is the last day of no entry: its row has none" };
}
