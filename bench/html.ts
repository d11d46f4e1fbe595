/**
 * What the HTML report costs: how long it takes to be written, how large the file is, how long a browser takes from
 * the navigation until the page can be used, and the longest task of the page while somebody types in the search.
 *
 * Of the longest task it gives the time on the clock, and the time on the processor, which other programs do not make
 * longer. Prints the median of several runs. `npm run lab -- reports` runs it.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { z } from "zod";
import { printHtml } from "../provider/dist/report/html/page.js";
import { findBrowser } from "../tools/browser/find-browser.ts";
import { launchBrowser } from "../tools/browser/launch.ts";
import { bigReport } from "../test/report/sample-reports.ts";

const runs = 5;
const sizes = [100, 10_000, 100_000];
const words = "com.lucky gambling";

/** Milliseconds. */
interface Figures {
  readonly written: number;
  readonly usable: number;
  readonly longestOnClock: number;
  readonly longestOnProcessor: number;
}

/** A trace of the browser, as far as it is read here; durations are microseconds. */
const traceSchema = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      dur: z.number().optional(),
      tdur: z.number().optional(),
      args: z.object({ name: z.unknown().optional() }).optional(),
    }),
  ),
});

const folder = mkdtempSync(join(tmpdir(), "app-list-bench-"));
const browser = await launchBrowser(await findBrowser());
try {
  console.log(`The HTML report in Chromium ${browser.version()}, median of ${runs} runs, "${words}" typed key by key:`);
  for (const size of sizes) {
    const report = bigReport(size);
    const path = join(folder, `${size}.html`);
    let bytes = 0;
    const figures: Figures[] = [];
    for (let run = 0; run < runs; run += 1) {
      const start = performance.now();
      const html = printHtml(report);
      const written = performance.now() - start;
      bytes = Buffer.byteLength(html);
      writeFileSync(path, html);
      figures.push({ written, ...(await measure(browser, pathToFileURL(path).href)) });
    }
    console.log(
      `  ${size.toLocaleString("en-US").padStart(7)} changes: written in ${median(figures, "written")} ms, ` +
        `${Math.round(bytes / 1024).toLocaleString("en-US")} KB, usable after ${median(figures, "usable")} ms, ` +
        `longest task while typing ${median(figures, "longestOnClock")} ms on the clock, ` +
        `${median(figures, "longestOnProcessor")} ms on the processor`,
    );
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}

async function measure(browser: Browser, url: string): Promise<Omit<Figures, "written">> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url);
  // The script runs before the page counts as interactive.
  const usable = z.number().parse(await page.evaluate("performance.getEntriesByType('navigation')[0].domInteractive"));
  await browser.startTracing(page, { categories: ["toplevel", "__metadata"] });
  // Slow enough that every key is searched for.
  await page.getByRole("searchbox").pressSequentially(words, { delay: 150 });
  await page.getByRole("status").getByText("match").waitFor();
  const trace = traceSchema.parse(JSON.parse((await browser.stopTracing()).toString()));
  await context.close();
  return { usable, ...longestTask(trace) };
}

/** The longest task of the threads that run pages. */
function longestTask({ traceEvents }: z.infer<typeof traceSchema>) {
  const threads = new Set(
    traceEvents
      .filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(({ name, pid, tid }) => name.endsWith("RunTask") && threads.has(`${pid} ${tid}`));
  if (tasks.length === 0) throw new Error("The trace shows no task of the page.");
  return {
    longestOnClock: Math.max(...tasks.map(({ dur = 0 }) => dur / 1000)),
    longestOnProcessor: Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1000)),
  };
}

function median(figures: readonly Figures[], name: keyof Figures): number {
  const sorted = figures.map((figure) => figure[name]).toSorted((left, right) => left - right);
  return Math.round(sorted[Math.floor(sorted.length / 2)] ?? Number.NaN);
}
