import { named, quote, quoteList } from "../common/quote";
import { count, isEmpty, noEntries, union, type Entries } from "./entries";
import { formatKindCount, kinds, kindName } from "./kinds";
import type { Judgement, Limit } from "./limits";
import { removedEntries, type Update } from "./update";
import { formatCount, formatPart, joinPhrases, plural } from "../common/format";

/** The possible uses of a list in campaigns. */
export const purposes = ["block", "allow"] as const;

export type Purpose = (typeof purposes)[number];

/**
 * The effects of adding and removing an entry. The API does not return the purpose of a list, so the program declares
 * it.
 */
export const effects = {
  block: { added: "blocked", removed: "no longer blocked" },
  allow: { added: "allowed", removed: "no longer allowed" },
} as const satisfies Readonly<Record<Purpose, unknown>>;

/**
 * The numbers of a change and their effect: `+18 app bundles blocked, −19 no longer blocked`. Either number can be "".
 */
export function printEffects(added: string, removed: string, purpose: Purpose): string {
  const words = effects[purpose];
  return [added && `${added} ${words.added}`, removed && `${removed} ${words.removed}`].filter(Boolean).join(", ");
}

/** The name of a list in every sentence: `app list 4321 "brand-safety"`; without the name if it is not known. */
export function nameList(appListId: number, name: string | undefined): string {
  return name === undefined || name === "" ? `app list ${appListId}` : `app list ${appListId} ${quote(name)}`;
}

/**
 * An update in a few words, such as `+18 −19 app bundles → 9,999 managed, removes 19 of 10,000 entries (0.2%)`. A small
 * one has its entries: `+1 app bundle → 6 managed: +"com.example.new"`. A larger one has its removals if they are few.
 *
 * @param after the number of declared entries.
 * @param whole what the state manages or has as missing.
 * @param purpose the purpose of the list. Default: not known, and the words are neutral.
 * @param isSecret whether the entries are only counted. Default: false.
 * @returns undefined if nothing changes.
 */
export function summarize(
  update: Update,
  after: number,
  whole: Entries,
  { purpose, isSecret = false }: { readonly purpose?: Purpose | undefined; readonly isSecret?: boolean } = {},
): string | undefined {
  const [added, removed] = [update.add, removedEntries(update)];
  const parts = kinds.flatMap((kind) => {
    const [more, less] = [added[kind].size, removed[kind].size];
    if (more + less === 0) return [];
    const [plus, minus] = [more > 0 ? `+${formatCount(more)}` : "", less > 0 ? `−${formatCount(less)}` : ""];
    if (purpose === undefined) return [`${[plus, minus].filter(Boolean).join(" ")} ${kindName(kind, more + less)}`];
    // The first number names the kind.
    const name = ` ${kindName(kind, more || less)}`;
    return [printEffects(plus && plus + name, plus === "" ? minus + name : minus, purpose)];
  });
  if (parts.length === 0) return undefined;
  const total = ` → ${formatCount(after)} managed`;
  const expired = isEmpty(update.remove.expired) ? "" : `, ${formatCount(count(update.remove.expired))} expired`;
  const judged = union(update.remove.own, update.remove.unmanaged);
  const share = isEmpty(judged) ? "" : `, removes ${formatPart(count(judged), count(union(whole, judged)))}`;
  return parts.join(", ") + total + expired + share + (isSecret ? "" : nameChanges(added, removed));
}

/** The removals of an update: `−4 app bundles, because …: −"com.a" …`. @param reason comes after the numbers. */
export function summarizeRemovals(update: Update, reason: string, isSecret: boolean): string {
  const removed = removedEntries(update);
  return countByKind(removed, "−").join(", ") + reason + (isSecret ? "" : nameChanges(noEntries, removed));
}

function nameChanges(added: Entries, removed: Entries): string {
  const few = count(added) + count(removed) <= named.wholeChange ? added : noEntries;
  if (count(removed) > named.wholeChange) return "";
  const names = kinds.flatMap((kind) => [
    ...Array.from(few[kind], (entry) => `+${quote(entry)}`),
    ...Array.from(removed[kind], (entry) => `−${quote(entry)}`),
  ]);
  return names.length === 0 ? "" : `: ${names.join(" ")}`;
}

/** A limit as the program writes it: "30%" or "500". */
export function printLimit({ unit, most }: Limit): string {
  return unit === "entries" ? formatCount(most) : `${most}%`;
}

/** What is over a limit: `removalLimit "30%" allows 3 of 12; this change removes 9 app bundles`. */
export function printJudgement({ of, kind, value, changed, whole, allowed }: Judgement): string {
  const isAddition = of === "added";
  const isShare = value.unit === "percent";
  const limit = `${isAddition ? "additionLimit" : "removalLimit"} ${isShare ? `"${printLimit(value)}"` : printLimit(value)}`;
  const most = isShare ? `${formatCount(allowed)} of ${formatCount(whole)}` : plural(allowed, "entry", "entries");
  const changes = `${isAddition ? "adds" : "removes"} ${formatCount(changed)}${of === "unmanaged" ? " unmanaged" : ""}`;
  return `${limit} allows ${most}; this change ${changes} ${kindName(kind, changed)}`;
}

/** Counts by kind in a sentence, without the kinds that have none: "2 app bundles and 1 website". */
export function formatCounts(entries: Entries): string {
  return joinPhrases(countByKind(entries)) || "no entries";
}

function countByKind(entries: Entries, sign = ""): readonly string[] {
  const some = kinds.filter((kind) => entries[kind].size > 0);
  return some.map((kind) => sign + formatKindCount(kind, entries[kind].size));
}

/**
 * Entries in a sentence: their numbers by kind, and the first names in the order of the text: `2 app bundles and 1
 * website ("com.a", "com.b", "a.example")`.
 *
 * @param isSecret whether the entries are only counted. Default: false.
 */
export function describeEntries(
  entries: Entries,
  { most = named.examples, isSecret = false }: { readonly most?: number; readonly isSecret?: boolean } = {},
): string {
  if (isSecret || isEmpty(entries)) return formatCounts(entries);
  const all = kinds.flatMap((kind) => [...entries[kind]]);
  return `${formatCounts(entries)} (${quoteList(all, most)})`;
}
