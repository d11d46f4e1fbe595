import { plural } from "../common/format";
import { quote, quoteList } from "../common/quote";
import type { Kind } from "../list/kinds";
import { findColumn } from "./columns";
import type { Problem } from "./finding";
import { isTopLevel, likelyKind, storeLink } from "./likely-kind";

// In English, German, French and Spanish.
const filler = new RegExp(
  "^(?:(?:(?:grand|sub|sous)[ _-]?)?(?:totals?|gesamt(?:summe)?|summe|sum|suma|summary)(?: g[eé]n[eé]ral)?(?: ?:.*)?|" +
    "null|none|n/a|na|nan|unknown|undefined|others?|true|false|0+|blank|empty|not set|tbd|keine|aucun|ninguno)$",
  "iu",
);

/** Whether a text stands for no entry: a word of exports, such as "N/A" or "Total", or the name of a column. */
export function isFiller(text: string): boolean {
  const word = text.slice(0, longestFiller).replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
  if (word === "" || filler.test(word)) return true;
  return /^[\p{L}\s_-]+$/u.test(word) && ["entry", "note", "expires"].includes(findColumn(word).role);
}

/** The most characters of a text that are compared with fillers: far more than any of them has. */
const longestFiller = 100;

/** Matches numbers in the form in which spreadsheets and programs export them: `1.23457E+09`, `1234567890.0`. */
const exportedNumber = /^\d+[.,]\d+E[+-]?\d+$|^\d+E\+\d+$|^\d+[.,]0+$|^\d{6,}[.,]\d{1,2}$/iu;

/** The problem with a number that a spreadsheet may have rounded, in any format; undefined for other entries. */
export function findExportedNumber(entry: string): Problem | undefined {
  if (!exportedNumber.test(entry)) return undefined;
  const [, whole = "", decimals = "", exponent = 0] = /^(\d+)[.,](\d+)(?:E\+?(\d+))?$/iu.exec(entry) ?? [];
  const digits = whole + decimals.replace(/^0+$/u, "");
  const isWhole = digits !== "" && digits.length === whole.length + Number(exponent);
  const advice = isWhole ? `write ${quote(digits)}` : "enter it again, as text";
  return { problem: "is a number with decimals or an exponent", advice };
}

/**
 * The reason why an entry can never match an app, with the entry to write if the entry contains the ID; undefined if it
 * may match. IDs can be opaque, so only forms that no store and no exchange uses are named.
 */
export function findNoMatch(kind: Kind | undefined, entry: string): Problem | undefined {
  if (isFiller(entry)) return { problem: "is a filler or the name of a column, and no entry" };
  // Fillers and the Braille space; other invisible characters are errors.
  if (/[\p{Default_Ignorable_Code_Point}\u2800]/u.test(entry)) return { problem: "contains an invisible character" };
  if (kind !== "placementIds" && isTopLevel(entry.replace(/^\./u, "").toLowerCase()))
    return { problem: "is a top-level domain alone" };
  if (kind === "websites") return entry.includes(".") ? undefined : { problem: "has no dot, so it is no website" };
  const { problem, ids } = (kind === "appBundles" ? inOtherForm(entry) : inOnePlacement(entry)) ?? {};
  return problem === undefined ? undefined : { problem, advice: adviceFor(ids) };
}

function adviceFor(ids: readonly string[] = []): string | undefined {
  if (ids.length < 2) return ids.length === 0 ? undefined : `write ${quoteList(ids)}`;
  return `write ${plural(ids.length, "entry", "entries")}, one per line: ${quoteList(ids)}`;
}

/** Placement IDs that are joined: another number starts behind a separator, of five digits or the same as the first. */
function inOnePlacement(entry: string) {
  const [, number] = /^(\d+)-/u.exec(entry) ?? [];
  const ids = number === undefined ? [] : entry.split(new RegExp(`[|/+:](?=(?:${number}|\\d{5,})-)`, "u"));
  return ids.length < 2 ? undefined : { problem: "contains several placement IDs", ids };
}

