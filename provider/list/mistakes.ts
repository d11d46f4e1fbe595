import { quote } from "../common/quote";
import { spellingKey } from "./entry";
import { dateMistakes, hasExpired } from "./expiry";
import { kindName, likelyKind, storeLink, type Kind } from "./kinds";

/** Matches most app bundles, and no entry of another kind. */
const plainBundle = /^(?:air|com)\.[\w.-]+$/u;

/**
 * The problem with an entry that nobody means, such as a link instead of the ID of an app; undefined if there is none.
 *
 * Only programs and files are checked. A list, or the state of an older version, may contain such an entry, and it can
 * be read and removed.
 *
 * @returns the problem as the end of a sentence that starts with the entry.
 */
export function findInputProblem(kind: Kind, entry: string): string | undefined {
  if (plainBundle.test(entry)) return undefined;
  if (/^["'`«»‘-‟‹›]|["'`«»‘-‟‹›]$/u.test(entry)) return "begins or ends with a quote: write the entry without quotes";
  if (kind !== "appBundles") return undefined;
  if (entry.includes("://") || storeLink.test(entry)) {
    const [id] = appLinks.flatMap((link) => link.exec(entry)?.[1] ?? []);
    return `is a link: write ${id === undefined ? "the ID of the app" : quote(id)}`;
  }
  return entry.includes("#") ? numberSign : undefined;
}

/** Links that contain the ID of an app. Links to developers, albums and books have similar forms. */
const appLinks: readonly RegExp[] = [
  /^(?:https?:\/\/)?play\.google\.com\/store\/apps\/details\/?\?(?:[^#]*&)?id=([a-z]\w*(?:\.\w+)+)(?:[&#]|$)/iu,
  /^(?:https?:\/\/)?(?:apps|itunes)\.apple\.com\/(?:[a-z]{2}\/)?app\/(?:[^/?#]+\/)?(id\d+)(?:[/?#]|$)/iu,
  /^(?:https?:\/\/)?www\.amazon\.[a-z.]+\/(?:[^?#]*\/)?dp\/(B0[\dA-Z]{8})(?:[/?#]|$)/u,
];

const numberSign = "contains #: a note starts with a space and #";

interface Line {
  /** Undefined if it is not known. */
  readonly kind: Kind | undefined;
  readonly entry: string;
  readonly until?: string | undefined;
  readonly source?: string | undefined;
  readonly listed: { readonly note?: string | undefined };
}

/**
 * Likely mistakes in lines with valid entries, each as the end of a sentence that starts with the entry. Dates are
 * checked in all lines; the rest is checked in the first current line of each entry.
 *
 * @param today in UTC, as `YYYY-MM-DD`.
 */
export function* findLikelyMistakes<Listed extends Line>(
  lines: readonly Listed[],
  today: string,
): Iterable<readonly [Listed, string]> {
  const found = new Map<string, Line>();
  for (const line of lines) {
    const { kind, entry, until, listed } = line;
    if (until !== undefined) for (const mistake of dateMistakes(listed.note ?? "", until, today)) yield [line, mistake];
    if (hasExpired(line, today) || found.has(`${kind} ${entry}`)) continue;
    found.set(`${kind} ${entry}`, line);
    const spelling = `${kind}, in any spelling: ${spellingKey(kind, entry)}`;
    const other = found.get(spelling);
    if (other === undefined) found.set(spelling, line);
    for (const mistake of mistakesOfKind(kind, entry)) yield [line, mistake];
    if (other === undefined) continue;
    const difference = entry.toLowerCase() === other.entry.toLowerCase() ? "in letter case" : 'by "id"';
    const place = other.source === undefined ? "" : ` (${other.source})`;
    yield [line, `differs from ${quote(other.entry)}${place} ${difference} only`];
  }
}

function* mistakesOfKind(kind: Kind | undefined, entry: string): Iterable<string> {
  if (kind === "appBundles" && plainBundle.test(entry)) return;
  if (entry.includes("#")) yield numberSign;
  // Fillers and the Braille space; other invisible characters are errors.
  if (/[\p{Default_Ignorable_Code_Point}\u2800]/u.test(entry)) yield "contains an invisible character";
  if (kind === undefined) return;
  const likely = likelyKind(entry) ?? kind;
  const scheme = /^[a-z][a-z0-9+.-]*:\/\//iu.exec(entry)?.[0];
  if (likely !== kind) {
    const article = likely === "appBundles" ? "an" : "a";
    yield `looks like ${article} ${kindName(likely, 1)}, but is listed under ${kindName(kind, 0)}`;
  } else if (kind === "websites" && (scheme !== undefined || /[/?]|:\d+$/u.test(entry))) {
    const excess = scheme === undefined ? "has a path or a port" : `starts with ${scheme}`;
    yield `${excess}: websites are usually host names, such as example.com`;
  }
}
