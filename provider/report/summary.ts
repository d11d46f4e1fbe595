import { formatCount, plural } from "../common/format";
import { printable, quoteList } from "../common/quote";
import { printEffects } from "../list/summary";
import { printShares, printSource } from "./delivery";
import { hasDrift, isChange, notVerified, reportOutcome } from "./report";
import type { JsonReport, Report, ResourceReport, Total, Totals } from "./report";

/** The document that `app-list report --json` prints. */
export function jsonReport(report: Report): JsonReport {
  const verdict = printHeadline(report);
  return { version: 1, outcome: reportOutcome(report), verdict, counts: countReport(report), ...report };
}

export function countReport({ resources }: Report) {
  const changing = resources.filter(isChange);
  return {
    lists: countLists(resources),
    changing: countLists(changing),
    drifting: countLists(resources.filter(hasDrift)),
    totals: sumTotals(resources.map(({ totals }) => totals)),
  };
}

/** Several resources may manage one list. A list that is not known yet counts separately. */
function countLists(resources: readonly ResourceReport[]): number {
  const keys = resources.map(({ appListId, provider, urn }) =>
    JSON.stringify(appListId === undefined ? urn : [provider, appListId]),
  );
  return new Set(keys).size;
}

function sumTotals(all: readonly Totals[]): Totals {
  const total = (change: "added" | "removed"): Total => {
    const totals = all.map((each) => each[change]);
    return { count: sum(totals.map(({ count }) => count)), isAtMost: totals.some(({ isAtMost }) => isAtMost) };
  };
  const expired = all.reduce((one, totals) => one + (totals.expired ?? 0), 0) || undefined;
  return { added: total("added"), removed: total("removed"), expired, atRisk: sum(all.map(({ atRisk }) => atRisk)) };
}

/** null if one of the numbers is not known. */
function sum(numbers: readonly (number | null)[]): number | null {
  return numbers.reduce((one, other) => (one === null || other === null ? null : one + other), 0);
}

export function printError({ message, resources }: Report["errors"][number]): string {
  if (resources.length === 0) return message;
  return `resource${resources.length === 1 ? "" : "s"} ${quoteList(resources)}: ${message}`;
}

/** The outcome in one sentence, without untrusted text. */
export function printHeadline(report: Report): string {
  const { errors, resources, isDriftOnly, delivery } = report;
  const { lists, changing, drifting, totals } = countReport(report);
  const { length } = notVerified(report);
  const unverified = length === 0 ? "" : `; ${formatCount(length)} not verified`;
  const which = `${changing === lists ? "" : `${formatCount(changing)} of `}${plural(lists, "app list")}`;
  const shares = delivery && delivery.entries > 0 ? `; ${printShares(delivery, printSource(delivery))}` : "";
  const isOfArguments = resources.filter(isChange).every((each) => each.changedArguments.length > 0);
  const numbers = printTotals(totals, purposeOf(resources)) || (isOfArguments ? "only arguments" : "no entries");
  const effect = `change: ${numbers}${shares}`;
  switch (reportOutcome(report)) {
    case "error":
      return `The preview failed with ${plural(errors.length, "error")}`;
    case "overLimit": {
      const limit = resources.some(({ overLimit }) => overLimit.length > 0) ? "the limit" : "--max-delivery";
      return `Over ${limit}; ${which} would ${effect}`;
    }
    case "changes": {
      const drift = `rift in ${plural(drifting, "app list")}`;
      if (isDriftOnly === true) return `D${drift}${unverified}`;
      return changing > 0 ? `${which} will ${effect}` : `No changes, but d${drift}${unverified}`;
    }
    case "notVerified": {
      if (isDriftOnly !== true) return `No changes${unverified}`;
      return `Drift is not known${lists === 0 ? ": the stack has no deployed app list" : unverified}`;
    }
    case "nothing": {
      // A preview does not read resources that are not targets.
      const read = report.isRefreshed ? resources.filter(({ observation }) => observation !== "notRead") : [];
      const drift = `no drift in ${plural(countLists(read), "list")}`;
      if (isDriftOnly === true) return `N${drift.slice(1)}`;
      return read.length === 0 ? "No changes" : `No changes, and ${drift}`;
    }
  }
}

/** The outcome in one line, with the first error. */
export function printVerdict(report: Report): string {
  const [error] = report.errors;
  const reason = error === undefined ? "" : `: ${printError(error).split("\n", 1)[0] ?? ""}`;
  return printable(printHeadline(report) + reason);
}

/** The purpose of the changing lists, if all have the same. */
function purposeOf(resources: readonly ResourceReport[]): ResourceReport["purpose"] {
  const [purpose, ...others] = new Set(resources.filter(isChange).map((resource) => resource.purpose));
  return others.length === 0 ? purpose : undefined;
}

/** For example "+18, −19", "+18 blocked, up to −19 no longer blocked", "+3; removals not known yet"; "" for none. */
export function printTotals({ added, removed }: Totals, purpose: ResourceReport["purpose"]): string {
  const signed = (sign: string, { count, isAtMost }: Total) =>
    count ? `${isAtMost ? "up to " : ""}${sign}${formatCount(count)}` : "";
  const [plus, minus] = [signed("+", added), signed("−", removed)];
  const numbers = purpose === undefined ? [plus, minus].filter(Boolean).join(", ") : printEffects(plus, minus, purpose);
  const unknown = [added.count === null && "additions", removed.count === null && "removals"].filter(Boolean);
  return [numbers, unknown.length > 0 && `${unknown.join(" and ")} not known yet`].filter(Boolean).join("; ");
}
