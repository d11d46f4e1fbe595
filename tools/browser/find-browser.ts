import { reportTo } from "../progress.mjs";
import { ToolError } from "../tool-error.mjs";
import { download, gotBefore, installed, packageManager, type Source } from "./sources.ts";

/**
 * The executable of a Chromium: the one that CHROMIUM_PATH names; else one of this machine; else one that is got.
 *
 * @throws {ToolError} where none can be got, saying what was tried and what helps.
 */
export async function findBrowser(): Promise<string> {
  const { env, platform } = process;
  const report = reportTo(process.stdout);
  const present = installed(env, platform);
  return await firstBrowser(
    (env["CHROMIUM_PATH"] ?? "") === ""
      ? [present, gotBefore, download(report), packageManager(report, platform, process.getuid?.())]
      : [present],
  );
}

/** The browser of the first source that has one; the sources after it are not tried. */
export async function firstBrowser(sources: readonly Source[]): Promise<string> {
  const failures: string[] = [];
  for (const { name, attempt } of sources) {
    const result = await attempt();
    if (result.outcome === "found") return result.executable;
    failures.push(`${failures.length + 1}. ${name}: ${result.reason}`);
  }
  throw new ToolError(
    [
      "There is no browser for the tests of the HTML report. Tried in vain, in this order:",
      ...failures,
      "",
      "Install Chromium or Chrome, or set CHROMIUM_PATH to the executable of one. Then run the same command again.",
    ].join("\n"),
  );
}
