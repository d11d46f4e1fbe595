import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { bigReport, everydayReport } from "../../tools/browser/sample-reports.ts";
import { useBrowser } from "./pages.ts";

const open = useBrowser();

/** Types into the search and waits for the announcement of its result. */
async function search(page: Page, words: string, announced: string): Promise<void> {
  await page.getByRole("searchbox").fill(words);
  await page.getByRole("status").getByText(announced, { exact: true }).waitFor();
}

/** The entries that can be seen. */
function entries(page: Page): Promise<readonly string[]> {
  return page.locator(".entries tbody tr:not(.kind) td:first-child:visible").allInnerTexts();
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

  it("requires every word, in the entry or in its note, and marks each", async () => {
    const { page } = await open(everydayReport);
    await search(page, "election news", "1 of 32 changes matches, in 1 list");
    expect(await entries(page)).toEqual(["com.dailyvoice.news"]);
    expect(await page.locator("mark:visible").allInnerTexts()).toEqual(["news", "election"]);
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
    expect(await page.locator("details.group:visible h4").allInnerTexts()).toEqual(["Removed\n2 of 5", "Removed\n3"]);
  });
});

describe("a report of 10,000 changes", () => {
  it("shows the first rows of each group, and more on request", async () => {
    const { page } = await open(bigReport(10_000));
    expect(await entries(page)).toHaveLength(150);
    const removed = page.locator("details.removed");
    expect(await removed.locator(".rest span").innerText()).toBe("1,950 more entries not shown.");
    expect(await removed.getByRole("button").innerText()).toBe("Show 500 more");
    await removed.getByRole("button").click();
    expect(await removed.locator("tbody tr:not(.kind)").count()).toBe(550);
    for (let press = 0; press < 3; press += 1) await removed.getByRole("button").click();
    expect(await removed.locator("tbody tr:not(.kind)").count()).toBe(2000);
    expect(await removed.getByRole("button").isVisible()).toBe(false);
    expect(await removed.locator("summary").evaluate((summary) => summary === document.activeElement)).toBe(true);
  });

  it("shows each entry once and in order, also across kinds", async () => {
    const { page } = await open(bigReport(10_000));
    const added = page.locator("details.added");
    for (let press = 0; press < 16; press += 1) await added.getByRole("button").click();
    const shown = await added.locator("tbody tr:not(.kind) td:first-child").allTextContents();
    const declared = bigReport(10_000).resources.flatMap(({ kinds }) =>
      kinds.flatMap((kind) => kind.added.map(({ entry }) => entry)),
    );
    expect(shown).toEqual(declared);
    expect(await added.locator(".kind").allTextContents()).toEqual(["App bundles", "Placement IDs"]);
  });

  it("is searched in all of its entries, also in hidden ones", async () => {
    const { page } = await open(bigReport(10_000));
    await search(page, "20999-banner999", "1 of 10,000 changes matches, in 1 list");
    expect(await entries(page)).toEqual(["20999-banner999"]);
  });
});

describe("paper", () => {
  it("shows closed groups opened, and the screen shows them closed again", async () => {
    const { page } = await open(everydayReport);
    const group = page.locator("details.group").first();
    await group.locator("summary").click();
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    expect(await group.getAttribute("open")).not.toBeNull();
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    expect(await group.getAttribute("open")).toBeNull();
  });
});

describe("the page without JavaScript", () => {
  it("can be read", async () => {
    const { page } = await open(everydayReport, { javaScriptEnabled: false });
    const shown = await page.locator(".entries tbody tr:not(.kind)").count();
    expect(shown).toBe(32);
    expect(await page.getByRole("search").count()).toBe(0);
  });

  it("shows that the rest is missing", async () => {
    const { page } = await open(bigReport(1000), { javaScriptEnabled: false });
    expect(await page.getByText("Without JavaScript").isVisible()).toBe(true);
    expect(await page.locator("details.added .rest").innerText()).toContain("740 more entries not shown.");
  });

  it("shows the same rows as with it", async () => {
    const rows = async (javaScriptEnabled: boolean) => {
      const { page } = await open(everydayReport, { javaScriptEnabled });
      return page.locator(".entries").evaluateAll((tables) => tables.map((table) => table.innerHTML.trim()));
    };
    const [plain, scripted] = [await rows(false), await rows(true)];
    expect(scripted.map(withoutBreaks)).toEqual(plain.map(withoutBreaks));
  });
});

function withoutBreaks(html: string): string {
  return html.replaceAll("\n", "");
}
