import { printFinding, severityOf, type Finding } from "../check/finding";
import { AppListError } from "../common/error";
import { formatCount } from "../common/format";
import { listFirst, quote } from "../common/quote";
import type { Cell } from "./cell";

export const unknownKind =
  "has no known kind: list it in a .csv file, in a column called app_bundle, placement_id or website";

/** The problem of a cell or a line. */
export function errorAt({ source, text }: Cell, problem: string): Finding {
  return { source, value: text, problem };
}

export class FileUnreadableError extends AppListError {
  readonly code = "FILE_UNREADABLE";
  readonly path: string;
  /** The end of a sentence that starts with the file. */
  readonly problem: string;

  constructor(path: string, problem: string, options?: { readonly cause?: unknown }) {
    super(`The file ${quote(path)} ${problem}. No list was changed for it.`, options);
    this.path = path;
    this.problem = problem;
  }
}

/** List files were read, and some of their content is not clear. */
export class ListFilesError extends AppListError {
  readonly code = "LIST_FILES_INVALID";
  readonly problems: readonly Finding[];

  constructor(problems: readonly Finding[]) {
    super(
      `The list files have ${problems.length === 1 ? "a problem" : `${formatCount(problems.length)} problems`}. ` +
        "No list was changed for them. Fix the files and retry:\n  " +
        listFirst(problems, (problem) => printFinding(problem), mostShown, "\n  "),
    );
    this.problems = problems;
  }
}

/** Receives a warning about a file. */
export type Warn = (line: string) => void;

/**
 * Passes warnings to `warn`.
 *
 * @throws {ListFilesError} if there are problems that are errors.
 */
export function throwErrors(problems: readonly Finding[], warn?: Warn): void {
  const { error, warning = [] } = Object.groupBy(problems, severityOf);
  if (error !== undefined) throw new ListFilesError(error);
  for (const problem of warning) warn?.(printFinding(problem));
}

/** The most problems in a message. The error's data has all of them. */
const mostShown = 20;
