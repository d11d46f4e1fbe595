import type { Kind } from "../list/kinds";
import { likelyKind } from "../list/likely-kind";
import { startsComment, type Cell, type Row } from "./cell";
import type { FileProblem } from "./file-problem";

export type Column =
  | { readonly role: "entry"; readonly kind: Kind | undefined }
  /** Ignored: a column with a name that the provider does not know, such as "owner". */
  | { readonly role: "note" | "expires" | "ignored" | "unnamed" };

/** The known names of columns; letter case, spaces, `_` and `-` make no difference. */
const columns: ReadonlyMap<string, Column> = new Map<string, Column>([
  ...named({ role: "entry", kind: "appBundles" }, "app bundle", "app bundles", "bundle", "bundles"),
  ...named({ role: "entry", kind: "appBundles" }, "app bundle id", "app bundle ids", "bundle id", "bundle ids"),
  ...named({ role: "entry", kind: "appBundles" }, "bundle identifier", "bundle identifiers"),
  ...named({ role: "entry", kind: "appBundles" }, "package", "packages", "package name", "package names"),
  ...named({ role: "entry", kind: "appBundles" }, "store id", "store ids", "app store id", "app store ids"),
  ...named({ role: "entry", kind: "placementIds" }, "placement id", "placement ids", "placement", "placements"),
  ...named({ role: "entry", kind: "websites" }, "website", "websites", "site", "sites", "domain", "domains"),
  ...named({ role: "entry", kind: undefined }, "entry", "entries"),
  ...named({ role: "note" }, "note", "notes", "comment", "comments"),
  ...named({ role: "expires" }, "expires", "expire", "expiry", "until"),
  ...named({ role: "expires" }, "expires on", "expiry date", "expiration", "expiration date", "valid until"),
]);

function named(column: Column, ...names: readonly string[]): readonly (readonly [string, Column])[] {
  return names.map((name) => [name, column]);
}

export function findColumn(name: string): Column {
  const normalized = normalize(name);
  return normalized === "" ? { role: "unnamed" } : (columns.get(normalized) ?? { role: "ignored" });
}

function normalize(name: string): string {
  return name
    .replace(/[\s_-]+/gu, " ")
    .trim()
    .toLowerCase();
}

/** The first row of a table that is neither empty nor a comment. */
export interface Header {
  /** Whether the row is a header; otherwise it is the first row of a table with one column of entries. */
  readonly isHeader: boolean;
  readonly columns: readonly Column[];
  readonly problems: readonly FileProblem[];
  readonly warnings: readonly FileProblem[];
}

/**
 * Reads a row as the header of a table; undefined for an empty row or a comment.
 *
 * A header has a known column of entries, and none of its cells looks like an entry. Only a table with one column of
 * entries may have no header. A name that resembles a known one is a problem: a misspelt `expires`, ignored, would make
 * temporary entries permanent.
 */
export function readHeader(row: Row): Header | undefined {
  const [first, ...others] = row.filter(({ text }) => text !== "");
  const columns = row.map(({ text }) => findColumn(text));
  const hasEntries = columns.some(({ role }) => role === "entry");
  const isHeader = hasEntries && !row.some(({ text }) => likelyKind(text) !== undefined);
  // A column of numbers may be called "#".
  if (first === undefined || (startsComment(first) && !(isHeader && first.text === "#"))) return undefined;
  if (isHeader) {
    const unknown = row.filter((_, index) => columns[index]?.role === "ignored");
    const problems = [...unknown.flatMap(misspellingProblem), ...repetitionProblems(row, columns)];
    const warnings = unknown.filter(({ text }) => findMisspelt(text) === undefined).map(ignoredWarning);
    return { isHeader: true, columns, problems, warnings };
  }
  // Hardly any entry has neither a digit nor one of these characters; names of columns have neither.
  const isData = others.length === 0 && /[\p{Nd}.:/]/u.test(first.text);
  return {
    isHeader: false,
    columns: row.map((cell) => (cell === first ? { role: "entry", kind: undefined } : { role: "unnamed" })),
    problems: isData ? [] : [unknownHeaderProblem(first)],
    warnings: [],
  };
}

function unknownHeaderProblem({ text, source }: Cell): FileProblem {
  const problem =
    "is in the first row, which is not a header with a known column of entries: add a header, such as " +
    "app_bundle,note,expires (or placement_id, website, entry)";
  return { source, value: text, problem };
}

function misspellingProblem({ text, source }: Cell): readonly FileProblem[] {
  const known = findMisspelt(text);
  if (known === undefined) return [];
  return [{ source, value: text, problem: `is not a known column: rename it to ${known}, or to a less similar name` }];
}

function ignoredWarning({ text, source }: Cell): FileProblem {
  return { source, value: text, problem: "is not a known column and is ignored" };
}

function repetitionProblems(row: Row, columns: readonly Column[]): readonly FileProblem[] {
  const seen = new Set<string>();
  return row.flatMap(({ text, source }, index) => {
    const column = columns[index];
    if (column === undefined || column.role === "ignored" || column.role === "unnamed") return [];
    const meaning = column.role === "entry" ? `entry ${column.kind ?? ""}` : column.role;
    if (seen.has(meaning))
      return [{ source, value: text, problem: "is a second column of the same meaning: keep one" }];
    seen.add(meaning);
    return [];
  });
}

/** A shorter name differs in one letter from too many other words, as "notes" does from "votes". */
const shortestJudged = 6;

/** The known name that an unknown name probably is a misspelling of. */
export function findMisspelt(name: string): string | undefined {
  const normalized = normalize(name);
  const known = columns.keys().find((known) => known.length >= shortestJudged && isTypo(normalized, known));
  return known?.replaceAll(" ", "_");
}

/** Whether two words differ by one letter (added, missing or another one), or by two that are swapped. */
function isTypo(left: string, right: string): boolean {
  const shorter = Math.min(left.length, right.length);
  let start = 0;
  while (start < shorter && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < shorter - start && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  const from = left.slice(start, left.length - end);
  const to = right.slice(start, right.length - end);
  if (from === to) return false;
  return (from.length <= 1 && to.length <= 1) || (from.length === 2 && from === [...to].toReversed().join(""));
}
