import type { Kind } from "./kinds";

/**
 * App bundles with this prefix cannot exist: `invalid` is reserved as a top-level name (RFC 2606), and app bundles are
 * reverse-domain names. Observation asks the service to remove one of them, so no list may declare one.
 */
export const reservedAppBundlePrefix = "invalid.pulumiapplist.";

/**
 * Says what is wrong with an entry, or nothing where it is fine.
 *
 * Only what cannot be sent or cannot exist is refused. Letter case, prefixes and the form of app bundles are left as
 * they are: Android names, iOS ids with or without `id`, CTV store ids and opaque source ids all occur.
 *
 * @returns the problem as the end of a sentence that starts with the entry: "contains a comma, …".
 */
export function problemOf(kind: Kind, entry: string): string | undefined {
  if (entry === "") return "is empty";
  if (entry.includes(",")) return "contains a comma, which separates entries in a request: write two entries";
  if (/[\r\n]/u.test(entry)) return "contains a line break: write one entry for each line";
  if (entry.trim() !== entry) return "has blanks at its beginning or end";
  if (/\s/u.test(entry)) return "contains a blank; a note begins with # behind the blank, or goes into { entry, note }";
  if (/\p{Cc}/u.test(entry)) return "contains a control character";
  // Zero-width blanks and the like come along when text is pasted, and make of an entry one that nothing matches.
  if (/\p{Cf}/u.test(entry)) return "contains an invisible character";
  if (!entry.isWellFormed()) return "contains half of a surrogate pair, so it is not valid Unicode";
  if (kind === "placementIds" && !/^\d+-.+$/u.test(entry)) return "is not of the form <number>-<token>";
  if (kind === "appBundles" && entry.startsWith(reservedAppBundlePrefix)) {
    return `starts with ${reservedAppBundlePrefix}, which is reserved for reading lists`;
  }
  return undefined;
}