/** The app bundles in a link, or in one of another form: `com.example.app` in `package:com.example.app`. */
export function idsInside(entry: string): readonly string[] {
  return inOtherForm(entry)?.ids ?? [];
}

function inOtherForm(entry: string): { readonly problem: string; readonly ids: readonly string[] } | undefined {
  if (isLink(entry)) {
    const [, ...ids] = links.map((form) => form.exec(entry)).find((found) => found !== null) ?? [];
    return { problem: "is a link", ids };
  }
  for (const [form, problem] of otherForms) {
    const found = form.exec(entry)?.slice(1);
    if (found !== undefined) return { problem, ids: found.filter((id) => idForm.test(id)) };
  }
  if (/^\d{1,3}(?:(?:\.\d{3}){2,}|(?:['’]\d{3})+)$/u.test(entry))
    return { problem: "is a number with separators", ids: [entry.replace(/\D/gu, "")] };
  const [character] = /[^\x21-\x7e]|[;&=?*%\\()<>{}[\]$'^|]/u.exec(entry) ?? [];
  if (character === undefined) return undefined;
  return { problem: `contains ${nameCharacter(character)}, which no app bundle contains`, ids: idsIn(entry) };
}

/** Whether an entry is a link, to an app in a store even without its scheme. */
export function isLink(entry: string): boolean {
  return entry.includes("://") || storeLink.test(entry);
}

const anyId = "(?:[a-z]\\w*(?:\\.[\\w-]+)+|(?:id)?\\d{5,}|B0[\\dA-Z]{8})";
const idForm = new RegExp(`^${anyId}$`, "iu");
const prefix =
  "mobileapp::?\\d+-|(?:package(?:[_-]?name)?|pkg|apk|android|ios|iphone|ipad|apple|itunes|google(?:[_-]?play)?|play|" +
  "amazon|app[_-]?store|(?:app[_-]?)?bundle(?:[_-]?id)?|app[_-]?id|mobileapp):(?:/[^=]*=)?";

/** Links to apps, each with its ID in a group, an iOS app's also as a number. Other links have similar forms. */
const links: readonly RegExp[] = [
  /^[^?#]*\?(?:[^#]*&)?id=([a-z]\w*(?:\.\w+)+)(?:[&#]|$)/iu,
  /^android-app:\/\/([a-z]\w*(?:\.\w+)+)(?:\/|$)/iu,
  /\bapple\.com\/(?:\w+\/)?app\/(?:[^/?#]+\/)?(id(\d+))(?:[/?#]|$)/iu,
  /\bamazon\.[a-z.]+\/(?:[^?#]*\/)?dp\/(B0[\dA-Z]{8})(?:[/?#]|$)/u,
];

/** Entries of other programs, each with its ID in a group. */
const otherForms: readonly (readonly [RegExp, problem: string])[] = [
  [new RegExp(`^(?:${prefix})(.+)$`, "iu"), "has a prefix that no app bundle has"],
  [/\.\./u, "contains two dots in a row"],
  // The name of an activity, a version, and the marks of filters.
  [
    new RegExp(`^(?!${anyId}$)[|@!.+~^:/-]*(${anyId})(?:/(?:\\.|\\w+\\.)[\\w.$]+|@v?\\d[\\w.+-]*|[|!~^:/.]*)$`, "iu"),
    "has other characters around its ID",
  ],
];

/**
 * The IDs in an entry; none if a part of it would have to be guessed, such as a file of an app. Other numbers in a link
 * are parameters.
 */
function idsIn(entry: string): readonly string[] {
  if (/[^\x20-\x7e]|[*{}$\\%']/u.test(entry)) return [];
  const ids = entry.split(/[^\w.-]+/u).filter((part) => idForm.test(part));
  if (!ids.every((part) => likelyKind(part) === "appBundles" || /\..+\./u.test(part))) return [];
  return /[=?]/u.test(entry) ? ids.slice(0, 1) : ids;
}

function nameCharacter(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return character > "~" ? `${quote(character)} (U+${code})` : quote(character);
}
