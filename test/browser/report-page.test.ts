import { expect, it } from "vitest";
import { printMarkdown } from "../../provider/report/markdown";
import { commentOf } from "../../tools/browser/comment.ts";
import { bigReport, everydayReport, overLimitReport, reportSpelling } from "../report/sample-reports";
import { useBrowser } from "./pages.ts";

const open = useBrowser();

it("a report of 10,000 changes shows each entry once and in order, in closed lists", async () => {
  const report = bigReport(10_000);
  const { page, requests, complaints } = await open(report);
  const declared = report.resources.flatMap(({ entries }) => entries.filter(({ change }) => change === "added"));
  const shown = (await page.locator(".added + pre").allTextContents()).flatMap((text) => text.split("\n"));
  expect(shown).toEqual(declared.map(({ entry, note = "" }) => `+ ${entry}  # ${note}`));
  const headings = ["6,900 app bundles added", "1,000 placement IDs added"];
  expect(await page.locator(".added").allTextContents()).toEqual(headings);
  expect(await page.locator("pre:visible").count()).toBe(0);
  expect([complaints, requests]).toEqual([[], []]);
});

it("a phone shows that nothing is changed yet and what each list loses without scrolling", async () => {
  const options = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
  const { page } = await open(everydayReport, options);
  for (const part of [page.getByText("Preview: nothing changed yet"), page.locator("summary").last()]) {
    const box = await part.boundingBox();
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(844);
  }
});

it.each([
  ["a phone", 390],
  ["a desktop", 1280],
])("the first screen of a comment has the first list and what to do on %s", async (_, width) => {
  const { page } = await open(overLimitReport, { viewport: { width, height: 844 }, isMobile: width < 400 });
  await page.setContent(commentOf(printMarkdown(overLimitReport)));
  const digest = /<code>([\da-f]{16}  # [^<]+)</u.exec(printMarkdown(overLimitReport))?.[1] ?? "";
  for (const part of [page.getByText(digest, { exact: true }), page.locator("summary").first()]) {
    const box = await part.boundingBox();
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(844);
  }
});

it("paper shows the entries of closed lists", async () => {
  const { page } = await open(everydayReport);
  const entries = page.locator("details pre").first();
  expect(await entries.isVisible()).toBe(false);
  await page.emulateMedia({ media: "print" });
  expect(await entries.isVisible()).toBe(true);
});

const hostile = [
  "<script>alert(1)</script>",
  "</script><script>alert(2)</script>",
  "<!--<script>",
  "<img src=x onerror=alert(3)>",
  '"><svg onload=alert(4)>',
  "' onfocus='alert(5)' autofocus='",
  "<style>*{display:none}</style>",
  '<meta http-equiv="refresh" content="0;url=https://example.com/">',
  '<link rel="stylesheet" href="https://example.com/x.css">',
  "<iframe src=https://example.com></iframe>",
  "&lt;script&gt;",
  "${alert(6)}",
  "]]>",
  "\u2028alert(7)",
  "\u202Egpj.exe",
  "\uD800",
];

it("untrusted texts are never run, never change the page, and are shown escaped", async () => {
  const { page, requests, complaints } = await open(reportSpelling(...hostile));
  const shown = await page.locator(".added + pre").first().textContent();
  const escaped = [...hostile.slice(0, -3), "\\u{2028}alert(7)", "\\u{202e}gpj.exe", "\uFFFD"];
  expect(shown?.split("\n")).toEqual(escaped.map((text) => `+ ${text}  # note ${text}`));
  expect([complaints, requests]).toEqual([[], []]);
  expect(await page.locator("script").count()).toBe(0);
  expect(await page.locator("img:not(svg), iframe, link, body style, body meta, [onfocus]").count()).toBe(0);
  expect(await page.getByRole("heading", { level: 1 }).isVisible()).toBe(true);
});

it("the page refuses to run or load anything else", async () => {
  const { page } = await open(everydayReport);
  const refused = await page.evaluate(async () => {
    const violations: string[] = [];
    const allRefused = new Promise<void>((resolve) => {
      document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
        violations.push(effectiveDirective);
        if (violations.length === 4) resolve();
      });
    });
    const script = document.createElement("script");
    script.textContent = "document.title = 'changed'";
    const style = document.createElement("style");
    style.textContent = "body { display: none }";
    const image = document.createElement("img");
    image.src = "https://example.com/pixel.png";
    document.body.append(script, style, image);
    const isSent = await fetch("https://example.com/").catch(() => false);
    await allRefused;
    return { violations, isSent, title: document.title };
  });
  expect(refused.violations.toSorted()).toEqual(["connect-src", "img-src", "script-src-elem", "style-src-elem"]);
  expect(refused.isSent).toBe(false);
  expect(refused.title).toMatch(/^4 of 5 app lists will change: .*: brand-safety\/dev$/u);
});
