import type { Cell } from "./cell";
import type { FileProblem } from "./file-problem";

/** A cell that is read holds an error of the spreadsheet. */
export function errorProblem({ text, source }: Cell): FileProblem {
  return {
    source,
    value: text,
    problem: "is an error of the spreadsheet: mend the formula, or write the value itself",
  };
}

/** An entry that the spreadsheet took for something else, so that it may not be what was typed. */
export function entryProblem({ text, source, content }: Cell): readonly FileProblem[] {
  if (content === "date") {
    return [
      { source, value: text, problem: "is a date to the spreadsheet: format the column as text, and write it again" },
    ];
  }
  if (content === "roundedNumber") {
    const problem =
      "is a number of more than 15 digits, of which spreadsheets lose the last ones: format the column as text, and " +
      "write it again";
    return [{ source, value: text, problem }];
  }
  return [];
}

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
