import { globSync } from "node:fs";
import { join } from "node:path";

import { describeEnd, run, succeeded } from "../commands.mjs";
import { pinnedNode, root } from "../paths.mjs";
import { type Report, withProgress } from "../progress.mjs";
import { candidates } from "./candidates.ts";
import { problemOf } from "./judge-browser.ts";

/** What came of looking in one place. */
export type Attempt =
  { readonly outcome: "found"; readonly executable: string } | { readonly outcome: "failed"; readonly reason: string };

/** Where a browser can come from. */
export interface Source {
  readonly name: string;
  attempt(): Promise<Attempt>;
}

/** Where the browser of this clone is kept. */
const browserFolder = join(root, ".browser");

/** The longest that a download or an installation may take, in milliseconds. */
const timeLimit = 10 * 60_000;

/** A browser that the machine has. */
export function installed(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): Source {
  return {
    name: "a browser on this machine",
    attempt: () => firstThatWorks(candidates(environment, platform)),
  };
}

/** The browser that this clone got before. */
export const gotBefore: Source = {
  name: "the browser of this clone",
  attempt: () => firstThatWorks(executablesOfClone()),
};

/** The headless Chromium that playwright-core downloads. */
export function download(report: Report): Source {
  return {
    name: "the download by playwright-core",
    attempt: async () => {
      const program = join(root, "node_modules", "playwright-core", "cli.js");
      const environment = { ...process.env, PLAYWRIGHT_BROWSERS_PATH: browserFolder };
      report("browser", "downloading a headless Chromium");
      const outcome = await withProgress(
        run(pinnedNode, [program, "install", "chromium-headless-shell"], { env: environment, timeLimit }),
        (time) => report("browser", `still downloading (${time})`),
      );
      if (!succeeded(outcome)) return { outcome: "failed", reason: describeEnd(outcome, 4) };
      return firstThatWorks(executablesOfClone());
    },
  };
}

/** Debian's chromium, which only root can install. */
export function packageManager(report: Report, platform: NodeJS.Platform, user: number | undefined): Source {
  return {
    name: "the package chromium of apt",
    attempt: async () => {
      if (platform !== "linux") return { outcome: "failed", reason: "apt is for Linux" };
      if (user !== 0) return { outcome: "failed", reason: "only root can install packages" };
      for (const step of [["update"], ["install", "--yes", "--no-install-recommends", "chromium"]]) {
        report("browser", `apt-get ${step.join(" ")}`);
        const outcome = await withProgress(
          run("apt-get", step, { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" }, timeLimit }),
          (time) => report("browser", `apt-get is still at work (${time})`),
        );
        if (!succeeded(outcome)) return { outcome: "failed", reason: describeEnd(outcome, 4) };
      }
      return firstThatWorks(candidates({}, platform));
    },
  };
}

function executablesOfClone(): readonly string[] {
  const names = "{headless_shell,chrome-headless-shell,headless_shell.exe,chrome-headless-shell.exe}";
  return globSync(`*/*/${names}`, { cwd: browserFolder }).map((path) => join(browserFolder, path));
}

async function firstThatWorks(executables: readonly string[]): Promise<Attempt> {
  const problems: string[] = [];
  for (const executable of executables) {
    const problem = await problemOf(executable);
    if (problem === undefined) return { outcome: "found", executable };
    problems.push(`${executable} ${problem}`);
  }
  return { outcome: "failed", reason: problems.length === 0 ? "there is none" : problems.join("; ") };
}
