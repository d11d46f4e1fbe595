import { plural } from "../../common/format";
import { isNews, reportOutcome, type Report, type ReportedError } from "../report";
import { figuresOf, originOf, sectionsOf, type Section } from "../sections";
import { countReport, driftHint, endangersCampaigns, printError, removalShare } from "../summary";
import { listTitle } from "./lists";
import { markup, visible, visibleLines, type Markup } from "./markup";

/** The top of the page: the outcome in one sentence, and what it is the outcome of. */
export function printHead(report: Report): Markup {
  const origin = originOf(report).map(([name, value]) => markup`<div><dt>${name}</dt><dd>${visible(value)}</dd></div>`);
  return markup`<header class="${reportOutcome(report)}">
<p class="kicker">Preview of app lists</p>
<h1>${describeOutcome(report)}</h1>
<dl class="facts">${origin}</dl>
</header>
`;
}

/** The outcome in a few words. */
export function describeOutcome(report: Report): string {
  const { changing, drifting, lists } = countReport(report);
  switch (reportOutcome(report)) {
    case "error":
      return "The preview failed";
    case "changes":
      if (changing === 0) return `No changes, but drift in ${plural(drifting, "app list")}`;
      return `${changing === lists ? "" : `${changing} of `}${plural(lists, "app list")} to change`;
    case "notVerified":
      return "No changes, but not everything is verified";
    case "nothing":
      return "No changes";
  }
}

/** The numbers of the report. */
export function printFigures(report: Report): Markup {
  const figures = figuresOf(report).map(
    ({ name, value, detail, tone }) =>
      markup`<div class="${tone}"><dt>${name}</dt><dd>${value} <small>${detail}</small></dd></div>\n`,
  );
  return markup`<dl class="figures">
${figures}</dl>
`;
}

/** The messages of a tone, and that drift is not known. */
export function printSections(report: Report, tone: Section["tone"]): Markup {
  const hint = tone === "warning" ? driftHint(report) : undefined;
  const sections = sectionsOf(report).filter((section) => section.tone === tone);
  return markup`${hint === undefined ? undefined : printSection("drift-hint", tone, "Drift is not known", [markup`<li>${hint}</li>`])}${sections.map(
    ({ id, title, messages }) => printSection(id, tone, title, printItems(report, id, messages)),
  )}`;
}

function printSection(id: string, tone: string, title: string, items: readonly Markup[]): Markup {
  const rest = items.length - mostItems;
  const more = rest > 0 ? markup`<li>and ${String(rest)} more</li>` : undefined;
  return markup`<section class="notice ${tone}" aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
<ul>${items.slice(0, mostItems)}${more}</ul>
</section>
`;
}

/** The most messages under one heading: the JSON has all. */
const mostItems = 200;

function printItems(report: Report, id: Section["id"], messages: readonly string[]): readonly Markup[] {
  if (id === "errors") return report.errors.map(printErrorParts);
  if (id !== "campaigns") return messages.map((message) => markup`<li>${visibleLines(message)}</li>\n`);
  // The cards are numbered in the same order.
  return report.resources.filter(isNews).flatMap((resource, index) => {
    if (!endangersCampaigns(resource)) return [];
    const share = removalShare(resource.totals) ?? "entries";
    return [markup`<li><a href="#list-${String(index)}">${listTitle(resource)} loses ${share}</a></li>\n`];
  });
}

/** The end of the sentence of an error about what was and was not changed. What to do follows it. */
const endOfCause =
  /(?:\bnot started|\bNothing was (?:sent|imported|reported)|\bNo (?:request was sent|file was written)[^.]*|\bchanged nothing|\bNo other change was observed)\.\s+/u;

/** An error: its cause, what to do, and commands to copy. */
function printErrorParts(error: ReportedError): Markup {
  const text = printError(error);
  const end = endOfCause.exec(text);
  const split = end === null ? text.length : end.index + end[0].length;
  const fix = text.slice(split);
  const commands = error.commands.map(
    (command) =>
      markup`<div class="command"><code>${visible(command)}</code><button type="button" data-copy="${visible(command)}" hidden>Copy</button></div>`,
  );
  return markup`<li><p>${visibleLines(text.slice(0, split).trimEnd())}</p>${
    fix === "" ? undefined : markup`<p class="fix"><b>Fix:</b> ${visibleLines(fix)}</p>`
  }${commands}</li>
`;
}
