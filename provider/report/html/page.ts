import { createHash } from "node:crypto";
import { reportOutcome, type Report } from "../report";
import { describeList, printError } from "../summary";
import { viewOf, type Section, type View } from "../view";
import { printLists } from "./lists";
import { lines, markup, trusted, type Markup } from "./markup";
import { script } from "./script";
import { style } from "./style";

/**
 * Prints a report as one HTML file, which needs no network and no server. Entries, notes, names and messages are text in
 * it and cannot become markup or script.
 */
export function printHtml(report: Report): string {
  const view = viewOf(report);
  const origin = view.origin.map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`);
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${view.headline}: ${report.stack ?? "preview of app lists"}</title>
<style>${trusted(style)}</style>
</head>
<body>
<header class="${reportOutcome(report)}">
<p class="kicker">Preview of app lists</p>
<h1>${view.headline}</h1>
<dl class="facts">${origin}</dl>
</header>
<main>
${view.hint === undefined ? undefined : markup`<p class="notice warning">${view.hint}</p>\n`}${printSections(report, view, "before")}${printLists(view.lists)}${printSections(report, view, "after")}</main>
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

/** The most messages under one title: the JSON has all. */
const mostItems = 200;

function printSections(report: Report, view: View, position: Section["position"]): readonly Markup[] {
  return view.sections
    .filter((section) => section.position === position)
    .map(({ id, tone, title, messages }) => {
      const items = itemsOf(report, view, id) ?? messages.map((message) => markup`${lines(message)}`);
      const rest = items.length > mostItems ? [markup`and ${String(items.length - mostItems)} more`] : [];
      return markup`<section class="notice ${tone}" aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
<ul>${[...items.slice(0, mostItems), ...rest].map((item) => markup`<li>${item}</li>\n`)}</ul>
</section>
`;
    });
}

/** Errors with their commands, and links to the cards of lists, which have the number of the list. */
function itemsOf({ errors }: Report, { lists }: View, id: Section["id"]): readonly Markup[] | undefined {
  if (id === "errors") {
    return errors.map((error) => {
      const commands = error.commands.map((command) => markup`<code class="command">${command}</code>`);
      return markup`<p>${lines(printError(error))}</p>${commands}`;
    });
  }
  if (id !== "campaigns") return undefined;
  return lists.flatMap(({ resource, removal = "entries", isAlarm }, index) => {
    const link = markup`<a href="#list-${String(index)}">${describeList(resource)}: removes ${removal}</a>`;
    return isAlarm ? [link] : [];
  });
}
