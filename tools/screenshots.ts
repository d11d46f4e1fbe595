// A part of `npm run lab -- docs`: writes the pictures of reports in docs/screenshots, of previews by a real engine.
import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";

import { printHtml } from "../provider/dist/report/html/page.js";
import { printMarkdown } from "../provider/dist/report/markdown.js";
import { everydayReport, overLimitReport } from "../test/report/sample-reports.ts";
import { commentOf } from "./browser/comment.ts";
import { findBrowser } from "./browser/find-browser.ts";
import { launchBrowser } from "./browser/launch.ts";
import { root } from "./paths.mjs";
import { runProgram } from "./tool-error.mjs";

const pictures = [
  { name: "pull-request-comment", html: commentOf(printMarkdown(overLimitReport)), width: 912, scale: 1.5 },
  { name: "desktop", html: printHtml(everydayReport), width: 1120, scale: 1 },
];

await runProgram(async () => {
  const target = join(root, "docs", "screenshots");
  mkdirSync(target, { recursive: true });
  const browser = await launchBrowser(await findBrowser());
  try {
    for (const { name, html, width, scale } of pictures) {
      const page = await browser.newPage({ viewport: { width, height: 1180 }, deviceScaleFactor: scale });
      await page.setContent(html);
      const path = join(target, `${name}.png`);
      await page.screenshot({ path });
      await page.close();
      console.log(`docs/screenshots/${name}.png  ${Math.round(statSync(path).size / 1024)} kB`);
    }
  } finally {
    await browser.close();
  }
});
