import { countOf, kinds } from "../../list/kinds";
import { formatCount, formatShare } from "../../common/format";
import { countChange, countReport, type Counts } from "../counts";
import { driftSentences, endangersCampaigns } from "../groups";
import { driftUnknown } from "../headline";
import { isChange, outcomeOf, type Report, type ResourceReport } from "../report";
import { countOver } from "./changes";
import { titleOf } from "./list-title";
import { markup, type Markup } from "./markup";
import { visible, visibleLines } from "./visible";
import { count } from "./words";

/** The top of the page: what it comes to in one sentence. */
export function printVerdict(report: Report): Markup {
  const stack = report.stack === undefined ? undefined : markup` of <b>${visible(report.stack)}</b>`;
  return markup`<header class="verdict ${outcomeOf(report)}">
<p class="origin">Preview of app lists${stack}</p>
<h1>${headlineOf(report, countReport(report))}</h1>
</header>
`;
}

function headlineOf(report: Report, { changing, drifting, lists }: Counts): string {
  switch (outcomeOf(report)) {
    case "error":
      return "The preview failed";
    case "changes":
      if (changing === 0) return `Nothing to change, but ${count(drifting, "app list")} drifted`;
      return `${changing === lists ? "" : `${formatCount(changing)} of `}${count(lists, "app list")} will change`;
    case "notVerified":
      return "Nothing to change, but not everything is verified";
    case "nothing":
      return "Nothing to change";
  }
}

/** Why the preview failed. */
export function printErrors({ errors, resources }: Report): Markup | undefined {
  const isPartial = resources.some((resource) => isChange(resource));
  const partial = isPartial ? markup`<p>What follows is what the preview found until then.</p>` : undefined;
  return printNotice("errors", count(errors.length, "error"), printSentences(errors), partial);
}

/** The four numbers of the report. */
export function printFigures(report: Report): Markup {
  const counts = countReport(report);
  const { added, removed } = counts.entries;
  const figures: readonly Markup[] = [
    printFigure("Lists that change", formatCount(counts.changing), `of ${formatCount(counts.lists)}`),
    printFigure("Added", signed("+", added), addedKinds(report), added > 0 ? "added" : ""),
    printFigure("Removed", signed("−", removed), removedShare(report, counts), removed > 0 ? "removed" : ""),
    printDrift(report, counts),
  ];
  return markup`<dl class="figures">
${figures}</dl>
`;
}

/** What must be known before the lists are read: running campaigns, and what is not verified. */
export function printNotices(report: Report): Markup {
  const campaigns = report.resources
    .filter((resource) => endangersCampaigns(resource))
    .map(
      (resource) =>
        markup`<li><b>${titleOf(resource)}</b> loses ${count(countLeaving(resource), "entry", "entries")}.</li>`,
    );
  const drift = driftUnknown(report);
  const notVerified = [...(drift === undefined ? [] : [drift]), ...report.notVerified];
  return markup`${printNotice("campaigns", "Campaigns are attached to lists that lose entries", campaigns)}${printNotice(
    "not-verified",
    "Not verified",
    printSentences(notVerified),
  )}${printNotice("drift", "Drift", printSentences(driftSentences(report)))}${printNotice("warnings", "Warnings", printSentences(report.warnings ?? []))}`;
}

/** How many entries go from the list of a resource, declared or not. */
function countLeaving(resource: ResourceReport): number {
  return countChange([resource], "removed") + countChange([resource], "foreign");
}

function printSentences(sentences: readonly string[]): readonly Markup[] {
  return sentences.map((sentence) => markup`<li>${visibleLines(sentence)}</li>`);
}

function printNotice(name: string, title: string, items: readonly Markup[], end?: Markup): Markup | undefined {
  if (items.length === 0) return undefined;
  return markup`<section class="notice ${name}" aria-labelledby="${name}">
<h2 id="${name}">${title}</h2>
<ul>${items}</ul>${end}
</section>
`;
}

function addedKinds({ resources }: Report): string {
  const reports = resources.flatMap((resource) => resource.kinds);
  const counts = kinds
    .map((kind) => {
      const added = countOver(
        reports.filter((report) => report.kind === kind),
        "added",
      );
      return added === 0 ? "" : countOf(kind, added);
    })
    .filter((text) => text !== "");
  return counts.length === 0 ? "no entries" : counts.join(", ");
}

function removedShare({ resources }: Report, { entries }: Counts): string {
  const held = resources.reduce((sum, resource) => sum + resource.held, 0);
  return held === 0 ? "no entries" : `${formatShare(entries.removed, held)} of ${count(held, "entry", "entries")}`;
}

function printDrift(report: Report, { drifting, entries: { missing, foreign } }: Counts): Markup {
  if (missing + foreign > 0) {
    const detail = `${formatCount(missing)} missing, ${formatCount(foreign)} foreign`;
    return printFigure("Drift", formatCount(missing + foreign), detail, "drift");
  }
  if (drifting > 0) return printFigure("Drift", "!", `on ${count(drifting, "list")}, see below`, "drift");
  if (driftUnknown(report) !== undefined) {
    return printFigure(
      "Drift",
      "?",
      report.isRefreshed ? "not all lists were looked at" : "the lists were not looked at",
    );
  }
  return printFigure("Drift", "0", report.isRefreshed ? "the lists were looked at" : "nothing was managed before");
}

function printFigure(name: string, value: string, detail: string, style = ""): Markup {
  return markup`<div class="${style}"><dt>${name}</dt><dd>${value} <small>${detail}</small></dd></div>
`;
}

function signed(sign: string, number: number): string {
  return number === 0 ? "0" : sign + formatCount(number);
}
