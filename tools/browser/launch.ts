import { type Browser, chromium } from "playwright-core";

/**
 * Starts a browser without a window and with an empty profile of its own. It runs without its sandbox, which containers
 * and root do not have, and so is for the pages of this project alone.
 */
export function launchBrowser(executable: string): Promise<Browser> {
  return chromium.launch({
    executablePath: executable,
    headless: true,
    chromiumSandbox: false,
    args: [
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}
