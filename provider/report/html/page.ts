import { createHash } from "node:crypto";
import { kindName } from "../../list/kinds";
import { isNews, type Report, type ResourceReport } from "../report";
import { groupChanges, printOther, type ChangeGroup } from "../summary";
import { patterns, printCard } from "./card";
import { capitalise, noteText, placeGroups, rowLimits, printToolbar, type PlacedGroup } from "./groups";
import { printGlance, printOtherResources, printUnchanged } from "./lists";
import { markup, trusted, visible, type Markup } from "./markup";
import { printErrors, printFigures, printNotices, printVerdict } from "./overview";
import { script } from "./script";
import { style } from "./style";

/**
 * Prints a report as one HTML file, which needs no network and no server. Entries, notes, names and messages are text in
 * it and cannot become markup or script.
 */
export function printHtml(report: Report): string {
  const changed = placeCards(report.resources.filter(isNews));
  const unchanged = report.resources.filter((resource) => !isNews(resource));
  const groups = changed.flatMap(({ groups }) => groups.map(({ group }) => group));
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Preview of app lists</title>
<style>${trusted(style)}</style>
</head>
<body>
${patterns}
${printVerdict(report)}<main>
${printErrors(report)}${printFigures(report)}${printGlance(changed.map(({ resource }) => resource))}${printNotices(report)}${printCards(changed, groups)}${printUnchanged(unchanged)}${printOtherResources(report.otherResources.map(printOther))}</main>
<footer><p>Made from a Pulumi preview: nothing has been changed yet.</p></footer>
<script type="application/json" id="data">${printData(groups)}</script>
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

interface Card {
  readonly resource: ResourceReport;
  readonly groups: readonly PlacedGroup[];
}

/** Gives each group its number, and its share of the rows that the page shows at first. */
function placeCards(resources: readonly ResourceReport[]): readonly Card[] {
  let index = 0;
  let rows: number = rowLimits.page;
  return resources.map((resource) => {
    const groups = placeGroups(groupChanges(resource), { index, rows });
    index += groups.length;
    rows -= groups.reduce((sum, group) => sum + group.rows, 0);
    return { resource, groups };
  });
}

function printCards(cards: readonly Card[], groups: readonly ChangeGroup[]): Markup | undefined {
  if (cards.length === 0) return undefined;
  const isCut = cards.some(({ groups }) => groups.some(({ group, rows }) => rows < group.count));
  const notice = markup`<p class="notice" id="without-script">Without JavaScript the page shows the first entries only, and no search.</p>
`;
  return markup`<section class="lists" aria-labelledby="lists">
<h2 id="lists">Changes by list</h2>
${printToolbar(groups)}${isCut ? notice : undefined}${cards.map(({ resource, groups }, index) => printCard(resource, groups, index))}<p class="no-match" id="no-match" hidden>No change matches. Use fewer filters or fewer letters.</p>
</section>
`;
}

/** Every change as JSON for the script. Nothing in it can end the script element or start a comment. */
function printData(groups: readonly ChangeGroup[]): Markup {
  const data = groups.map(({ change, kinds }) => ({
    change,
    hasNotes: kinds.some(({ entries }) => entries.some((entry) => noteText(entry) !== undefined)),
    kinds: kinds.map(({ kind, entries }) => ({
      kind,
      title: capitalise(kindName(kind, 2)),
      rows: entries.map((entry) => {
        const note = noteText(entry);
        return note === undefined ? visible(entry.entry) : [visible(entry.entry), note];
      }),
    })),
  }));
  return trusted(
    JSON.stringify(data).replaceAll(
      /[<>&\u2028\u2029]/gu,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
    ),
  );
}
