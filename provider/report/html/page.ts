import { createHash } from "node:crypto";
import { reportOutcome, type Report } from "../report";
import { entryLines, whole } from "../lines";
import { viewOf, type ListView, type Section } from "../view";
import { markup, Markup } from "./markup";
import { style } from "./style";

/**
 * Prints a report as one HTML file that needs no network and no server. Entries, notes, names and messages cannot
 * become markup or script.
 */
export function printHtml(report: Report): string {
  const view = viewOf(report, "pipeline");
  // Quiet sections follow the lists, so that a phone shows the first entry without scrolling.
  const { alarm = [], warning = [], quiet = [] } = Object.groupBy(view.sections, ({ tone }) => tone);
  const hint = view.hint && markup`<p class="notice warning">${view.hint}</p>\n`;
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${view.headline}: ${report.stack ?? "preview of app lists"}</title>
<style>${new Markup(style)}</style>
</head>
<body>
<header class="${reportOutcome(report)}">
<p class="subject">Preview: nothing changed yet</p>
<h1>${view.headline}</h1>
<p class="subject">${view.origin}</p>
</header>
<main>
${hint}${[...alarm, ...warning].map(printSection)}${view.lists.map((list) => printList(list, view.isShort))}${quiet.map(printSection)}</main>
</body>
</html>
`.text;
}

/** The page loads nothing, sends nothing, and runs nothing. */
const styleHash = createHash("sha256").update(style).digest("base64");
const contentSecurityPolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`;

function printSection({ tone, title, advice, messages }: Section): Markup {
  const items = [advice ?? [], ...messages].flat().map((message) => markup`<li>${message}</li>\n`);
  return markup`<section class="notice ${tone}" aria-label="${title}">
<h2>${title}</h2>
<ul>${items}</ul>
</section>
`;
}

/** One list that changes. Without a script: the search of the browser opens a closed list in which it finds something. */
function printList({ title, subject, numbers, sentences, groups }: ListView, isOpen: boolean): Markup {
  const remarks = sentences.map((sentence) => markup`<p class="remark">${sentence}</p>\n`);
  const changes = groups.map(
    ({ change, sign, heading, entries }) =>
      markup`<h3 class="${change}">${heading}</h3>\n<pre>${entryLines(sign, entries, whole).join("\n")}</pre>\n`,
  );
  return markup`<details class="card"${isOpen ? markup` open` : undefined}>
<summary><h2>${title}</h2> <span class="subject">${subject}</span>${numbers.map((each) => markup`<br>\n${each}`)}</summary>
${remarks}${changes}</details>
`;
}
