import { AppListError } from "../common/error";
import { formatCount } from "../common/format";
import { quote } from "../common/quote";

export interface FileProblem {
  /** The place, such as "lists/apps.csv:12" or "lists/apps.xlsx:Sheet1!B7". */
  readonly source: string;
  /** The text at this place, as it is in the file. */
  readonly value?: string;
  /** The end of a sentence that starts with the value: "is a spreadsheet error, …". */
  readonly problem: string;
}

/**
 * `error`: the file, or a row of it, cannot be read. `warning`: content is not read although a person may expect it, so
 * every preview warns about it. `info`: content is ignored, such as a column with another name.
 */
export const severities = ["error", "warning", "info"] as const;

export interface FileFinding extends FileProblem {
  readonly severity: (typeof severities)[number];
}

/** A problem on one line, as editors and pipelines expect it: `lists/apps.csv:12: "#REF!" is a spreadsheet error …`. */
export function printProblem(problem: FileProblem): string {
  return `${problem.source}: ${problemMessage(problem)}`;
}

/** A problem without its place. */
export function problemMessage({ value, problem }: FileProblem): string {
  return value === undefined ? problem : `${quote(value)} ${problem}`;
}

export class FileUnreadableError extends AppListError {
  readonly code = "FILE_UNREADABLE";
  readonly path: string;
  /** The end of a sentence that starts with the file. */
  readonly problem: string;

  constructor(path: string, problem: string, options?: ErrorOptions) {
    super(`The list file ${quote(path)} ${problem}.`, options);
    this.path = path;
    this.problem = problem;
  }
}

/** A misspelt name must not make a list empty. */
export class FilesNotFoundError extends AppListError {
  readonly code = "FILES_NOT_FOUND";
  readonly pattern: string;
  readonly folder: string;

  constructor(pattern: string, folder: string) {
    super(
      `No list file matches ${quote(pattern)} in the folder ${quote(folder)}. Check the path, or the ` +
        "pattern (*, **, ?, {a,b}).",
    );
    this.pattern = pattern;
    this.folder = folder;
  }
}

/** List files were read, and some of their content is not clear. */
export class ListFilesError extends AppListError {
  readonly code = "LIST_FILES_INVALID";
  readonly problems: readonly FileProblem[];

  constructor(problems: readonly FileProblem[]) {
    super(
      `The list files have ${problems.length === 1 ? "a problem" : `${formatCount(problems.length)} problems`}. ` +
        `Fix the files and retry:${printProblems(problems)}`,
    );
    this.problems = problems;
  }
}

/** @throws {ListFilesError} if there are problems. */
export function throwProblems(problems: readonly FileProblem[]): void {
  if (problems.length > 0) throw new ListFilesError(problems);
}

/** @throws {ListFilesError} if files have errors. */
export function throwErrors(findings: readonly FileFinding[]): void {
  throwProblems(findings.flatMap(({ severity, ...problem }) => (severity === "error" ? [problem] : [])));
}

/** List files have lines that would be removed, because their entries are not in the list. */
export class LinesNotInListError extends AppListError {
  readonly code = "LINES_NOT_IN_LIST";
  readonly lines: readonly FileProblem[];

  constructor(lines: readonly FileProblem[]) {
    super(
      "No file was written, and no list was changed, because existing files have entries that are not in the list. To " +
        `remove these lines from the files, and keep all others with their notes, add --force:${printProblems(lines)}`,
    );
    this.lines = lines;
  }
}

/** The message contains up to this many problems; the error's data has all of them. */
const mostShown = 20;

function printProblems(problems: readonly FileProblem[]): string {
  const shown = problems.slice(0, mostShown).map((problem) => `\n  ${printProblem(problem)}`);
  const more = problems.length - shown.length;
  return shown.join("") + (more > 0 ? `\n  and ${formatCount(more)} more` : "");
}
