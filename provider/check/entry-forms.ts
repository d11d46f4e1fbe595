import { formatCount } from "../common/format";
import { quote, quoteList } from "../common/quote";
import { findEntryProblem } from "../list/entry";
import { kinds, type Kind } from "../list/kinds";
import { bounds } from "./bounds";
import { findColumn } from "./columns";
import type { Problem } from "./finding";
import { likelyKind, storeLink, topLevels } from "./likely-kind";

/**
 * A form that nobody means, or that matches nothing: the kinds that it is judged for, what matches it, the problem, and
 * what to write. Undefined: an entry of unknown kind.
 */
type Form = readonly [
  kinds: readonly (Kind | undefined)[],
  form: Pick<RegExp, "test">,
  problem: string | ((entry: string) => string),
  advice?: string | ((entry: string) => string | undefined),
];

/** Matches most app bundles, and no entry of another kind. */
export const plainBundle = /^(?:air|com)(?:\.[\w-]+)+$/u;

/**
 * The problem with an entry that a program must not declare: it cannot be sent, or nobody means it, such as a link in
 * place of the ID of an app; undefined if there is none.
 *
 * @param isAccepted whether only entries that cannot be sent have a problem: a list, or the state of an older version,
 *   may contain others, and they can be read and removed. Default: false.
 */
export function findDeclaredProblem(kind: Kind | undefined, entry: string, isAccepted = false): Problem | undefined {
  if (kind !== "placementIds" && entry.length <= longestText && plainBundle.test(entry)) return undefined;
  // Websites have only the rules that all kinds share.
  const problem = !isAccepted && exportedNumber.test(entry) ? undefined : findEntryProblem(kind ?? "websites", entry);
  if (problem === undefined) return isAccepted ? undefined : findForm(rejectedForms, kind, entry);
  return { problem, advice: entry.includes(",") ? perLine : undefined };
}

/**
 * The reason why an entry can never match an app, with the entry to write if the entry contains the ID; undefined if it
 * may match. IDs can be opaque, so only forms that no store and no exchange uses are named.
 */
export function findNoMatch(kind: Kind | undefined, entry: string): Problem | undefined {
  return findForm(unmatchedForms, kind, entry);
}

function findForm(forms: readonly Form[], kind: Kind | undefined, entry: string): Problem | undefined {
  const found = forms.find(([kinds, form]) => kinds.includes(kind) && form.test(entry));
  if (found === undefined) return undefined;
  const [, , problem, advice] = found;
  return {
    problem: typeof problem === "function" ? problem(entry) : problem,
    advice: typeof advice === "function" ? advice(entry) : advice,
  };
}

const apps = ["appBundles"] as const;
const all = [...kinds, undefined] as const;

const { longestText } = bounds;
const enterAgain = "enter it again, and save the file as UTF-8";
const perLine = "write one entry per line, without quotes and commas";

/** The problem with an entry that contains a number sign. For kinds other than app bundles, it can be a part of an entry. */
export const numberSign = { problem: "contains #", advice: "a note starts with a space and #" } as const;

/** Matches numbers in the form in which spreadsheets and programs export them: `1.23457E+09`, `1234567890.0`. */
const exportedNumber = /^\d+[.,]\d+E[+-]?\d+$|^\d+E\+\d+$|^\d+[.,]0+$|^\d{6,}[.,]\d{1,2}$|^\d{1,3}(?:,\d{3}){2,}$/iu;
const number = "is a number with decimals, separators or an exponent";
const asText = "enter it again, as text";

