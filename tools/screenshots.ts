// `npm run lab -- screenshots`: writes the pictures of reports in docs/screenshots, from the sample reports of the tests.
import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { marked } from "marked";
import type { BrowserContextOptions, Page } from "playwright-core";

import { printHtml } from "../provider/dist/report/html/page.js";
import { printMarkdown } from "../provider/dist/report/markdown.js";
import { bigReport, everydayReport } from "../test/report/sample-reports.ts";
import { findBrowser } from "./browser/find-browser.ts";
import { launchBrowser } from "./browser/launch.ts";
import { root } from "./paths.mjs";
import { runProgram } from "./tool-error.mjs";

/** A picture: of what, on which device, and what is done before. */
interface Screenshot {
  readonly name: string;
  readonly html: string;
  readonly device: BrowserContextOptions;
  readonly prepare?: (page: Page) => Promise<unknown>;
  /** The element that is shown; default: the window. */
  readonly element?: string;
}

const desktop = { viewport: { width: 1120, height: 1180 } };

/** Without the first one, whose changes fill a screen. */
const resources = everydayReport.resources.slice(1);
const screenshots: readonly Screenshot[] = [
  { name: "desktop", html: printHtml(everydayReport), device: desktop },
  {
    name: "search-in-10000",
    html: printHtml(bigReport(10_000)),
    device: { viewport: { width: 1120, height: 1000 } },
    prepare: async (open) => {
      await open.getByRole("searchbox").fill("keyboard42 traffic");
      await open.getByText("changes match").waitFor();
      await open.evaluate("document.querySelector('#lists').scrollIntoView()");
    },
  },
  {
    name: "pull-request-comment",
    html: commentOf(printMarkdown({ ...everydayReport, resources })),
    device: { ...desktop, deviceScaleFactor: 1.5 },
    prepare: (open) => open.locator("summary").first().click(),
    element: ".comment",
  },
];

await runProgram(async () => {
  const target = join(root, "docs", "screenshots");
  mkdirSync(target, { recursive: true });
  const browser = await launchBrowser(await findBrowser());
  try {
    for (const { name, html, device, prepare, element } of screenshots) {
      const context = await browser.newContext(device);
      const open = await context.newPage();
      await open.setContent(html);
      await prepare?.(open);
      const path = join(target, `${name}.png`);
      await (element === undefined ? open.screenshot({ path }) : open.locator(element).screenshot({ path }));
      await context.close();
      console.log(`docs/screenshots/${name}.png  ${Math.round(statSync(path).size / 1024)} kB`);
    }
  } finally {
    await browser.close();
  }
});

/** A page that shows Markdown as a comment, in the manner of a forge. */
function commentOf(markdown: string): string {
  const content = marked(markdown).replaceAll(/^([+-]) .*$/gmu, (line, sign) => {
    return `<span class="${sign === "+" ? "added" : "removed"}">${line}</span>`;
  });
  return `<!doctype html>
<meta charset="utf-8">
<style>
body { margin: 0; padding: 24px; color: #1f2328; font: 14px/1.5 system-ui, "DejaVu Sans", sans-serif; }
.comment { max-width: 880px; padding: 4px 16px 12px; border: 1px solid #d0d7de; border-radius: 8px; }
code { padding: 0.15em 0.4em; background: #eff1f3; font: 85%/1.45 ui-monospace, "DejaVu Sans Mono", monospace; }
pre { padding: 12px 14px; background: #f6f8fa; border-radius: 6px; }
pre code { padding: 0; background: none; }
.added { background: #dafbe1; color: #116329; } .removed { background: #ffebe9; color: #82071e; }
table { margin: 0 0 14px; border-collapse: collapse; }
th, td { padding: 6px 13px; border: 1px solid #d0d7de; }
</style>
<div class="comment"><p><b>ci</b> commented</p>${content}</div>`;
}
