import { plural } from "../common/format";
import { quote, quoteList } from "../common/quote";
import { findColumn } from "./columns";
import type { Kind } from "./kinds";

const filler =
  /^(?:(?:grand[ _-]?)?totals?|gesamt|summe|sum|summary|null|none|n\/a|na|nan|unknown|undefined|others?|true|false|0+)$/iu;

/** Whether a text stands for no entry: a word of exports, such as "N/A" or "Total", or the name of a column. */
export function isFiller(text: string): boolean {
  const word = text.slice(0, longestFiller).replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
  return word === "" || filler.test(word) || ["entry", "note", "expires"].includes(findColumn(word).role);
}

/** The most characters of a text that are compared with fillers: far more than any of them has. */
const longestFiller = 100;

/** Matches numbers in the form in which spreadsheets and programs export them: `1.23457E+09`, `1234567890.0`. */
export const exportedNumber = /^\d+[.,]\d+E[+-]?\d+$|^\d+E\+\d+$|^\d+[.,]0+$|^\d{6,}[.,]\d{1,2}$/iu;

/**
 * The reason why an entry can never match an app, with the entry to write if the entry contains the ID; undefined if it
 * may match. IDs can be opaque, so only forms that no store and no exchange uses are named.
 *
 * @returns the end of a sentence that starts with the entry.
 */
export function findNoMatch(kind: Kind | undefined, entry: string): string | undefined {
  if (isFiller(entry)) return "is a filler or the name of a column, and no entry";
  // Fillers and the Braille space; other invisible characters are errors.
  if (/[\p{Default_Ignorable_Code_Point}\u2800]/u.test(entry)) return "contains an invisible character";
  if (kind !== "appBundles") return undefined;
  for (const [form, problem, idsOf] of otherForms) if (form.test(entry)) return problem + advise(idsOf(entry));
  const [character] = /[^\x21-\x7e]|[;&=?*%\\()<>{}[\]$']/u.exec(entry) ?? [];
  if (character === undefined) return undefined;
  return `contains ${nameCharacter(character)}, which no app bundle contains${advise(idsIn(entry))}`;
}

const otherForms: readonly (readonly [RegExp, problem: string, idsOf: (entry: string) => readonly string[]])[] = [
  [/^mobileapp::\d+-./iu, "has the prefix of another platform", (entry) => [entry.replace(/^.*?-/u, "")]],
  [
    /^\d{1,3}(?:(?:\.\d{3}){2,}|(?:['’]\d{3})+)$/u,
    "is a number with separators",
    (entry) => [entry.replace(/\D/gu, "")],
  ],
  [exportedNumber, "is a number with decimals or an exponent", digitsOf],
  [/^[\w-]+(?:\.[\w-]+)+(?:\|[\w-]+(?:\.[\w-]+)+)+$/u, "contains several IDs", (entry) => entry.split("|")],
  [/\.\./u, "contains two dots in a row", () => []],
  [/\.$/u, "ends with a dot", (entry) => [entry.slice(0, -1)]],
];

const idForm = /^(?:[a-z]\w*(?:\.[\w-]+)+|(?:id)?\d{5,}|B0[\dA-Z]{8})$/iu;

function advise(entries: readonly string[]): string {
  if (entries.length <= 1) return entries.map((entry) => `: write ${quote(entry)}`).join("");
  return `: write ${plural(entries.length, "entry", "entries")}, one per line: ${quoteList(entries)}`;
}

/** All digits of an exported number, in an array; empty if some may be lost. */
function digitsOf(entry: string): readonly string[] {
  const [, whole = "", decimals = "", exponent = 0] = /^(\d+)[.,](\d+)(?:E\+?(\d+))?$/iu.exec(entry) ?? [];
  const digits = whole + decimals.replace(/^0+$/u, "");
  return digits !== "" && digits.length === whole.length + Number(exponent) ? [digits] : [];
}

/** The IDs in an entry; none if a part of it would have to be guessed. Other numbers in a link are parameters. */
function idsIn(entry: string): readonly string[] {
  const decoded = entry.replace(/%([2-7][\da-f])/giu, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  // A whole text of combining characters would take seconds.
  const ascii = decoded.replaceAll(/\p{Pd}/gu, "-").replaceAll(/[^ -~]/gu, (each) => each.normalize("NFKC"));
  if (ascii.length !== decoded.length || /[^\x20-\x7e]|[*{}$\\%']/u.test(ascii)) return [];
  const ids = ascii.split(/[^\w.-]+/u).filter((part) => idForm.test(part));
  return /[=?]/u.test(ascii) ? ids.slice(0, 1) : ids;
}

function nameCharacter(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return character > "~" ? `${quote(character)} (U+${code})` : quote(character);
}
