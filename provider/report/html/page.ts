import { createHash } from "node:crypto";
import { reportOutcome, type Report, type ReportedError } from "../report";
import { printError, printOutcome } from "../summary";
import { viewOf, type ListView, type Section, type View } from "../view";
import { listTitle, printLists } from "./lists";
import { lines, markup, trusted, type Markup } from "./markup";
import { script } from "./script";
import { style } from "./style";

/**
 * Prints a report as one HTML file, which needs no network and no server. Entries, notes, names and messages are text in
 * it and cannot become markup or script.
 */
export function printHtml(report: Report): string {
  const view = viewOf(report);
  const headline = printOutcome(report);
  const origin = view.origin.map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`);
  const figures = view.figures.map(({ name, value, detail, tone }) => {
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
${printSections(report, view, "alarm")}<dl class="figures">
${figures}</dl>
${printSections(report, view, "warning")}${printLists(view.lists)}${printSections(report, view, "quiet")}</main>
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

/** The messages of a tone, and that drift is not known. */
function printSections(report: Report, view: View, tone: Section["tone"]): readonly Markup[] {
  const drift = { id: "drift-hint", title: "Drift is not known", tone: "warning" };
  const unknownDrift = view.hint === undefined ? [] : [{ ...drift, messages: [view.hint] }];
  return [...unknownDrift, ...view.sections]
    .filter((section) => section.tone === tone)
    .map(({ id, title, messages }) => {
      const items = id === "errors" ? report.errors.map(printErrorItem) : messages.map(printItem);
      return printSection(id, tone, title, id === "campaigns" ? view.lists.flatMap(printAlarm) : items);
    });
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

function printErrorItem(error: ReportedError): Markup {
  const commands = error.commands.map((command) => markup`<code class="command">${command}</code>`);
  return markup`<li><p>${lines(printError(error))}</p>${commands}</li>\n`;
}

/** A link to the card of a list, which has the number of the list. */
function printAlarm({ resource, removal, isAlarm }: ListView, index: number): readonly Markup[] {
  if (!isAlarm) return [];
  return [markup`<li><a href="#list-${String(index)}">${listTitle(resource)} loses ${removal ?? "entries"}</a></li>\n`];
}
