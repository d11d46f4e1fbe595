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
  return page.locator(".group tbody tr:not(.kind) td:first-child:visible").allInnerTexts();
}

describe("the search", () => {
  it("finds entries by a part of their name, in any letter case, and counts them", async () => {
    const { page } = await open(everydayReport);
    expect(await page.getByRole("status").innerText()).toBe("32 changes");
    await search(page, "LuckyReels", "1 of 32 changes matches, in 1 list");
    expect(await entries(page)).toEqual(["com.luckyreels.slots"]);
  });

  it("finds entries by their note", async () => {
    const { page } = await open(everydayReport);
    await search(page, "contract ended", "2 of 32 changes match, in 1 list");
    expect(await entries(page)).toEqual(["com.cityherald.app", "com.oldtimes.epaper"]);
  });

  it("requires every word, in the entry or in its note", async () => {
    const { page } = await open(everydayReport);
    await search(page, "election news", "1 of 32 changes matches, in 1 list");
    expect(await entries(page)).toEqual(["com.dailyvoice.news"]);
  });

  it("treats the query as text, not as a pattern", async () => {
    const { page, complaints } = await open(everydayReport);
    await search(page, "(coppa)", "2 of 32 changes match, in 1 list");
    await search(page, ".*", "0 of 32 changes match");
    await search(page, "[(\\", "0 of 32 changes match");
    expect(complaints).toEqual([]);
  });

  it("hides lists and groups without a match, and shows a message if there is none", async () => {
    const { page } = await open(everydayReport);
    await search(page, "dinoworld", "1 of 32 changes matches, in 1 list");
    expect(await page.locator("article:visible h3").allInnerTexts()).toEqual(["Apps for children"]);
    await search(page, "nobody", "0 of 32 changes match");
    expect(await page.locator("article:visible").count()).toBe(0);
    expect(await page.getByText("No change matches").isVisible()).toBe(true);
  });

  it("opens groups with matches, and restores them when it is cleared", async () => {
    const { page } = await open(everydayReport);
    const group = page.locator("details.group").first();
    await group.locator("summary").click();
    await search(page, "scanner", "1 of 32 changes matches, in 1 list");
    expect(await entries(page)).toEqual(["com.pdfgenius.scanner"]);
    await page.getByRole("button", { name: "Clear" }).click();
    expect(await page.getByRole("status").innerText()).toBe("32 changes");
    expect(await group.getAttribute("open")).toBeNull();
    expect(await page.getByRole("searchbox").inputValue()).toBe("");
    expect(await page.getByRole("searchbox").evaluate((field) => field === document.activeElement)).toBe(true);
  });
});

describe("the filters", () => {
  it("show one or several changes", async () => {
    const { page } = await open(everydayReport);
    await page.getByRole("checkbox", { name: "Unexpected" }).check();
    expect(await page.getByRole("status").innerText()).toBe("3 of 32 changes match, in 1 list");
    expect(await entries(page)).toEqual(["com.viralbuzz.feed", "com.quizmania.daily", "com.coupondrop.deals"]);
    await page.getByRole("checkbox", { name: "Kept" }).check();
    expect(await page.getByRole("status").innerText()).toBe("5 of 32 changes match, in 2 lists");
  });

  it("show a kind", async () => {
    const { page } = await open(everydayReport);
    await page.getByRole("checkbox", { name: "Placement IDs" }).check();
    expect(await entries(page)).toEqual(["20418-rewardedb21c", "20418-interstitial7f3a", "31177-banner04de"]);
    expect(await page.locator(".kind:visible").allInnerTexts()).toEqual(["Placement IDs", "Placement IDs"]);
  });

  it("narrow the search", async () => {
    const { page } = await open(everydayReport);
    await page.getByRole("checkbox", { name: "Removed" }).check();
    await search(page, "election", "5 of 32 changes match, in 2 lists");
    expect(await page.locator("details.group:visible h4").allInnerTexts()).toEqual(["Removed 2 of 5", "Removed 3"]);
  });

  it("stay as they are if a person follows a link to a list", async () => {
    const { page } = await open(everydayReport);
    await search(page, "election", "5 of 32 changes match, in 2 lists");
    await page.getByRole("link", { name: "Brand safety – global blocklist loses" }).click();
    expect(await page.getByRole("status").innerText()).toBe("5 of 32 changes match, in 2 lists");
  });
});

describe("a report of 10,000 changes", () => {
  it("is searched in all of its entries, also in closed groups", async () => {
    const { page } = await open(bigReport(10_000));
    expect(await entries(page)).toHaveLength(100);
    await search(page, "20999-banner999", "1 of 10,000 changes matches, in 1 list");
    expect(await entries(page)).toEqual(["20999-banner999"]);
  });

  it("shows each entry once and in order, also across kinds", async () => {
    const { page } = await open(bigReport(10_000));
    const added = page.locator("details.added");
    const shown = await added.locator("tbody tr:not(.kind) td:first-child").allTextContents();
    const declared = bigReport(10_000).resources.flatMap(({ kinds }) =>
      kinds.flatMap((kind) => kind.added.map(({ entry }) => entry)),
    );
    expect(shown).toEqual(declared);
    expect(await added.locator(".kind").allTextContents()).toEqual(["App bundles", "Placement IDs"]);
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
    expect(box?.height).toBeLessThan(200);
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
    const shown = await page.locator(".group tbody tr:not(.kind)").count();
    expect(shown).toBe(32);
    expect(await page.getByRole("search").count()).toBe(0);
  });
});
