// A part of `npm run lab -- docs`: writes the pictures in docs/screenshots, of reports and messages that a real engine made.
import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";

import { printHtml } from "../provider/report/html/page.ts";
import { printMarkdown } from "../provider/report/markdown.ts";
import { codeBlocksOf, readPage } from "../test/docs/markdown.ts";
import { everydayReport, exampleReport, unreadReport } from "../test/report/sample-reports.ts";
import { commentOf, terminalOf } from "./browser/comment.ts";
import { launchBrowser } from "./browser/launch.ts";
import { root } from "./paths.mjs";
import { runProgram } from "./tool-error.mjs";

/** A page to show, in CSS pixels. Each is written with two pixels for one. */
interface Picture {
  readonly name: string;
  readonly html: string;
  readonly width: number;
  /** The rest is cut. Default: all of it. */
  readonly height?: number;
}

const [errorOfGuard = ""] = codeBlocksOf(readPage("docs/how-to/approve-a-large-change.md")).flatMap(
  ({ language, code }) => (language === "text" ? [code] : []),
);

const pictures: readonly Picture[] = [
  { name: "pull-request-comment", html: commentOf(printMarkdown(unreadReport)), width: 830, height: 628 },
  {
    name: "drift-issue",
    html: commentOf(printMarkdown(exampleReport("everyday", true)), "opened this issue"),
    width: 830,
    height: 620,
  },
  // The first list is open.
  { name: "desktop", html: printHtml(everydayReport).replace("<details", "<details open"), width: 1120, height: 1080 },
  { name: "phone", html: printHtml(everydayReport), width: 390, height: 844 },
  { name: "guard", html: terminalOf(`$ pulumi preview\n${errorOfGuard}`), width: 830 },
];

await runProgram(async () => {
  const target = join(root, "docs", "screenshots");
  mkdirSync(target, { recursive: true });
  const browser = await launchBrowser();
  try {
    for (const { name, html, width, height } of pictures) {
      const page = await browser.newPage({ viewport: { width, height: height ?? 1 }, deviceScaleFactor: 2 });
      await page.setContent(html);
      const path = join(target, `${name}.png`);
      await page.screenshot({ path, fullPage: height === undefined });
      await page.close();
      console.log(`docs/screenshots/${name}.png  ${Math.round(statSync(path).size / 1024)} kB`);
    }
  } finally {
    await browser.close();
  }
});
