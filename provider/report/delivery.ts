import { formatCount } from "../common/format";
import type { Limit } from "../list/change-guard";
import { spellingKey } from "../list/entry";
import { kinds, type Kind } from "../list/kinds";
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

const added = ["added", "missing"] as const;
const removed = ["removed", "unexpected"] as const;

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
  const total = sumShares(
    resources.flatMap(({ kinds }) => kinds),
    true,
  );
  const source = { file, measure, ...(days && { days }), rowsLeftOut: delivery.rowsLeftOut };
  const errors = most === undefined ? [] : resources.flatMap((resource) => judge(resource, source, most.most / 100));
  return { ...report, resources, errors: [...report.errors, ...errors], delivery: { ...source, ...total } };
}

type ShareOf = (kind: Kind, entry: string) => number | undefined;

function sharesOf({ amounts, total }: Delivery): ShareOf {
  const byKey = new Map<string, number>();
  for (const kind of kinds) {
    for (const [entry, amount] of amounts) {
      const key = keyOf(kind, entry);
      byKey.set(key, (byKey.get(key) ?? 0) + amount / total);
    }
  }
  return (kind, entry) => byKey.get(keyOf(kind, entry));
}

function keyOf(kind: Kind, entry: string): string {
  return `${kind} ${spellingKey(kind, entry)}`;
}

function withShares(resource: ResourceReport, shareOf: ShareOf): ResourceReport {
  const reports = resource.kinds.map((report) => {
    const of = (entries: readonly ReportedEntry[]) =>
      entries
        .map((entry) => ({ ...entry, share: shareOf(report.kind, entry.entry) }))
        .toSorted((one, other) => (other.share ?? -1) - (one.share ?? -1));
    const [more, missing, less, unexpected] = [report.added, report.missing, report.removed, report.unexpected].map(of);
    return { ...report, added: more ?? [], missing: missing ?? [], removed: less ?? [], unexpected: unexpected ?? [] };
  });
  const delivery = sumShares(reports, false);
  return { ...resource, kinds: reports, ...(delivery.entries > 0 && { delivery }) };
}

/** @param once whether an entry of several lists counts once. */
function sumShares(reports: ResourceReport["kinds"], once: boolean): Shares {
  const sum = (changes: typeof added | typeof removed) => {
    const entries = reports.flatMap((report) =>
      changes.flatMap((change) =>
        report[change].map((entry) => [keyOf(report.kind, entry.entry), entry.share] as const),
      ),
    );
    const counted = once ? [...new Map(entries)] : entries;
    return {
      share: Math.min(
        1,
        counted.reduce((total, [, share = 0]) => total + share, 0),
      ),
      entries: counted.length,
      unknown: counted.filter(([, share]) => share === undefined).length,
    };
  };
  const [more, less] = [sum(added), sum(removed)];
  return {
    ...(more.entries > 0 && { added: more.share }),
    ...(less.entries > 0 && { removed: less.share }),
    entries: more.entries + less.entries,
    unknown: more.unknown + less.unknown,
  };
}

type Source = Pick<NonNullable<Report["delivery"]>, "file" | "measure" | "days">;

function judge({ name, delivery }: ResourceReport, source: Source, most: number): Report["errors"] {
  if (delivery === undefined || Math.max(delivery.added ?? 0, delivery.removed ?? 0) <= most) return [];
  const message =
    `the change ${printShares(delivery, source)}, more than --max-delivery ${printShare(most)} [DELIVERY_LIMIT]\n` +
    "Nothing was changed. Check the entries, or set a higher limit.";
  return [{ message, code: "DELIVERY_LIMIT", resources: [name] }];
}

/** For example "adds entries with 41.2% of the impressions in last-30-days.csv (24 Oct – 22 Nov)". */
export function printShares({ added: more, removed: less }: Shares, { file, measure, days }: Source): string {
  const parts = [
    ...(more === undefined ? [] : [`adds entries with ${printShare(more)}`]),
    ...(less === undefined ? [] : [`removes entries with ${printShare(less)}`]),
  ];
  const when = days === undefined ? "its dates are not known" : `${printDay(days.first)} – ${printDay(days.last)}`;
  return `${parts.join(" and ")} of the ${measure} in ${file} (${when})`;
}

/** For example "12 of 37 entries are not in it": their share is not known. */
export function printUnknown({ unknown, entries }: Shares): string {
  return unknown === 0 ? "" : `; ${formatCount(unknown)} of ${formatCount(entries)} entries are not in it`;
}

export function printShare(share: number): string {
  if (share > 0 && share < 0.001) return "under 0.1%";
  return `${(share * 100).toLocaleString("en-US", { maximumFractionDigits: 1 })}%`;
}

function printDay(day: string): string {
  return new Date(day).toLocaleDateString("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
}
