import { toAscii } from "../common/host";
import type { Kind } from "./kinds";

/**
 * App bundles with this prefix cannot exist: `invalid` is reserved as a top-level name (RFC 2606), and app bundles are
 * reverse-domain names. The probe and the sentinel use such app bundles, so programs must not declare them.
 */
export const reservedAppBundlePrefix = "invalid.pulumiapplist.";

/**
 * The problem with an entry; undefined if it is valid.
 *
 * Only entries that cannot be sent or cannot exist are rejected. Letter case, prefixes and the form of app bundles are
 * not checked: Android names, iOS IDs with or without `id`, CTV store IDs and opaque source IDs all occur.
 *
 * @returns the problem as the end of a sentence that starts with the entry: "contains a comma, …".
 */
export function findEntryProblem(kind: Kind, entry: string): string | undefined {
  return (harmless.test(entry) ? undefined : findCharacterProblem(entry)) ?? findKindProblem(kind, entry);
}

/** The characters of most entries. They cause no problem. */
const harmless = /^[\w.:/-]+$/u;

function findCharacterProblem(entry: string): string | undefined {
  if (entry === "") return "is empty";
  if (entry.includes(",")) return "contains a comma, the separator in requests";
  if (/[\r\n]/u.test(entry)) return "contains a line break: write one entry per line";
  if (entry.trim() !== entry) return "has whitespace at its beginning or end";
  if (/\s/u.test(entry))
    return "contains whitespace; a note starts with a space and #, or is the note of { entry, note }";
  // In a text, a line that starts with # is a note: the plugin cannot know whether a program means an entry.
  if (entry.startsWith("#")) return "starts with #, the start of a note";
  if (/\p{Cc}/u.test(entry)) return "contains a control character";
  // Pasted text may contain zero-width spaces. Nothing would match such an entry.
  if (/\p{Cf}/u.test(entry)) return "contains an invisible character";
  if (!entry.isWellFormed()) return "contains half of a surrogate pair, so it is not valid Unicode";
  return undefined;
}

const reserved = new RegExp(reservedAppBundlePrefix.replaceAll(".", "\\."), "i");

/** Whether an app bundle has the reserved prefix, in any letter case: an API may store entries in another case. */
export function isSentinel(appBundle: string): boolean {
  return appBundle.search(reserved) === 0;
}

/** Whether a text has one entry per line, without problems and notes. False if only its lines can show it. */
export function isPlainText(kind: Kind, text: string): boolean {
  if (/[^\w.:/\n-]|^\n|\n\n/u.test(text)) return false;
  return kind === "placementIds" ? !/^(?!\d+-.)./mu.test(text) : !reserved.test(text);
}

function findKindProblem(kind: Kind, entry: string): string | undefined {
  if (kind === "placementIds" && !/^\d+-.+$/u.test(entry)) return "does not have the form <number>-<token>";
  if (kind === "appBundles" && isSentinel(entry)) {
    return `starts with ${reservedAppBundlePrefix}, the prefix for reading lists`;
  }
  return undefined;
}

/** Two entries with the same key are probably spellings of one entry. */
export function spellingKey(kind: Kind | undefined, entry: string): string {
  const lower = entry.toLowerCase();
  if (kind === "websites") return toAscii(lower.replace(/^https?:\/\//u, "").replace(/[/.]$/u, ""));
  return kind === "appBundles" ? lower.replace(/^id(?=\d+$)/u, "") : lower;
}
