import { type Browser, chromium } from "playwright-core";

import { ToolError } from "../tool-error.mjs";

/** Debian's Chromium, Chrome where its installer puts it, and the Chromium that playwright-core installs. */
const usual = [{ executablePath: "/usr/bin/chromium" }, { channel: "chrome" }, {}];

/**
 * Starts a browser without a window and with an empty profile of its own. It runs without its sandbox, which containers
 * and root do not have, and so is for the pages of this project alone.
 *
 * @throws {ToolError} if there is none; its message has the fix
 */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = process.env["CHROMIUM_PATH"];
  const problems: string[] = [];
  for (const browser of executablePath === undefined ? usual : [{ executablePath }]) {
    try {
      return await chromium.launch({ ...browser, chromiumSandbox: false, args: ["--disable-gpu", "--disable-quic"] });
    } catch (error) {
      problems.push(`- ${String(error).split("\n").slice(0, 4).join("\n  ")}`);
    }
  }
  throw new ToolError(
    `No Chromium or Chrome can be started:\n${problems.join("\n")}\n\nInstall one of them, or run ` +
      "`npx playwright-core install chromium-headless-shell`, or set CHROMIUM_PATH to an executable.",
  );
}
