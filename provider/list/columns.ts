import type { Kind } from "./kinds";

/** A column of a table, by its name. */
export interface Column {
  /** Ignored: a column with a name that the provider does not know, such as "owner". */
  readonly role: "entry" | "note" | "expires" | "ignored" | "unnamed";
  /** The kind of a column of entries. */
  readonly kind?: Kind | undefined;
  /** Whether the column is ignored if another one has the notes. */
  readonly isSubstitute?: boolean;
}

/** The known names of columns. Letter case, spaces, `_` and `-` make no difference. */
export const knownColumns: ReadonlyMap<string, Column> = new Map<string, Column>([
  ...named({ role: "entry", kind: "appBundles" }, "app bundles", "bundles", "app bundle ids", "bundle ids", "app ids"),
  ...named({ role: "entry", kind: "appBundles" }, "bundle identifiers", "packages", "package names"),
  ...named({ role: "entry", kind: "appBundles" }, "store ids", "app store ids"),
  ...named({ role: "entry", kind: "placementIds" }, "placement ids", "placements"),
  ...named({ role: "entry", kind: "websites" }, "websites", "sites", "domains"),
  ...named({ role: "entry", kind: undefined }, "entry", "entries"),
  ...named({ role: "note" }, "notes", "comments", "reasons", "remarks"),
  ...named({ role: "note", isSubstitute: true }, "app names"),
  ...named({ role: "expires" }, "expires", "expiry", "until", "valid until", "valid till", "valid to", "expires on"),
  ...named({ role: "expires" }, "expires at", "expiry date", "expiration", "expiration date", "end date", "ends on"),
]);

/** A name that ends with an s is known without it, too. */
function named(column: Column, ...names: readonly string[]): readonly (readonly [string, Column])[] {
  return names.flatMap((name) => [name, name.replace(/s$/u, "")].map((each) => [each, column] as const));
}

export function findColumn(name: string): Column {
  const normalized = normalize(name);
  return normalized === "" ? { role: "unnamed" } : (knownColumns.get(normalized) ?? { role: "ignored" });
}

export function normalize(name: string): string {
  return name
    .replace(/[\s_-]+/gu, " ")
    .trim()
    .toLowerCase();
}

/** The first line of a text that is neither empty nor a comment, without its note. */
export function firstLine(text: string): string {
  const [line = ""] = /^[^\S\r\n]*[^\s#].*$/mu.exec(text) ?? [];
  return line.replace(/\s#.*$/u, "").trim();
}

/** Whether a line of a text is the header of a table. */
export function isHeader(line: string): boolean {
  return line.split(/[,;\t]/u).some((cell) => findColumn(cell.replace(/^"|"$/gu, "")).role === "entry");
}
