import { quote } from "../common/quote";

/** What is wrong with a place in a file of entries. */
export interface FileProblem {
  /** Where it is, such as "lists/apps.csv:12:3" or "lists/apps.xlsx:Sheet1!B7". */
  readonly source: string;
  /** What stands there, as it stands there. */
  readonly value?: string;
  /** The end of a sentence that starts with the value: "is an error of the spreadsheet, …". */
  readonly problem: string;
}

/** A problem on one line, as editors and pipelines read it: `lists/apps.csv:12:3: "#REF!" is an error of …`. */
export function printProblem(problem: FileProblem): string {
  return `${problem.source}: ${messageOf(problem)}`;
}

/** What a problem says, without its place. */
export function messageOf({ value, problem }: FileProblem): string {
  return value === undefined ? problem : `${quote(value)} ${problem}`;
}
