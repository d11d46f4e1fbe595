import { formatCount, joinPhrases } from "../common/format";
import { quote } from "../common/quote";
import type { Entries } from "./entries";
import { formatKindCount, kinds } from "./kinds";
import type { Limit } from "./limits";

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

/** A limit as the program writes it: "30%" or "500". */
export function printLimit({ unit, most }: Limit): string {
  return unit === "entries" ? formatCount(most) : `${most}%`;
}

/** Counts by kind in a sentence, without the kinds that have none: "2 app bundles and 1 website". */
export function formatCounts(entries: Entries): string {
  const some = kinds.filter((kind) => entries[kind].size > 0);
  return joinPhrases(some.map((kind) => formatKindCount(kind, entries[kind].size))) || "no entries";
}
