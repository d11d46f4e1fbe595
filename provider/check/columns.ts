import type { Kind } from "../list/kinds";

/** A column of a table, by its name. */
export interface Column {
  /** Ignored: a name that the provider does not know, such as "owner". */
  readonly role: "entry" | "note" | "expires" | "ignored" | "unnamed";
  /** The kind of a column of entries. */
  readonly kind?: Kind | undefined;
  /** The store in the name of a column of app bundles, such as "iOS App ID". */
  readonly store?: "android" | "ios";
}

const stores = { android: "android", google: "android", "google play": "android", ios: "ios", apple: "ios" } as const;

/** The known names of columns, as people read them, by the name that {@link normalize} returns. */
const knownColumns: ReadonlyMap<string, readonly [name: string, Column]> = new Map([
  ...named({ role: "entry", kind: "appBundles" }, "app bundles", "bundles", "app bundle ids", "bundle ids", "app ids"),
  ...named({ role: "entry", kind: "appBundles" }, "bundle identifiers", "packages", "package names"),
  ...named({ role: "entry", kind: "appBundles" }, "store ids", "app store ids"),
  ...named({ role: "entry", kind: "placementIds" }, "placement ids", "placements"),
  ...named({ role: "entry", kind: "websites" }, "websites", "sites", "domains"),
  ...named({ role: "entry", kind: undefined }, "entry", "entries"),
  ...named({ role: "note" }, "notes", "comments", "reasons", "remarks", "app names"),
  ...named({ role: "expires" }, "expires", "expiry", "until", "valid until", "valid till", "valid to", "expires on"),
  ...named({ role: "expires" }, "expires at", "expiry date", "expiration", "expiration date", "end date", "ends on"),
]);

/** A name that ends with an s is known without it, too. A column of app bundles may also name its store. */
function named(column: Column, ...names: readonly string[]) {
  const both = names.flatMap((name) => [name, name.replace(/s$/u, "")]);
  const ofStores = Object.entries(column.kind === "appBundles" ? stores : {}).flatMap(([word, store]) =>
    both.flatMap((name) => [`${word} ${name}`, `${name} ${word}`].map((full) => [full, { ...column, store }] as const)),
  );
  return [...both.map((name) => [name, column] as const), ...ofStores].map(
    ([name, meaning]) => [normalize(name), [name.replaceAll(" ", "_"), meaning]] as const,
  );
}

export function findColumn(name: string): Column {
  const normalized = normalize(name);
  return normalized === "" ? { role: "unnamed" } : (knownColumns.get(normalized)?.[1] ?? { role: "ignored" });
}

/** A name without letter case, separators and brackets: names that differ only in these are equal. */
export function normalize(name: string): string {
  return name.replace(/[\s_\-()[\]*:]+/gu, "").toLowerCase();
}

/** The words of a name in lower case: "valid till" for "validTill" and "VALID_TILL". */
export function wordsOf(name: string): string {
  return name
    .replace(/(?<=[\p{Ll}\d])(?=\p{Lu})|[\s_-]+/gu, " ")
    .trim()
    .toLowerCase();
}

/** The shortest name that is checked for typos. Shorter ones are similar to too many words: "notes" and "votes". */
const shortestJudged = 6;

/**
 * Matches unknown names that probably mean the last day. If they were ignored, temporary entries would become
 * permanent.
 */
const lastDay = /\b(?:till|until|ends|end day|expir\p{L}*)\b/u;

/** The known name of entries or last days that a person probably meant by an unknown one; undefined if none. */
export function findMisspelt(name: string): string | undefined {
  const normalized = normalize(name);
  if (findColumn(name).role !== "ignored") return undefined;
  if (lastDay.test(wordsOf(name))) return "expires";
  for (const [known, [printed, { role }]] of knownColumns)
    if (role !== "note" && known.length >= shortestJudged && isTypo(normalized, known)) return printed;
  return undefined;
}

/** Whether two words differ in one letter: added, missing, moved or replaced. */
function isTypo(left: string, right: string): boolean {
  const forms = (word: string) => [word, ...Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1))];
  return Math.abs(left.length - right.length) < 2 && forms(left).some((form) => forms(right).includes(form));
}
