import { createHash } from "node:crypto";
import { isNews, type Report, type ResourceReport } from "../report";
import { groupChanges } from "../entry-changes";
import { printCard } from "./lists";
import { markup, trusted, visible, type Markup } from "./markup";
import { describeOutcome, printFigures, printHead, printSections } from "./overview";
import { script } from "./script";
import { style } from "./style";
import { printToolbar } from "./toolbar";

/**
 * Prints a report as one HTML file, which needs no network and no server. Entries, notes, names and messages are text in
 * it and cannot become markup or script.
 */
export function printHtml(report: Report): string {
  const changed = report.resources.filter(isNews);
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${describeOutcome(report)}: ${visible(report.stack ?? "preview of app lists")}</title>
<style>${trusted(style)}</style>
</head>
<body>
${printHead(report)}<main>
${printSections(report, "alarm")}${printFigures(report)}${printSections(report, "warning")}${printLists(changed)}${printSections(report, "quiet")}</main>
<footer><p>Made from a Pulumi preview: nothing has been changed yet.</p></footer>
<script>${trusted(script)}</script>
</body>
</html>
`.text;
}

/** The page loads nothing, sends nothing, and runs only its own style and script. */
const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src '${sha256(style)}'`,
  `script-src '${sha256(script)}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

function sha256(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

/** The most entries that are visible at first. Groups beyond it are closed, so that the page opens fast. */
const visibleAtFirst = 300;

function printLists(changed: readonly ResourceReport[]): Markup | undefined {
  if (changed.length === 0) return undefined;
  let left = visibleAtFirst;
  const cards = changed.map((resource, index) => {
    const groups = groupChanges(resource).map((group) => {
      const isOpen = group.count <= left;
      if (isOpen) left -= group.count;
      return { group, isOpen };
    });
    return printCard(resource, groups, index);
  });
  return markup`<section class="lists" aria-labelledby="lists">
<h2 id="lists">Changes by list</h2>
${printToolbar(changed.flatMap(groupChanges))}${cards}<p class="no-match" id="no-match" hidden>No change matches. Use fewer filters or fewer letters.</p>
</section>
`;
}
