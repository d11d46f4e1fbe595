import type { Kind } from "../list/kinds";
import { isOneSlipAway } from "./slip";

/** What the cells of a column are. */
export type Column =
  | { readonly role: "entry"; readonly kind: Kind | undefined }
  | { readonly role: "note" }
  | { readonly role: "expires" }
  /** A column that means something to others, such as the owner of a line. */
  | { readonly role: "ignored" }
  /** A column without a name. */
  | { readonly role: "unnamed" };

/** What columns are called in a header: letter case, blanks, `_` and `-` make no difference. */
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

/** The column that a cell of a header names; an unknown name is a column to ignore. */
export function columnOf(cell: string): Column {
  const name = normalise(cell);
  return name === "" ? { role: "unnamed" } : (columns.get(name) ?? { role: "ignored" });
}

/** Shorter names are one slip away from too many words that mean something else, as "notes" is from "votes". */
const shortestJudged = 6;

/** The known name that an unknown one is in all likelihood a misspelling of; undefined where there is none. */
export function misspeltName(cell: string): string | undefined {
  const name = normalise(cell);
  if (columns.has(name)) return undefined;
  const known = columns.keys().find((known) => known.length >= shortestJudged && isOneSlipAway(name, known));
  return known?.replaceAll(" ", "_");
}

function normalise(cell: string): string {
  return cell
    .replace(/[\s_-]+/gu, " ")
    .trim()
    .toLowerCase();
}
