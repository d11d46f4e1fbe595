import { globSync } from "node:fs";
import { join } from "node:path";

import { describeEnd, run, succeeded } from "../commands.mjs";
import { isExecutable } from "../engine/executables.mjs";
import { type Attempt, firstFound, type Source } from "../first-found.mjs";
import { pinnedNode, root } from "../paths.mjs";
import { reportTo } from "../progress.mjs";

/** Where the browser of this clone is kept. */
const browserFolder = join(root, ".browser");

/** The longest that a download or an installation may take, and the version of a browser, in milliseconds. */
const [installLimit, versionLimit] = [10 * 60_000, 30_000];

/**
 * The executable of a Chromium: the one that CHROMIUM_PATH names; else one of this machine; else one that is installed.
 *
 * @throws {ToolError} if there is none, with the attempts and the fix.
 */
export async function findBrowser(): Promise<string> {
  const { env, platform } = process;
  const present = {
    name: "a browser on this machine",
    attempt: () => firstThatWorks(browserPaths(env, platform)),
  };
  const sources: readonly Source<string>[] = [
    present,
    { name: "the download by playwright-core", attempt: download },
    { name: "the package chromium of apt", attempt: installPackage },
  ];
  return await firstFound((env["CHROMIUM_PATH"] ?? "") === "" ? sources : [present], {
    problem: "There is no browser for the tests of the HTML report.",
    remedy:
      "Install Chromium or Chrome, or set CHROMIUM_PATH to the executable of one. Then run the same command again.",
  });
}

/**
 * The paths of a Chromium or Chrome, in the order in which they are tried.
 *
 * @param environment CHROMIUM_PATH names one; if it is set, no other is tried.
 */
function browserPaths(
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): readonly string[] {
  const chosen = environment["CHROMIUM_PATH"] ?? "";
  if (chosen !== "") return [chosen];
  return platform === "darwin"
    ? ["Chromium", "Google Chrome"].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)
    : ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"].map((name) => `/usr/bin/${name}`);
}

/** The headless Chromium that playwright-core downloads, unless this clone has it. */
async function download(): Promise<Attempt<string>> {
  const names = "{headless_shell,chrome-headless-shell}";
  const inClone = () =>
    firstThatWorks(globSync(`*/*/${names}`, { cwd: browserFolder }).map((path) => join(browserFolder, path)));
  const present = await inClone();
  if (present.kind === "found") return present;
  const program = join(root, "node_modules", "playwright-core", "cli.js");
  const failure = await install(pinnedNode, [program, "install", "chromium-headless-shell"], {
    PLAYWRIGHT_BROWSERS_PATH: browserFolder,
  });
  return failure === undefined ? await inClone() : { kind: "failed", reason: failure };
}

/** Debian's chromium, which only root can install. */
async function installPackage(): Promise<Attempt<string>> {
  if (process.platform !== "linux") return { kind: "failed", reason: "apt is for Linux" };
  if (process.getuid?.() !== 0) return { kind: "failed", reason: "only root can install packages" };
  for (const step of [["update"], ["install", "--yes", "--no-install-recommends", "chromium"]]) {
    const failure = await install("apt-get", step, { DEBIAN_FRONTEND: "noninteractive" });
    if (failure !== undefined) return { kind: "failed", reason: failure };
  }
  return await firstThatWorks(browserPaths({}, process.platform));
}

/** Runs a step of an installation, and returns why it failed. */
async function install(
  command: string,
  step: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const report = reportTo(process.stdout);
  report("browser", `installing a browser (${step.at(-1)})`);
  const outcome = await run(command, step, {
    env: { ...process.env, ...environment },
    timeLimit: installLimit,
    onWait: (time) => report("browser", `still installing (${time})`),
  });
  return succeeded(outcome) ? undefined : describeEnd(outcome, 4);
}

/** Some systems have a chromium that only prints how to install one, so each is asked for its version. */
async function firstThatWorks(executables: readonly string[]): Promise<Attempt<string>> {
  const problems: string[] = [];
  for (const executable of executables.filter(isExecutable)) {
    const outcome = await run(executable, ["--version"], { timeLimit: versionLimit });
    if (succeeded(outcome)) return { kind: "found", found: executable };
    problems.push(`${executable} cannot be started: ${describeEnd(outcome, 4)}`);
  }
  return { kind: "failed", reason: problems.length === 0 ? "there is none" : problems.join("; ") };
}
