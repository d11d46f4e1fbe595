import { isNews, type Report, type ResourceReport } from "../report";
import { patterns } from "./bar";
import { printCard } from "./card";
import { groupsOf, type ChangeGroup } from "./changes";
import { contentSecurityPolicy } from "./content-security";
import { printData } from "./data";
import { printGlance } from "./glance";
import { placeGroups, rowLimits, type PlacedGroup } from "./groups";
import { markup, trusted, type Markup } from "./markup";
import { printErrors, printFigures, printNotices, printVerdict } from "./overview";
import { script } from "./script";
import { style } from "./style";
import { printToolbar } from "./toolbar";
import { printOthers, printUnchanged } from "./unchanged";

/**
 * Writes a report as one HTML file for people to read: it needs no network, and its search and filters no server.
 *
 * Entries, notes, names and messages stand in it as text; none of them can become markup or script.
 */
export function printHtml(report: Report): string {
  const changed = placeCards(report.resources.filter((resource) => isNews(resource)));
  const unchanged = report.resources.filter((resource) => !isNews(resource));
  const groups = changed.flatMap(({ groups }) => groups.map(({ group }) => group));
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy(style, script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Preview of app lists</title>
<style>${trusted(style)}</style>
</head>
<body>
${patterns}
${printVerdict(report)}<main>
${printErrors(report)}${printFigures(report)}${printGlance(changed.map(({ resource }) => resource))}${printNotices(report)}${printLists(changed, groups)}${printUnchanged(unchanged)}${printOthers(report.others)}</main>
<footer><p>Made from a Pulumi preview: nothing has been changed yet.</p></footer>
<script type="application/json" id="data">${printData(groups)}</script>
<script>${trusted(script)}</script>
</body>
</html>
`.text;
}

/** A resource with its changes. */
interface Card {
  readonly resource: ResourceReport;
  readonly groups: readonly PlacedGroup[];
}

function placeCards(resources: readonly ResourceReport[]): readonly Card[] {
  let index = 0;
  let rows: number = rowLimits.page;
  return resources.map((resource) => {
    const groups = placeGroups(groupsOf(resource), { index, rows });
    index += groups.length;
    rows -= groups.reduce((sum, group) => sum + group.rows, 0);
    return { resource, groups };
  });
}

function printLists(cards: readonly Card[], groups: readonly ChangeGroup[]): Markup | undefined {
  if (cards.length === 0) return undefined;
  const isCut = cards.some(({ groups }) => groups.some(({ group, rows }) => rows < group.count));
  return markup`<section class="lists" aria-labelledby="lists">
<h2 id="lists">Changes by list</h2>
${printToolbar(groups)}${
    isCut
      ? markup`<p class="notice" id="without-script">Without JavaScript the page shows the first entries only, and no search.</p>
`
      : undefined
  }${cards.map(({ resource, groups }, index) => printCard(resource, groups, index))}<p class="no-match" id="no-match" hidden>No change matches. Fewer filters or fewer letters find more.</p>
</section>
`;
}
