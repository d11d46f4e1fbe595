import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { describeEnd, run, succeeded } from "../commands.mjs";
import { root } from "../paths.mjs";
import { withProgress } from "../progress.mjs";
import { goObstacle } from "./go-release.mjs";

/** @import { Report } from "../progress.mjs" */

/**
 * An executable that is built from Go modules.
 *
 * @typedef {object} GoProgram
 * @property {string} name  of the executable
 * @property {string} package
 * @property {string} module  the folder in `go/` with the go.mod and go.sum that pin everything that it is built from
 * @property {string} [versionVariable]  the variable that holds the version, in the form that linker flags name it
 * @property {string} [version]  its value
 */

/** The longest silence while Go fetches sources, and the longest time for one program, in milliseconds. */
const silenceLimit = 2 * 60_000;
const timeLimit = 40 * 60_000;

/**
 * Why programs cannot be built, as far as that is known before the build.
 *
 * @param {readonly GoProgram[]} programs
 * @returns {Promise<string | undefined>}  undefined if nothing is known to prevent it
 */
export async function findGoObstacle(programs) {
  const settings = await run("go", ["env", "GOVERSION", "GOTOOLCHAIN"], { cwd: root, timeLimit: 20_000 });
  if (settings.kind === "not started") return "there is no go on PATH";
  if (!succeeded(settings)) return `"go env" fails: ${describeEnd(settings, 4)}`;
  const [installed = "", toolchain = ""] = settings.standardOutput.split("\n");
  return programs
    .map(({ module }) =>
      goObstacle({ installed, toolchain, goMod: readFileSync(join(moduleFolder(module), "go.mod"), "utf8") }),
    )
    .find((obstacle) => obstacle !== undefined);
}

/**
 * Fetches the sources of a program and compiles it into a folder.
 *
 * @param {GoProgram} program
 * @param {string} folder
 * @param {(text: string) => void} report
 * @returns {Promise<string | undefined>}  the reason if it fails
 */
export async function buildGoProgram(program, folder, report) {
  const cwd = moduleFolder(program.module);

  report(`${program.name}: fetching the sources`);
  const listing = run("go", ["list", "-deps", program.package], { cwd, env: goEnvironment, silenceLimit, timeLimit });
  const fetched = await withProgress(listing, (time) => report(`${program.name}: still fetching (${time})`));
  if (!succeeded(fetched)) return `fetching the sources of ${program.name} failed: ${describeEnd(fetched, 6)}`;

  report(`${program.name}: compiling`);
  const { versionVariable, version } = program;
  const linkerFlags = ["-s", "-w", ...(versionVariable === undefined ? [] : ["-X", `${versionVariable}=v${version}`])];
  const buildArguments = ["build", "-trimpath", "-ldflags", linkerFlags.join(" "), "-o", join(folder, program.name)];
  const building = run("go", [...buildArguments, program.package], { cwd, env: goEnvironment, timeLimit });
  const built = await withProgress(building, (time) => report(`${program.name}: still compiling (${time})`));
  return succeeded(built) ? undefined : `compiling ${program.name} failed: ${describeEnd(built, 6)}`;
}

/**
 * The folder with the fetched sources of a Go module that a program is built from.
 *
 * @param {GoProgram} program
 * @param {string} path  of the Go module
 * @returns {Promise<string | undefined>}  undefined if Go does not name it
 */
export async function goSources(program, path) {
  const cwd = moduleFolder(program.module);
  const found = await run("go", ["list", "-m", "-f", "{{.Dir}}", path], { cwd, env: goEnvironment, timeLimit });
  return succeeded(found) ? found.standardOutput.trim() : undefined;
}

/** @param {string} name */
function moduleFolder(name) {
  return fileURLToPath(new URL(`go/${name}`, import.meta.url));
}

/** What decides the result is set here, whatever is set on the machine; where modules come from is the machine's. */
export const goEnvironment = {
  ...process.env,
  CGO_ENABLED: "0",
  GO111MODULE: "on",
  GOARCH: "",
  GOFLAGS: "-mod=readonly -buildvcs=false",
  GOOS: "",
  GOWORK: "off",
};
