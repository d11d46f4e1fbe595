// `node tools/screenshots.ts`, after `npm run setup`: writes the pictures of the HTML report in docs/screenshots.
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BrowserContextOptions, Page } from "playwright-core";

import { printHtml } from "../provider/dist/report/html/page.js";
import type { Report } from "../provider/report/report.ts";
import { findBrowser } from "./browser/find-browser.ts";
import { launchBrowser } from "./browser/launch.ts";
import { bigReport, everydayReport, failedReport } from "./browser/sample-reports.ts";
import { root } from "./paths.mjs";
import { runProgram } from "./tool-error.mjs";

/** A picture: of what, on which device, and what is done before. */
interface Screenshot {
  readonly name: string;
  readonly report: Report;
  readonly device: BrowserContextOptions;
  readonly prepare?: (page: Page) => Promise<unknown>;
}

const desktop = { viewport: { width: 1120, height: 1180 } };
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

const screenshots: readonly Screenshot[] = [
  { name: "desktop-light", report: everydayReport, device: { ...desktop, colorScheme: "light" } },
  { name: "desktop-dark", report: everydayReport, device: { ...desktop, colorScheme: "dark" } },
  { name: "phone", report: everydayReport, device: { ...phone, colorScheme: "light" } },
  {
    name: "phone-dark",
    report: everydayReport,
    device: { ...phone, colorScheme: "dark" },
    prepare: (page) => page.evaluate("document.querySelector('article').scrollIntoView()"),
  },
  { name: "errors", report: failedReport, device: { ...desktop, viewport: { width: 1120, height: 700 } } },
  {
    name: "search-in-10000",
    report: bigReport(10_000),
    device: { ...desktop, viewport: { width: 1120, height: 1000 } },
    prepare: async (page) => {
      await page.getByRole("searchbox").fill("roulette gambling");
      await page.getByText("changes match").waitFor();
    },
  },
];

await runProgram(async () => {
  const target = join(root, "docs", "screenshots");
  mkdirSync(target, { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), "app-list-screenshots-"));
  const browser = await launchBrowser(await findBrowser());
  try {
    for (const { name, report, device, prepare } of screenshots) {
      const source = join(folder, `${name}.html`);
      writeFileSync(source, printHtml(report));
      const context = await browser.newContext(device);
      const page = await context.newPage();
      await page.goto(pathToFileURL(source).href);
      await prepare?.(page);
      const path = join(target, `${name}.png`);
      await page.screenshot({ path });
      await context.close();
      console.log(`docs/screenshots/${name}.png  ${Math.round(statSync(path).size / 1024)} KB`);
    }
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
});
