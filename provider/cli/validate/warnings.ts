import { quote } from "../../common/quote";
import { nameOf, type Kind } from "../../list/kinds";
import { likelyKind } from "../../list/likely-kind";

/** What seems odd about an entry on its own, as ends of sentences that start with it. */
export function oddities(kind: Kind, isGuessed: boolean, entry: string): readonly string[] {
  const likely = isGuessed ? kind : (likelyKind(entry) ?? kind);
  if (likely !== kind) {
    return [`looks like ${articleOf(likely)} ${nameOf(likely, 1)}, and is listed among the ${nameOf(kind, 0)}`];
  }
  if (kind !== "websites") return [];
  const scheme = /^[a-z][a-z0-9+.-]*:\/\//iu.exec(entry)?.[0];
  if (scheme !== undefined) return [`begins with ${scheme}: ${hostAlone}`];
  return /[/?]|:\d+$/u.test(entry) ? [`has a path or a port: ${hostAlone}`] : [];
}

const hostAlone = "lists usually hold the host name alone, such as example.com";

function articleOf(kind: Kind): string {
  return kind === "appBundles" ? "an" : "a";
}

/** What seems odd about the characters of an entry that may be sent, whatever its kind. */
export function oddCharacters(entry: string): readonly string[] {
  return [
    ...(entry.includes("#") ? ["contains #: a note begins with # behind a blank"] : []),
    // Fillers and the blank of Braille, beside those that no entry may have.
    ...(/[\p{Default_Ignorable_Code_Point}\u2800]/u.test(entry) ? ["contains a character that is not seen"] : []),
  ];
}

/** An entry that was read, and where. */
export interface SeenEntry {
  readonly entry: string;
  readonly source: string;
}

/** Entries with the same key are in all likelihood meant to be the same one. */
export function likenessKey(kind: Kind | undefined, entry: string): string {
  const lower = entry.toLowerCase();
  return kind === "appBundles" ? lower.replace(/^id(?=\d+$)/u, "") : lower;
}

/** Says in what an entry differs from one of the same key, as the end of a sentence that starts with it. */
export function likeness(entry: string, other: SeenEntry): string {
  const difference =
    entry.toLowerCase() === other.entry.toLowerCase() ? "differs in letter case only" : 'differs by "id" only';
  return `${difference} from ${quote(other.entry)} (${other.source})`;
}
