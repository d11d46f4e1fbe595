import type { ListedEntry } from "../list/listed-entries";
import type { FileProblem } from "./file-problem";

/** What a file of entries was read as. Entries are not checked here: that is done where they are declared. */
export interface FileReading {
  readonly entries: readonly ListedEntry[];
  /** What keeps the file, or a line of it, from being understood. */
  readonly problems: readonly FileProblem[];
  /** What is understood and may not be meant, such as a column that is not read. */
  readonly warnings: readonly FileProblem[];
}
