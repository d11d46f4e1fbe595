import { quote } from "../common/quote";

export interface FileProblem {
  /** The place, such as "lists/apps.csv:12" or "lists/apps.xlsx:Sheet1!B7". */
  readonly source: string;
  /** The text at this place, as it is in the file. */
  readonly value?: string;
  /** The end of a sentence that starts with the value: "is a spreadsheet error, …". */
  readonly problem: string;
}

/** A problem on one line, as editors and pipelines expect it: `lists/apps.csv:12: "#REF!" is a spreadsheet error …`. */
export function printProblem(problem: FileProblem): string {
  return `${problem.source}: ${problemMessage(problem)}`;
}

/** A problem without its place. */
export function problemMessage({ value, problem }: FileProblem): string {
  return value === undefined ? problem : `${quote(value)} ${problem}`;
}
