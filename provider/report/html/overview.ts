import { formatCount, plural, formatShare } from "../../common/format";
import { formatKindCount, kinds } from "../../list/kinds";
import { isChange, reportOutcome, type Report } from "../report";
import {
  countEntries,
  countReport,
  driftHint,
  endangersCampaigns,
  messageText,
  printError,
  printTotal,
  unassignedDrift,
} from "../summary";
import { listTitle } from "./lists";
import { markup, visible, visibleLines, type Markup } from "./markup";

/** The top of the page: the outcome in one sentence. */
export function printVerdict(report: Report): Markup {
  const stack = report.stack === undefined ? undefined : markup` of <b>${visible(report.stack)}</b>`;
  return markup`<header class="verdict ${reportOutcome(report)}">
<p class="origin">Preview of app lists${stack}</p>
<h1>${describeOutcome(report)}</h1>
</header>
`;
}

function describeOutcome(report: Report): string {
  const { changing, drifting, lists } = countReport(report);
  switch (reportOutcome(report)) {
    case "error":
      return "The preview failed";
    case "changes":
      if (changing === 0) return `No changes, but drift in ${plural(drifting, "app list")}`;
      return `${changing === lists ? "" : `${formatCount(changing)} of `}${plural(lists, "app list")} to change`;
    case "notVerified":
      return "No changes, but not everything is verified";
    case "nothing":
      return "No changes";
  }
}

/** Why the preview failed. */
export function printErrors({ errors, resources }: Report): Markup | undefined {
  const partial = resources.some(isChange)
    ? markup`<p>The changes below were found before the failure.</p>`
    : undefined;
  return printNotice("errors", plural(errors.length, "error"), printMessages(errors.map(printError)), partial);
}

/** The four numbers of the report. */
export function printFigures(report: Report): Markup {
  const { lists, changing, totals } = countReport(report);
  const addedKinds = kinds.map((kind) => {
    const reports = report.resources.filter(isChange).flatMap((resource) => resource.kinds);
    const ofKind = [{ kinds: reports.filter((one) => one.kind === kind) }];
    const added = countEntries(ofKind, "added") + countEntries(ofKind, "missing");
    return added === 0 ? "" : formatKindCount(kind, added);
  });
  const figures: readonly Markup[] = [
    printFigure("Lists to change", formatCount(changing), `of ${formatCount(lists)}`),
    printFigure(
      "Added",
      printTotal("+", totals.added) || "0",
      addedKinds.filter((text) => text !== "").join(", ") || "no entries",
      totals.added.count > 0 ? "added" : "",
    ),
    printFigure(
      "Removed",
      printTotal("−", totals.removed) || "0",
      totals.losable === 0
        ? "no entries"
        : `${formatShare(totals.removed.count, totals.losable)} of ${plural(totals.losable, "entry", "entries")}`,
      totals.removed.count > 0 ? "removed" : "",
    ),
    printDrift(report),
  ];
  return markup`<dl class="figures">
${figures}</dl>
`;
}

function printDrift(report: Report): Markup {
  const { drifting, entries } = countReport(report);
  const { missing, unexpected } = entries;
  if (missing + unexpected > 0) {
    const detail = `${formatCount(missing)} missing, ${formatCount(unexpected)} unexpected`;
    return printFigure("Drift", formatCount(missing + unexpected), detail, "drift");
  }
  if (drifting > 0) return printFigure("Drift", "!", `in ${plural(drifting, "list")}, see below`, "drift");
  const { isRefreshed } = report;
  if (driftHint(report) !== undefined) {
    return printFigure("Drift", "?", isRefreshed ? "not all lists were read" : "the lists were not read");
  }
  return printFigure("Drift", "0", isRefreshed ? "the lists were read" : "nothing was managed before");
}

function printFigure(name: string, value: string, detail: string, style = ""): Markup {
  return markup`<div class="${style}"><dt>${name}</dt><dd>${value} <small>${detail}</small></dd></div>
`;
}

/** Messages before the lists: campaigns, what is not verified, drift of other lists, and warnings. */
export function printNotices(report: Report): Markup {
  const campaigns = report.resources.filter(endangersCampaigns).map((resource) => {
    const { removed } = resource.totals;
    return markup`<li><b>${listTitle(resource)}</b> loses ${printTotal("", removed)} ${removed.count === 1 ? "entry" : "entries"}.</li>`;
  });
  const hint = driftHint(report);
  const notVerified = [...(hint === undefined ? [] : [hint]), ...report.notVerified.map(messageText)];
  const notices = [
    printNotice("campaigns", "Campaigns are associated with lists that lose entries", campaigns),
    printNotice("not-verified", "Not verified", printMessages(notVerified)),
    printNotice("drift", "Drift", printMessages(unassignedDrift(report))),
    printNotice("warnings", "Warnings", printMessages(report.warnings.map(messageText))),
  ];
  return markup`${notices.filter((notice) => notice !== undefined)}`;
}

function printMessages(messages: readonly string[]): readonly Markup[] {
  return messages.map((message) => markup`<li>${visibleLines(message)}</li>`);
}

function printNotice(name: string, title: string, items: readonly Markup[], end?: Markup): Markup | undefined {
  if (items.length === 0) return undefined;
  return markup`<section class="notice ${name}" aria-labelledby="${name}">
<h2 id="${name}">${title}</h2>
<ul>${items}</ul>${end}
</section>
`;
}
