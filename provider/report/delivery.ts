import { formatCount } from "../common/format";
import type { Limit } from "../list/change-guard";
import { spellingKey } from "../list/entry";
import { kinds } from "../list/kinds";
import type { Report, ReportedEntry, ResourceReport } from "./report";
import { bounds } from "./bounds";

/** What a report of the ad platform says about entries. */
export interface Delivery {
  /** The name of the file. */
  readonly file: string;
  readonly measure: "impressions" | "spend";
  /** The amounts by entry, as the file spells it. The rows of one entry are added up. */
  readonly amounts: ReadonlyMap<string, number>;
  /** The sum of all rows that have an entry. */
  readonly total: number;
  /** The first and the last day. Undefined if no column has ISO dates in all rows. */
  readonly days: { readonly first: string; readonly last: string } | undefined;
  /** The rows without an entry, and those of totals. */
  readonly rowsLeftOut: number;
}

type Shares = NonNullable<ResourceReport["delivery"]>;

/**
 * Adds to a report what its changes do to delivery, by a report of the ad platform. Only shares are added: a comment can be
 * public. The entries of a change are sorted by their share.
 *
 * @param most the largest share that one list may add or remove; more is an error. Default: no limit.
 */
export function withDelivery(report: Report, delivery: Delivery, most?: Limit): Report {
  const { measure, days } = delivery;
  // The headline of a comment is Markdown.
  const file = delivery.file.slice(0, bounds.nameCharacters).replaceAll(/[^\p{L}\p{N} .-]/gu, "_");
  const shareOf = sharesOf(delivery);
  const resources = report.resources.map((resource) => withShares(resource, shareOf));
  const total = sumShares(resources.flatMap(({ entries }) => entries));
  const source = { file, measure, ...(days && { days }), rowsLeftOut: delivery.rowsLeftOut };
  const errors = most === undefined ? [] : resources.flatMap((resource) => judge(resource, source, most.most / 100));
  return { ...report, resources, errors: [...report.errors, ...errors], delivery: { ...source, ...total } };
}

type ShareOf = (entry: ReportedEntry) => number | undefined;

function sharesOf({ amounts, total }: Delivery): ShareOf {
  const byKey = new Map<string, number>();
  for (const kind of kinds) {
    for (const [entry, amount] of amounts) {
      const key = keyOf({ kind, entry });
      byKey.set(key, (byKey.get(key) ?? 0) + amount / total);
    }
  }
  return (entry) => byKey.get(keyOf(entry));
}

function keyOf({ kind, entry }: Pick<ReportedEntry, "kind" | "entry">): string {
  return `${kind} ${spellingKey(kind, entry)}`;
}

function withShares(resource: ResourceReport, shareOf: ShareOf): ResourceReport {
  const entries = resource.entries
    .map((entry) => (entry.change === "kept" ? entry : { ...entry, share: shareOf(entry) }))
    .toSorted((one, other) => (other.share ?? -1) - (one.share ?? -1));
  const delivery = sumShares(entries);
  return { ...resource, entries, ...(delivery.entries > 0 && { delivery }) };
}

/** An entry of several lists counts once. */
function sumShares(entries: readonly ReportedEntry[]): Shares {
  const sharesOfChanges = (...changes: readonly ReportedEntry["change"][]) => {
    const changed = entries.filter(({ change }) => changes.includes(change));
    return [...new Map(changed.map((entry) => [keyOf(entry), entry.share])).values()];
  };
  const [added, removed] = [sharesOfChanges("added", "missing"), sharesOfChanges("removed", "unexpected")];
  const all = [...added, ...removed];
  const unknown = all.filter((share) => share === undefined).length;
  return { added: sum(added), removed: sum(removed), entries: all.length, unknown };
}

function sum(shares: readonly (number | undefined)[]): number | undefined {
  const known = shares.filter((share) => share !== undefined);
  // Sums of fractions are rounded.
  return known.length === 0
    ? undefined
    : Math.min(
        1,
        known.reduce((one, other) => one + other),
      );
}

type Source = Pick<NonNullable<Report["delivery"]>, "file" | "measure" | "days">;

function judge({ name, delivery }: ResourceReport, source: Source, most: number): Report["errors"] {
  if (delivery === undefined || Math.max(delivery.added ?? 0, delivery.removed ?? 0) <= most) return [];
  const message =
    `more than --max-delivery ${printShare(most)}: the change ${printShares(delivery, source, "list")} [DELIVERY_LIMIT]\n` +
    "Nothing was changed. Check the entries, or set a higher limit.";
  return [{ message, code: "DELIVERY_LIMIT", resources: [name] }];
}

/**
 * For example "adds entries with 41.2% of the impressions in last-30-days.csv (24 Oct – 22 Nov); 12 of 37 entries are not in
 * it", or of one list, in short, "adds entries with 41.2% of the impressions; 12 of 37 entries are not in the file".
 */
export function printShares(shares: Shares, { file, measure, days }: Source, of: "report" | "list"): string {
  const { added, removed, unknown, entries } = shares;
  const when = days === undefined ? "its dates are not known" : `${printDay(days.first)} – ${printDay(days.last)}`;
  const [source, it] = of === "report" ? [` in ${file} (${when})`, "it"] : ["", "the file"];
  if (unknown === entries) return `${file} contains none of the changed entries`;
  const effects = [
    added === undefined ? "" : `adds entries with ${printShare(added)}`,
    removed === undefined ? "" : `removes entries with ${printShare(removed)}`,
  ];
  const rest = unknown === 0 ? "" : `; ${formatCount(unknown)} of ${formatCount(entries)} entries are not in ${it}`;
  return `${effects.filter((effect) => effect !== "").join(" and ")} of the ${measure}${source}${rest}`;
}

export function printShare(share: number): string {
  if (share > 0 && share < 0.001) return "under 0.1%";
  return `${(share * 100).toLocaleString("en-US", { maximumFractionDigits: 1 })}%`;
}

function printDay(day: string): string {
  return new Date(day).toLocaleDateString("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
}
