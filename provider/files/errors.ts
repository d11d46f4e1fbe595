import { quote } from "../common/quote";
import { AppListError } from "../common/error";
import { formatCount } from "../common/format";
import { printProblem, type FileProblem } from "./file-problem";

/** A file of entries cannot be read at all. */
export class FileUnreadableError extends AppListError {
  readonly code = "FILE_UNREADABLE";
  readonly path: string;
  /** What is wrong with the file, as the end of a sentence that starts with it. */
  readonly problem: string;

  constructor(path: string, problem: string, options?: ErrorOptions) {
    super(`The file of entries ${quote(path)} ${problem}. Nothing was changed.`, options);
    this.path = path;
    this.problem = problem;
  }
}

/** No file has a given name, or none matches a given pattern: a list must not become empty by a misspelt name. */
export class FilesNotFoundError extends AppListError {
  readonly code = "FILES_NOT_FOUND";
  readonly pattern: string;
  readonly folder: string;

  constructor(pattern: string, folder: string) {
    super(
      `There is no file of entries ${quote(pattern)}, as seen from the folder ${quote(folder)}. Nothing was changed. ` +
        "Check the name, or the pattern (*, **, ?, {a,b}).",
    );
    this.pattern = pattern;
    this.folder = folder;
  }
}

/** A pattern matches, or names, so many files that it is hardly meant. */
export class TooManyFilesError extends AppListError {
  readonly code = "TOO_MANY_FILES";
  readonly pattern: string;

  constructor(pattern: string, most: number) {
    super(
      `${quote(pattern)} stands for more than ${formatCount(most)} files of entries. Nothing was changed. Name the files ` +
        "more narrowly.",
    );
    this.pattern = pattern;
  }
}

/** Up to this many problems stand in an error's message; its data has all of them. */
const mostShown = 20;

/** Files of entries were read, and something in them cannot be understood. */
export class ListFilesError extends AppListError {
  readonly code = "LIST_FILES_INVALID";
  /** All problems of all files. */
  readonly problems: readonly FileProblem[];

  constructor(problems: readonly FileProblem[]) {
    const shown = problems.slice(0, mostShown).map((problem) => `\n  ${printProblem(problem)}`);
    const more = problems.length - shown.length;
    super(
      `The files of entries have ${problems.length === 1 ? "a problem" : `${formatCount(problems.length)} problems`}. ` +
        `Nothing was changed. Mend the files and try again:${shown.join("")}` +
        (more > 0 ? `\n  and ${formatCount(more)} more` : ""),
    );
    this.problems = problems;
  }
}

/** Entries that cannot be told apart from notes and blanks in a text file. */
export class EntriesNotWritableError extends AppListError {
  readonly code = "ENTRIES_NOT_WRITABLE";
  readonly entries: readonly string[];

  constructor(entries: readonly string[]) {
    super(
      `${entries.length === 1 ? "An entry" : `${formatCount(entries.length)} entries`} cannot stand in a text file, ` +
        `where # begins a note and a blank ends an entry: ${quote(entries[0] ?? "")}${entries.length > 1 ? ", …" : ""}. ` +
        "Nothing was written. Put them into a .csv or .xlsx file, or into the program.",
    );
    this.entries = entries;
  }
}
