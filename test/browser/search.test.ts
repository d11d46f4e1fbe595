import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { bigReport, everydayReport } from "../report/sample-reports";
import { useBrowser } from "./pages.ts";

const open = useBrowser();

/** Types into the search and waits for the announcement of its result. */
async function search(page: Page, words: string, announced: string): Promise<void> {
  await page.getByRole("searchbox").fill(words);
  await page.getByRole("status").getByText(announced, { exact: true }).waitFor();
}

/** The entries that can be seen. */
function entries(page: Page): Promise<readonly string[]> {
  return page.locator(".group tbody tr td:first-child:visible").allInnerTexts();
}

describe("the search", () => {
  it("finds entries by a part of their name, in any letter case, and counts them", async () => {
    const { page } = await open(everydayReport);
    expect(await page.getByRole("status").innerText()).toBe("32 changes");
    await search(page, "LuckyReels", "1 of 32 changes matches");
    expect(await entries(page)).toEqual(["com.luckyreels.slots"]);
  });

  it("finds entries by their note", async () => {
    const { page } = await open(everydayReport);
    await search(page, "contract ended", "2 of 32 changes match");
    expect(await entries(page)).toEqual(["com.cityherald.app", "com.oldtimes.epaper"]);
  });

  it("requires every word, in the entry or in its note", async () => {
    const { page } = await open(everydayReport);
    await search(page, "election news", "1 of 32 changes matches");
    expect(await entries(page)).toEqual(["com.dailyvoice.news"]);
  });

  it("treats the query as text, not as a pattern", async () => {
    const { page, complaints } = await open(everydayReport);
    await search(page, "(coppa)", "2 of 32 changes match");
    await search(page, ".*", "0 of 32 changes match");
    await search(page, "[(\\", "0 of 32 changes match");
    expect(complaints).toEqual([]);
  });

  it("hides lists and groups without a match", async () => {
    const { page } = await open(everydayReport);
    await search(page, "dinoworld", "1 of 32 changes matches");
    expect(await page.locator("article:visible h3").allInnerTexts()).toEqual(['app list 6002 "Apps for children"']);
    await search(page, "nobody", "0 of 32 changes match");
    expect(await page.locator("article:visible").count()).toBe(0);
  });

  it("opens groups with matches, and restores them when it is cleared", async () => {
    const { page } = await open(everydayReport);
    const group = page.locator("details.group").first();
    await group.locator("summary").click();
    await search(page, "scanner", "1 of 32 changes matches");
    expect(await entries(page)).toEqual(["com.pdfgenius.scanner"]);
    await search(page, "", "32 changes");
    expect(await group.getAttribute("open")).toBeNull();
  });
});

describe("a report of 10,000 changes", () => {
  it("is searched in all of its entries, also in closed groups", async () => {
    const { page } = await open(bigReport(10_000));
    expect(await entries(page)).toEqual([]);
    await search(page, "20418-banner999", "1 of 10,000 changes matches");
    expect(await entries(page)).toEqual(["20418-banner999"]);
  });

  it("shows each entry once and in order, also across kinds", async () => {
    const { page } = await open(bigReport(10_000));
    const added = page.locator("details.added");
    const shown = await added.locator("tbody tr td:first-child").allTextContents();
    const declared = bigReport(10_000).resources.flatMap(({ kinds }) =>
      kinds.flatMap((kind) => kind.added.map(({ entry }) => entry)),
    );
    expect(shown).toEqual(declared);
    expect(await added.locator("h4").allTextContents()).toEqual([
      "6,900 app bundles added",
      "1,000 placement IDs added",
    ]);
  });
});

describe("the toolbar", () => {
  it.each([
    ["a desktop", { viewport: { width: 1280, height: 900 } }],
    ["a phone", { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }],
  ])("stays in view while the page scrolls, and leaves room for entries, on %s", async (_, options) => {
    const { page } = await open(everydayReport, options);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
    const box = await page.getByRole("search").boundingBox();
    expect(box?.y).toBe(0);
    expect(box?.height).toBeLessThan(120);
  });
});

describe("paper", () => {
  it("shows the entries of closed groups", async () => {
    const { page } = await open(everydayReport);
    const group = page.locator("details.group").first();
    await group.locator("summary").click();
    expect(await group.locator("table").isVisible()).toBe(false);
    await page.emulateMedia({ media: "print" });
    expect(await group.locator("table").isVisible()).toBe(true);
  });
});

describe("the page without JavaScript", () => {
  it("can be read", async () => {
    const { page } = await open(everydayReport, { javaScriptEnabled: false });
    const shown = await page.locator(".group tbody tr").count();
    expect(shown).toBe(32);
    expect(await page.getByRole("search").count()).toBe(0);
  });
});
