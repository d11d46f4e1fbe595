import { quote } from "../../common/quote";
import { kindName, type Kind } from "../../list/kinds";
import { likelyKind } from "../../list/likely-kind";

/** Likely mistakes in an entry of a kind, as ends of sentences that start with the entry. */
export function kindWarnings(kind: Kind, entry: string): readonly string[] {
  const likely = likelyKind(entry) ?? kind;
  if (likely !== kind) {
    const article = likely === "appBundles" ? "an" : "a";
    return [`looks like ${article} ${kindName(likely, 1)}, but is listed under ${kindName(kind, 0)}`];
  }
  if (kind !== "websites") return [];
  const scheme = /^[a-z][a-z0-9+.-]*:\/\//iu.exec(entry)?.[0];
  if (scheme !== undefined) return [`starts with ${scheme}; ${hostNames}`];
  return /[/?]|:\d+$/u.test(entry) ? [`has a path or a port; ${hostNames}`] : [];
}

const hostNames = "websites are usually host names, such as example.com";

/** Likely mistakes in the characters of a valid entry, as ends of sentences that start with the entry. */
export function characterWarnings(entry: string): readonly string[] {
  return [
    ...(entry.includes("#") ? ["contains #; a note starts with a space and #"] : []),
    // Fillers and the Braille space; other invisible characters are errors.
    ...(/[\p{Default_Ignorable_Code_Point}\u2800]/u.test(entry) ? ["contains an invisible character"] : []),
  ];
}

/** The warning about an entry that has almost the same spelling as another one. */
export function spellingWarning(entry: string, other: { readonly entry: string; readonly source: string }): string {
  const difference = entry.toLowerCase() === other.entry.toLowerCase() ? "in letter case" : 'by "id"';
  return `differs from ${quote(other.entry)} (${other.source}) ${difference} only`;
}