// It looks back, so that a run of quotes inside an entry takes a linear time.
const quotes = /^=?["'`«»‘-‟‹›]+|(?<!["'`«»‘-‟‹›])["'`«»‘-‟‹›]+$/gu;

/** Forms that are rejected although they could be sent. */
const rejectedForms: readonly Form[] = [
  [all, exportedNumber, number, asText],
  [
    all,
    { test: ({ length }) => length > longestText },
    `has more than ${formatCount(longestText)} characters`,
    perLine,
  ],
  [all, /^\/\//u, "starts with //, but a comment starts with #"],
  [
    all,
    { test: (entry) => unquoted(entry) !== entry },
    "begins or ends with a quote",
    (entry) => `write ${quote(unquoted(entry))}`,
  ],
  [all, /\\n/u, "contains \\n in place of a line break", perLine],
  [all, /\uFFFD/u, "contains U+FFFD, the sign for a character that was lost", enterAgain],
  [apps, { test: (entry) => entry.includes("://") || storeLink.test(entry) }, "is a link", adviseOnLink],
  [apps, /#/u, numberSign.problem, numberSign.advice],
];

const anyId = "(?:[a-z]\\w*(?:\\.[\\w-]+)+|(?:id)?\\d{5,}|B0[\\dA-Z]{8})";
const idForm = new RegExp(`^${anyId}$`, "iu");
/** Matches an entry with the prefix of another program. */
const prefixed = new RegExp(
  "^(?:mobileapp::?\\d+-|(?:package(?:[_-]?name)?|pkg|apk|android|ios|iphone|ipad|apple|itunes|google(?:[_-]?play)?|play|" +
    "amazon|app[_-]?store|(?:app[_-]?)?bundle(?:[_-]?id)?|app[_-]?id|mobileapp):).",
  "iu",
);
/** Matches an ID in a group, with the name of an activity, a version, or the marks of filters. */
const surrounded = new RegExp(
  `^(?!${anyId}$)[|@!.+~^:/-]*(${anyId})(?:/(?:\\.|\\w+\\.)[\\w.$]+|@v?\\d[\\w.+-]*|[|!~^:/.]*)$`,
  "iu",
);
const separated = /^\d{1,3}(?:(?:\.\d{3}){2,}|(?:['’]\d{3})+)$/u;
const joined = /^(\d+)-.*[|/+:](?:\1|\d{5,})-/u;
const oddCharacter = /[^\x21-\x7e]|[;&=?*%\\()<>{}[\]$'^|]/u;
const isTopLevelAlone = (entry: string): boolean => topLevels.has(entry.replace(/^\./u, "").toLowerCase());

const unmatchedForms: readonly Form[] = [
  [all, { test: isFiller }, "is a filler or the name of a column, and no entry"],
  // Fillers and the Braille space; other invisible characters are errors.
  [all, /[\p{Default_Ignorable_Code_Point}\u2800]/u, "contains an invisible character"],
  [["appBundles", "websites", undefined], { test: isTopLevelAlone }, "is a top-level domain alone"],
  [["websites"], /^[^.]*$/u, "has no dot, so it is no website"],
  [["placementIds", undefined], joined, "contains several placement IDs", perLine],
  [apps, prefixed, "has a prefix that no app bundle has", adviseOnIds],
  [apps, /\.\./u, "contains two dots in a row"],
  [
    apps,
    surrounded,
    "has other characters around its ID",
    (entry) => `write ${quote(entry.replace(surrounded, "$1"))}`,
  ],
  [apps, separated, number, asText],
  [apps, oddCharacter, nameOddCharacter, adviseOnIds],
];

// In English, German, French and Spanish.
const filler = new RegExp(
  "^(?:(?:(?:grand|sub|sous)[ _-]?)?(?:totals?|gesamt(?:summe)?|summe|sum|suma|summary)(?: g[eé]n[eé]ral)?(?: ?:.*)?|" +
    "null|none|n/a|na|nan|unknown|undefined|others?|true|false|0+|blank|empty|not set|tbd|keine|aucun|ninguno)$",
  "iu",
);

/** Whether a text stands for no entry: a word of exports, such as "N/A" or "Total", or the name of a column. */
export function isFiller(text: string): boolean {
  // Far more characters than any filler has.
  const word = text.slice(0, 100).replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
  if (word === "" || filler.test(word)) return true;
  return /^[\p{L}\s_-]+$/u.test(word) && ["entry", "note", "expires"].includes(findColumn(word).role);
}

function nameOddCharacter(entry: string): string {
  const [character = ""] = oddCharacter.exec(entry) ?? [];
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return `contains ${quote(character)}${character > "~" ? ` (U+${code})` : ""}, which no app bundle contains`;
}

function unquoted(entry: string): string {
  return entry.replaceAll(quotes, "");
}

/** Links to apps, each with its ID in a group, an iOS app's also as a number. Other links have similar forms. */
const links: readonly RegExp[] = [
  /^[^?#]*\?(?:[^#]*&)?id=([a-z]\w*(?:\.\w+)+)(?:[&#]|$)/iu,
  /^android-app:\/\/([a-z]\w*(?:\.\w+)+)(?:\/|$)/iu,
  /\bapple\.com\/(?:\w+\/)?app\/(?:[^/?#]+\/)?(id(\d+))(?:[/?#]|$)/iu,
  /\bamazon\.[a-z.]+\/(?:[^?#]*\/)?dp\/(B0[\dA-Z]{8})(?:[/?#]|$)/u,
];

function adviseOnLink(entry: string): string {
  const [, id, number] = links.map((form) => form.exec(entry)).find((found) => found !== null) ?? [];
  if (number !== undefined) return `write the ID of the app as your platform shows it, ${number} or ${id}`;
  return `write ${id === undefined ? "the ID of the app" : quote(id)}`;
}

/** Names the IDs in an entry, but none if a part of it would have to be guessed. Other numbers in a link are parameters. */
function adviseOnIds(entry: string): string | undefined {
  if (/[^\x20-\x7e]|[*{}$\\%']/u.test(entry)) return undefined;
  const parts = entry.split(/^mobileapp::?\d+-|\/[^=]*=|[^\w.-]+/iu);
  const ids = parts.filter((part) => idForm.test(part)).slice(0, /[=?]/u.test(entry) ? 1 : undefined);
  if (ids.length === 0 || !ids.every((part) => likelyKind(part) === "appBundles" || /\..+\./u.test(part)))
    return undefined;
  return `write ${quoteList(ids)}${ids.length === 1 ? "" : ", one per line"}`;
}
