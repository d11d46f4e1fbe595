import { describe, expect, it } from "vitest";
import type { Report } from "../../provider/report/report";
import {
  bigReport,
  everydayReport,
  failedReport,
  kindReport,
  reportOf,
  resourceReport,
} from "../report/sample-reports";
import { useBrowser } from "./pages.ts";

const open = useBrowser();

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

const messages = hostile.map((message) => ({ message, severity: "warning" as const }));
const entries = hostile.map((text) => ({ entry: text, note: text }));
const all = { added: entries, removed: entries, missing: entries, unexpected: entries, kept: entries };
const changes = { kinds: [kindReport("appBundles", all)], remarks: hostile, messages, isExclusive: true };

/** A report in which every untrusted text is hostile. */
const hostileReport: Report = {
  ...reportOf(
    ...hostile.flatMap((text) => {
      const names = { name: text, listName: text, account: text };
      return [
        resourceReport({ ...names, hasAssociatedCampaigns: true, ...changes }),
        resourceReport({ ...names, operation: "same", remarks: [text] }),
      ];
    }),
  ),
  commit: hostile.join(" "),
  stack: hostile.join(" "),
  errors: hostile.map((text) => ({ message: text, resources: [text] })),
  messages,
};

it("untrusted texts are never run, never change the page, and are shown escaped", async () => {
  const { page, requests, complaints } = await open(hostileReport);
  const shown = await page.locator("details.added").first().locator("tbody tr td:first-child").allTextContents();
  expect(shown).toEqual([...hostile.slice(0, -3), "\\u{2028}alert(7)", "\\u{202e}gpj.exe", "\uFFFD"]);
  await page.getByRole("searchbox").fill("alert");
  await page.getByRole("status").getByText("match").waitFor();
  await page.getByRole("searchbox").fill("");
  expect([complaints, requests]).toEqual([[], []]);
  expect(await page.locator("script").count()).toBe(1);
  expect(await page.locator("img:not(svg), iframe, link, body style, body meta, [onfocus]").count()).toBe(0);
  expect(await page.getByRole("heading", { level: 1 }).isVisible()).toBe(true);
});

describe("the page", () => {
  it.each([
    ["an everyday report", everydayReport],
    ["a failed preview", failedReport],
    ["10,000 changes", bigReport(10_000)],
  ])("requests nothing and logs no error: %s", async (_, report) => {
    const { page, requests, complaints } = await open(report);
    for (const summary of await page.locator("summary:visible").all()) await summary.click();
    await page.getByRole("searchbox").fill("a");
    await page.getByRole("status").getByText("match").waitFor();
    expect([complaints, requests]).toEqual([[], []]);
  });

  it("refuses to run or load anything else", async () => {
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
    expect(refused.title).toMatch(/^4 of 6 app lists to change: .*: acme\/brand-safety\/prod$/u);
  });
});
