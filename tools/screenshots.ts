// `node tools/screenshots.ts`, after `npm run setup`: writes the pictures of reports in docs/screenshots. The reports are
// those of real previews of a project on the simulator.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BrowserContextOptions, Page } from "playwright-core";

import { buildReport } from "../provider/dist/report/build-report.js";
import { printHtml } from "../provider/dist/report/html/page.js";
import { printMarkdown } from "../provider/dist/report/markdown.js";
import { parsePreview } from "../provider/dist/report/preview.js";
import { findBrowser } from "./browser/find-browser.ts";
import { launchBrowser } from "./browser/launch.ts";
import { root } from "./paths.mjs";
import { printComment } from "./screenshots/comment.ts";
import { makePreviews } from "./screenshots/previews.ts";
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
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

await runProgram(async () => {
  const previews = await makePreviews();
  const commit = execFileSync("git", ["rev-parse", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
  const reportOf = (preview: string) => buildReport(parsePreview(preview), { now: new Date(), commit });
  const changes = reportOf(previews.changes);
  const page = printHtml(changes);
  const screenshots: readonly Screenshot[] = [
    { name: "desktop-light", html: page, device: { ...desktop, colorScheme: "light" } },
    { name: "desktop-dark", html: page, device: { ...desktop, colorScheme: "dark" } },
    { name: "phone", html: page, device: { ...phone, colorScheme: "light" } },
    {
      name: "phone-dark",
      html: page,
      device: { ...phone, colorScheme: "dark" },
      prepare: (open) => open.evaluate("document.querySelector('article').scrollIntoView()"),
    },
    {
      name: "errors",
      html: printHtml(reportOf(previews.failed)),
      device: { ...desktop, viewport: { width: 1120, height: 700 } },
    },
    {
      name: "search-in-10000",
      html: printHtml(reportOf(previews.many)),
      device: { ...desktop, viewport: { width: 1120, height: 1000 } },
      prepare: async (open) => {
        await open.getByRole("searchbox").fill("roulette gambling");
        await open.getByText("changes match").waitFor();
        await open.evaluate("document.querySelector('#lists').scrollIntoView()");
      },
    },
    {
      name: "pull-request-comment",
      html: printComment(printMarkdown(changes)),
      device: { ...desktop, deviceScaleFactor: 1.5 },
      prepare: (open) => open.locator("summary").first().click(),
      element: ".comment",
    },
  ];
  const target = join(root, "docs", "screenshots");
  mkdirSync(target, { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), "app-list-screenshots-"));
  const browser = await launchBrowser(await findBrowser());
  try {
    for (const { name, html, device, prepare, element } of screenshots) {
      const source = join(folder, `${name}.html`);
      writeFileSync(source, html);
      const context = await browser.newContext(device);
      const open = await context.newPage();
      await open.goto(pathToFileURL(source).href);
      await prepare?.(open);
      const path = join(target, `${name}.png`);
      await (element === undefined ? open.screenshot({ path }) : open.locator(element).screenshot({ path }));
      await context.close();
      console.log(`docs/screenshots/${name}.png  ${Math.round(statSync(path).size / 1024)} KB`);
    }
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
});
