import { formatCount, formatShare, plural } from "../common/format";
import type { Limit } from "../list/limits";
import { spellingKey } from "../list/entry";
import { byKind } from "../list/kinds";
import type { Report, ReportedEntry, ResourceReport } from "./report";
import { bounds } from "./bounds";

type Shares = Omit<NonNullable<ResourceReport["delivery"]>, "maxDelivery">;

type Source = Omit<NonNullable<Report["delivery"]>, keyof Shares>;

/** A delivery report of the ad platform: the share of each row, with the entry in the spelling of the file. */
export type Delivery = Source & { readonly shares: readonly (readonly [entry: string, share: number])[] };

/**
 * Adds the effect of the changes on delivery, according to a delivery report. The entries of a change are sorted by
 * their share.
 *
 * @param most the largest share that one list may add or remove. Default: no limit.
 */
export function withDelivery(report: Report, { shares, ...given }: Delivery, most?: Limit): Report {
  // The headline of a comment is Markdown.
  const file = given.file.slice(0, bounds.nameCharacters).replaceAll(/[^\p{L}\p{N} .-]/gu, "_");
  const source = { ...given, file };
  const rows = byKind((kind) => Map.groupBy(shares, ([entry]) => spellingKey(kind, entry)));
  const shareOf = ({ kind, entry }: ReportedEntry) =>
    sumKnown((rows[kind].get(spellingKey(kind, entry)) ?? []).map(([, share]) => share));
  const mostShare = (most?.most ?? 100) / 100;
  const resources = report.resources.map((resource) => {
    const entries = resource.entries
      .map((entry) => (entry.change === "kept" ? entry : { ...entry, share: shareOf(entry) }))
      .toSorted((one, other) => (other.share ?? -1) - (one.share ?? -1));
    const shares = sumShares(entries);
    const isOver = Math.max(shares.added ?? 0, shares.removed ?? 0) > mostShare;
    const delivery = { ...shares, ...(isOver && { maxDelivery: mostShare }) };
    return { ...resource, entries, ...(delivery.entries > 0 && { delivery }) };
  });
  const total = sumShares(resources.flatMap(({ entries }) => entries));
  return { ...report, resources, delivery: { ...source, ...total } };
}

/** An entry of several lists counts once. */
function sumShares(entries: readonly ReportedEntry[]): Shares {
  const sharesOfChanges = (...changes: readonly ReportedEntry["change"][]) => {
    const changed = entries.filter(({ change }) => changes.includes(change));
    return [...new Map(changed.map(({ kind, entry, share }) => [`${kind} ${entry}`, share])).values()];
  };
  const [added, removed] = [sharesOfChanges("added", "missing"), sharesOfChanges("removed", "expired", "unexpected")];
  const all = [...added, ...removed];
  const unknown = all.filter((share) => share === undefined).length;
  return { added: sumKnown(added), removed: sumKnown(removed), entries: all.length, unknown };
}

/** The sum of the known shares; undefined if none is known. At most 1, because sums of fractions are rounded. */
function sumKnown(shares: readonly (number | undefined)[]): number | undefined {
  const known = shares.filter((share) => share !== undefined);
  const whole = known.reduce((one, other) => one + other, 0);
  return known.length === 0 ? undefined : Math.min(1, whole);
}

/**
 * For example "adds entries with 41.2% of the impressions; 12 of 37 entries are not in the file".
 *
 * @param whole the source of the shares, such as "impressions".
 */
export function printShares({ added, removed, unknown, entries }: Shares, whole: string): string {
  if (unknown === entries) return `the delivery file contains none of the ${formatCount(entries)} changed entries`;
  const effects = [
    added !== undefined && `adds entries with ${formatShare(added)}`,
    removed !== undefined && `removes entries with ${formatShare(removed)}`,
  ].filter(Boolean);
  const rest = unknown === 0 ? "" : `; ${formatCount(unknown)} of ${formatCount(entries)} entries are not in the file`;
  return `${effects.join(" and ")} of the ${whole}${rest}`;
}

/** The source of the shares, such as "impressions in last-30-days.csv (24 Oct – 22 Nov; 2 rows of totals left out)". */
export function printSource({ file, measure, days, rowsLeftOut }: Source): string {
  const when = days === undefined ? "its dates are not known" : `${printDay(days.first)} – ${printDay(days.last)}`;
  const totals = rowsLeftOut === 0 ? "" : `; ${plural(rowsLeftOut, "row")} of totals left out`;
  return `${measure} in ${file} (${when}${totals})`;
}

function printDay(day: string): string {
  return new Date(day).toLocaleDateString("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
}
