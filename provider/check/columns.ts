import type { Kind } from "../list/kinds";

/** A column of a table, by its name. */
export interface Column {
  /** Ignored: in parentheses, such as "(Country)". Unread: a name that is not known, or none. */
  readonly role: "entry" | "note" | "expires" | "ignored" | "unread";
  /** The kind of a column of entries. */
  readonly kind?: Kind | undefined;
  /** The store in the name of a column of app bundles, such as "iOS App ID". */
  readonly store?: "android" | "ios";
}

const stores = { android: "android", google: "android", "google play": "android", ios: "ios", apple: "ios" } as const;

/** Columns of entries and last days, by the name that {@link normalize} returns. */
const knownColumns: ReadonlyMap<string, Column> = new Map([
  ...named({ role: "entry", kind: "appBundles" }, "app bundles", "bundles", "app bundle ids", "bundle ids", "app ids"),
  ...named({ role: "entry", kind: "appBundles" }, "bundle identifiers", "packages", "package names"),
  ...named({ role: "entry", kind: "appBundles" }, "store ids", "app store ids"),
  ...named({ role: "entry", kind: "placementIds" }, "placement ids", "placements"),
  ...named({ role: "entry", kind: "websites" }, "websites", "sites", "domains"),
  ...named({ role: "entry", kind: undefined }, "entry", "entries"),
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
    ([name, column]) => [normalize(name), column] as const,
  );
}

/** The words of names of notes, such as "App title" and "Comments / Notes". */
const noteWords = /^(?:app|(?:app)?names?|titles?|notes?|comments?|reasons?|remarks?)$/u;

export function findColumn(name: string): Column {
  if (/^\([^()]+\)$/u.test(name)) return { role: "ignored" };
  const words = name
    .replace(/[()[\]]/gu, "")
    .split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u)
    .filter(Boolean);
  const isNote = words.length > 0 && words.every((word) => noteWords.test(word.toLowerCase()));
  return knownColumns.get(normalize(name)) ?? { role: isNote ? "note" : "unread" };
}

/** A name without letter case, separators and brackets: names that differ only in these are equal. */
export function normalize(name: string): string {
  // It looks back, so that a run of colons inside a name takes a linear time.
  const start = name.replace(/(?<![:*\s])[:*\s]+$/u, "");
  return start.replaceAll(/[\s_\-()[\]]+/gu, "").toLowerCase();
}
