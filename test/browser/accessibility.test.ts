import axe from "axe-core";
import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Report } from "../../provider/report/report";
import {
  bigReport,
  changedEntries,
  everydayReport,
  overLimitReport,
  sampleReport,
  resourceReport,
  unreadReport,
} from "../report/sample-reports";
import { useBrowser } from "./pages.ts";

const open = useBrowser();

const resultSchema = z.object({
  violations: z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) })),
  passes: z.array(z.object({ id: z.string() })),
});

/** What axe finds: all of its rules, best practices too. */
async function audit(page: Page) {
  await page.evaluate(axe.source);
  return resultSchema.parse(await page.evaluate("axe.run(document, { resultTypes: ['violations', 'passes'] })"));
}

const phone: BrowserContextOptions = { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true };
const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 900 } };

const reports: readonly (readonly [name: string, report: Report])[] = [
  ["an everyday report", everydayReport],
  ["a refused change", overLimitReport],
  ["no changes", { ...everydayReport, resources: [] }],
  ["a preview that did not read the lists", unreadReport],
  ["10,000 changes", bigReport(10_000)],
];

/** What overhangs a screen of 320 pixels. */
async function overhanging(page: Page): Promise<readonly string[]> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  return page.evaluate(() =>
    [...document.querySelectorAll("main *:not(.unseen)")]
      .filter((element) => element.getBoundingClientRect().right > innerWidth - 12)
      .map((element) => element.outerHTML.slice(0, 80)),
  );
}

describe.each([
  ["light, on a phone", { ...phone, colorScheme: "light" }],
  ["dark, on a phone", { ...phone, colorScheme: "dark" }],
  ["light, on a desktop", { ...desktop, colorScheme: "light" }],
  ["dark, on a desktop", { ...desktop, colorScheme: "dark" }],
] as const)("the page, %s", (_, options) => {
  it.each(reports)("has no violation found by axe, and does not scroll sideways: %s", async (_name, report) => {
    const { page } = await open(report, options);
    const { violations, passes } = await audit(page);
    expect(violations).toEqual([]);
    expect(passes.map(({ id }) => id)).toContain("color-contrast");
    if ("isMobile" in options) expect(await overhanging(page)).toEqual([]);
  });

  it("has no violation with everything opened", async () => {
    const { page } = await open(everydayReport, options);
    for (const summary of await page.locator("details > summary").all()) await summary.click();
    expect((await audit(page)).violations).toEqual([]);
  });
});

describe("a screen of 320 pixels", () => {
  it("breaks an entry that is longer than the screen", async () => {
    const entry = `com.${"x".repeat(300)}.app`;
    const entries = changedEntries({ added: [{ entry, note: "n".repeat(300) }] });
    const { page } = await open(sampleReport(resourceReport({ entries })), phone);
    expect(await page.getByText(entry).count()).toBeGreaterThan(0);
    expect(await overhanging(page)).toEqual([]);
  });

  it("has targets of at least 44 pixels, and texts of at least 12 pixels", async () => {
    const { page } = await open({ ...everydayReport, ...overLimitReport }, phone);
    const small = await page.evaluate(() => {
      const isShown = (element: Element) => element.checkVisibility() && element.getBoundingClientRect().height > 1;
      const targets = [...document.querySelectorAll("summary")];
      const texts = [...document.querySelectorAll("body *")].filter(({ childNodes }) =>
        [...childNodes].some(({ nodeType, data }: Node & { data?: string }) => nodeType === 3 && data?.trim() !== ""),
      );
      return [
        ...targets.filter((element) => isShown(element) && element.getBoundingClientRect().height < 44),
        ...texts.filter((element) => isShown(element) && Number.parseFloat(getComputedStyle(element).fontSize) < 12),
      ].map((element) => element.outerHTML.slice(0, 100));
    });
    expect(small).toEqual([]);
  });
});

it("the keyboard reaches each list, shows where it is, and opens and closes a list", async () => {
  const { page } = await open(everydayReport, desktop);
  const reached: (string | undefined)[] = [];
  while (reached.length < 60 && reached.at(-1) !== "body") {
    await page.keyboard.press("Tab");
    const [name, outline] = await page.evaluate(() => {
      const element = document.activeElement ?? document.body;
      return [element.tagName.toLowerCase(), getComputedStyle(element).outlineStyle];
    });
    if (name !== "body") expect(outline).toBe("solid");
    reached.push(name);
  }
  const lists = await page.locator("details > summary").count();
  expect(reached.filter((name) => name === "summary")).toHaveLength(lists);
  const list = page.locator("details").first();
  expect(await list.getAttribute("open")).toBeNull();
  await list.locator("summary").press("Enter");
  expect(await list.getAttribute("open")).not.toBeNull();
});
