import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, onTestFinished } from "vitest";
import { printHtml } from "../../provider/report/html/page";
import type { Report } from "../../provider/report/report";
import { launchBrowser } from "../../tools/browser/launch.ts";

/** A report in the browser, and what must not have happened while it was open. */
export interface OpenReport {
  readonly page: Page;
  /** Addresses that the page asked for, but for its own file. */
  readonly requests: readonly string[];
  /** Messages of the console and uncaught errors, including violations of the content security policy. */
  readonly complaints: readonly string[];
}

/** A browser for the tests of a file; each report is opened in a profile of its own. */
export function useBrowser(): (report: Report, options?: BrowserContextOptions) => Promise<OpenReport> {
  let started: Promise<Browser> | undefined;
  const folder = mkdtempSync(join(tmpdir(), "app-list-browser-"));
  let files = 0;

  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await (await started)?.close();
  });

  return async (report, options = {}) => {
    started ??= launchBrowser();
    const browser = await started;
    files += 1;
    const path = join(folder, `report-${files}.html`);
    writeFileSync(path, printHtml(report));
    const url = pathToFileURL(path).href;
    const context = await browser.newContext(options);
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const requests: string[] = [];
    const complaints: string[] = [];
    page.on("request", (request) => {
      if (request.url() !== url) requests.push(request.url());
    });
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("dialog", (dialog) => {
      complaints.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    await page.goto(url);
    return { page, requests, complaints };
  };
}
