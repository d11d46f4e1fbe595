import { looksLikeDate } from "../list/expiry";
import { likelyKind } from "../list/likely-kind";
import type { Cell, Row } from "./cell";
import type { FileProblem } from "./file-problem";

const nameTheColumns =
  "Name the columns in a header: app_bundle, placement_id, website or entry, and note and expires. ";

/**
 * Finds in a table without a known header what its columns, which are entry, note and expires, can hardly hold: read by
 * the wrong column, it would put names into the list and take the entries out of it. One problem of each form is enough,
 * as a header mends all of them.
 */
export class MissingHeader {
  #words: Cell | undefined;
  #isFirst = true;
  #isWordsSaid = false;
  #isNoteSaid = false;

  /** The problem that comes to light with a row, comments included; undefined where there is none. */
  problemOf([entry, note]: Row): FileProblem | undefined {
    const isEntry = entry !== undefined && entry.text !== "" && !entry.text.startsWith("#");
    if (isEntry && this.#isFirst) {
      this.#isFirst = false;
      if (looksLikeWords(entry.text)) this.#words = entry;
    } else if (isEntry && this.#words !== undefined && !this.#isWordsSaid && likelyKind(entry.text) !== undefined) {
      this.#isWordsSaid = true;
      return wordsProblem(this.#words, entry);
    }
    if (note === undefined || this.#isNoteSaid) return undefined;
    const problem = noteProblem(note, isEntry ? entry.text : "");
    this.#isNoteSaid = problem !== undefined;
    return problem;
  }
}

/** Hardly any entry has neither a digit nor a point; names of columns have neither. */
function looksLikeWords(text: string): boolean {
  return !/[\p{Nd}.:/]/u.test(text);
}

function wordsProblem({ text, source }: Cell, entry: Cell): FileProblem {
  const problem =
    `is hardly an entry, as there is one in ${entry.source}. ${nameTheColumns}` +
    "If it is an entry, put entry,note,expires above it";
  return { source, value: text, problem };
}

function noteProblem({ text, source }: Cell, entry: string): FileProblem | undefined {
  if (looksLikeDate(text)) {
    const problem =
      "stands where the notes do, and looks like a day. Name the columns in a header, such as entry,expires";
    return { source, value: text, problem };
  }
  if (!isHardlyNote(text, entry)) return undefined;
  const problem =
    `stands where the notes do, and looks like an entry. ${nameTheColumns}` +
    "If it is a note, put entry,note,expires above the first line";
  return { source, value: text, problem };
}

/** Beside an entry, a short number is rather that of a ticket, and "24-hour" or "2027-Q3" are no placement ids. */
function isHardlyNote(note: string, entry: string): boolean {
  if (likelyKind(note) === undefined) return false;
  return (entry !== "" && looksLikeWords(entry)) || !/^(?:id)?\d{1,8}$|^\d{1,4}-/iu.test(note);
}
