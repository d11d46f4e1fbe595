import { wordsOf } from "./columns";
import { readDay } from "./last-days";

/** What a whole cell says of its row: gone means that its entry left the list. */
type Verdict = "empty" | "yes" | "no" | "gone" | "keep" | "act";

/**
 * Whether an ignored column seems to decide which rows count: it answers yes or no, or has a word such as "keep" or
 * "blocked", or its name says that entries left, or it has days, of which one is in the future.
 *
 * @param counts its texts in the rows with entries, each with the number of its rows.
 * @param today in UTC, as `YYYY-MM-DD`.
 */
export function isDeciding(name: string, counts: ReadonlyMap<string, number>, today: string): boolean {
  const texts = [...counts.keys()].filter(Boolean);
  const rows = new Map<Verdict | undefined, number>();
  for (const [text, count] of counts) rows.set(verdictOf(text), (rows.get(verdictOf(text)) ?? 0) + count);
  const isGone = goneInName.test(fold(wordsOf(name)));
  if ([...rows.keys()].every((verdict) => ["yes", "no", "empty"].includes(verdict ?? "")))
    // A column such as "Blocked" with "no" in all rows means the opposite of its list.
    return rows.size > 1 || (isGone ? rows.has("yes") : rows.has("no") && verdictOf(wordsOf(name)) !== undefined);
  const [gone = 0, keep = 0, act = 0] = (["gone", "keep", "act"] as const).map((verdict) => rows.get(verdict));
  const filled = texts.reduce((sum, text) => sum + (counts.get(text) ?? 0), 0);
  const deciding = gone + keep + (counts.size === 1 ? 0 : act);
  // Among many names of apps, one can be such a word.
  if (isGone || deciding > (texts.length * 2 > filled ? filled / 20 : 0)) return true;
  const days = texts.map(readDay);
  return days.every((day) => day !== undefined) && days.some((day) => day > today);
}

/** Whether a cell says that its entry left the list, such as "removed" or "inactive". */
export function saysGone(text: string): boolean {
  return verdictOf(text) === "gone";
}

/** The longest text that is compared with words: longer than any of them. */
const longestWord = 40;

function verdictOf(text: string): Verdict | undefined {
  if (text.length > longestWord) return undefined;
  const word = fold(text).replace(/-|^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "") || text;
  return verdicts.find(([, form]) => form.test(word))?.[0];
}

/** A text in lower case and without accents. */
function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("’", "'").toLowerCase();
}

// In English, German, French and Spanish.
const keep =
  "keep|kept|allow|includ|approv|accept|permit|monitor|ignor|paus|whitelist|behalt|erlaub|zulass|zugelass|freigeb|" +
  "freigegeb|genehmig|beobacht|autoris|conserv|garder?|inclu|inclus|manten|aprob";
const act =
  "block|banned|exclud|remov|delet|reject|enabl|activ|activat|deny|denied|disallow|blacklist|sperr|gesperrt|" +
  "ausschließ|ausgeschloss|entfern|losch|ablehn|abgelehnt|aktiv|bloqu|bloque|exclu|exclus|supprim|rejet|elimin|rechaz";
const gone =
  "removed|deleted|unblock(?:ed)?|inactive|disabled|deactivated|entfernt|geloscht|entsperrt|inaktiv|deaktiviert|" +
  "(?:supprim|debloqu|desactiv)ee?s?|inacti[fv]e?s?|(?:elimin|desbloque|desactiv|borr)ad[oa]s?|inactiv[oa]s?";
const ending = "(?:e|ed|es|s|ing|ion|al| ?list(?:ed)?|iert|ieren|t|en|er|ir|ar|ee?s?|[ai]d[oa]s?|[fo])?";
const before = "(?:(?:to|to be|please|is|are|was|now|should be|will be) )?";
const not =
  "(?:(?:do|does|is|are|was|should) )?(?:not|no longer|never|don't|no|ya no|nicht(?: mehr)?|ne (?:pas|plus))(?: be)?";

const verdicts: readonly (readonly [Verdict, RegExp])[] = [
  ["empty", /^$/u],
  ["yes", /^(?:yes|y|true|t|1|on|x|ja|j|wahr|an|oui|vrai|si|verdadero|[✓✔☑✅+])$/u],
  ["no", /^(?:no|n|false|f|0|off|nein|falsch|aus|non|faux|falso|[-–—✗✘❌☐])$/u],
  ["gone", new RegExp(`^${before}(?:${gone})$`, "u")],
  ["keep", new RegExp(`^(?:${before}(?:${keep})|${not} (?:${keep}|${act}))${ending}$`, "u")],
  ["act", new RegExp(`^${before}(?:${act})${ending}$`, "u")],
];

/** Matches names of columns, such as "removed on", that say when or whether entries left. */
const goneInName = new RegExp(`\\b(?:${gone})\\b`, "u");
