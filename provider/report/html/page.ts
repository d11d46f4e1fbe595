import { createHash } from "node:crypto";
import { plural } from "../../common/format";
import { isNews, reportOutcome, type Outcome, type Report, type ReportedError } from "../report";
import { figuresOf, originOf, sectionsOf, type Section } from "../sections";
import { countReport, driftHint, endangersCampaigns, printError, removalShare } from "../summary";
import { listTitle, printLists } from "./lists";
import { lines, markup, trusted, type Markup } from "./markup";
import { script } from "./script";
import { style } from "./style";

/**
 * Prints a report as one HTML file, which needs no network and no server. Entries, notes, names and messages are text in
 * it and cannot become markup or script.
 */
export function printHtml(report: Report): string {
  const headline = printHeadline(report);
  const origin = originOf(report).map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`);
  const figures = figuresOf(report).map(({ name, value, detail, tone }) => {
    return markup`<div class="${tone}"><dt>${name}</dt><dd>${value} <small>${detail}</small></dd></div>\n`;
  });
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${headline}: ${report.stack ?? "preview of app lists"}</title>
<style>${trusted(style)}</style>
</head>
<body>
<header class="${reportOutcome(report)}">
<p class="kicker">Preview of app lists</p>
<h1>${headline}</h1>
<dl class="facts">${origin}</dl>
</header>
<main>
${printSections(report, "alarm")}<dl class="figures">
${figures}</dl>
${printSections(report, "warning")}${printLists(report.resources.filter(isNews))}${printSections(report, "quiet")}</main>
<footer><p>Made from a Pulumi preview: nothing has been changed yet.</p></footer>
<script>${trusted(script)}</script>
</body>
</html>
`.text;
}

/** The page loads nothing, sends nothing, and runs only its own style and script. */
const contentSecurityPolicy =
  `default-src 'none'; style-src '${sha256(style)}'; script-src '${sha256(script)}'; ` +
  "base-uri 'none'; form-action 'none'";

function sha256(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

function printHeadline(report: Report): string {
  const { changing, drifting, lists } = countReport(report);
  const changes = `${changing === lists ? "" : `${changing} of `}${plural(lists, "app list")} to change`;
  const headlines: Readonly<Record<Outcome, string>> = {
    error: "The preview failed",
    changes: changing === 0 ? `No changes, but drift in ${plural(drifting, "app list")}` : changes,
    notVerified: "No changes, but not everything is verified",
    nothing: "No changes",
  };
  return headlines[reportOutcome(report)];
}

/** The messages of a tone, and that drift is not known. */
function printSections(report: Report, tone: Section["tone"]): readonly Markup[] {
  const hint = driftHint(report);
  const drift = { id: "drift-hint", title: "Drift is not known", tone: "warning" };
  const unknownDrift = hint === undefined ? [] : [{ ...drift, messages: [hint] }];
  return [...unknownDrift, ...sectionsOf(report)]
    .filter((section) => section.tone === tone)
    .map(({ id, title, messages }) => printSection(id, tone, title, printItems(report, id, messages)));
}

/** The most messages under one heading: the JSON has all. */
const mostItems = 200;

function printSection(id: string, tone: string, title: string, items: readonly Markup[]): Markup {
  const more = items.length > mostItems ? printItem(`and ${items.length - mostItems} more`) : undefined;
  return markup`<section class="notice ${tone}" aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
<ul>${items.slice(0, mostItems)}${more}</ul>
</section>
`;
}

function printItem(message: string): Markup {
  return markup`<li>${lines(message)}</li>\n`;
}

function printItems(report: Report, id: string, messages: readonly string[]): readonly Markup[] {
  if (id === "errors") return report.errors.map(printErrorParts);
  if (id !== "campaigns") return messages.map(printItem);
  // The cards are numbered in the same order.
  return report.resources.filter(isNews).flatMap((resource, index) => {
    if (!endangersCampaigns(resource)) return [];
    const share = removalShare(resource.totals) ?? "entries";
    return [markup`<li><a href="#list-${String(index)}">${listTitle(resource)} loses ${share}</a></li>\n`];
  });
}

/** The cause of an error ends with the sentence about what was and was not changed. What to do follows it. */
const causeAndFix =
  /^(.*?(?:\bnot started|\bNothing was (?:sent|imported|reported)|\bNo (?:request was sent|file was written)[^.]*|\bchanged nothing|\bNo other change was observed)\.)\s+(.*)$/su;

function printErrorParts(error: ReportedError): Markup {
  const text = printError(error);
  const [, cause = text, fix = ""] = causeAndFix.exec(text) ?? [];
  const commands = error.commands.map((command) => markup`<code class="command">${command}</code>`);
  const whatToDo = fix === "" ? undefined : markup`<p class="fix"><b>Fix:</b> ${lines(fix)}</p>`;
  return markup`<li><p>${lines(cause)}</p>${whatToDo}${commands}</li>\n`;
}
