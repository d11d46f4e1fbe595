import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { runStep } from "../commands.mjs";

/**
 * An executable that is built from Go modules.
 *
 * @typedef {object} GoProgram
 * @property {string} name  of the executable
 * @property {string} package
 * @property {string} module  the folder in `go/` with the go.mod and go.sum that pin everything that it is built from
 * @property {string} [version]  the version of Pulumi that it reports
 */

/** The longest time for one command, in milliseconds: a build also fetches the sources. */
const timeLimit = 40 * 60_000;

/**
 * Fetches the sources of a program and compiles it into a folder.
 *
 * @param {string} step
 * @param {GoProgram} program
 * @param {string} folder
 */
export async function buildGoProgram(step, { name, package: target, module, version }, folder) {
  const versionFlags = version === undefined ? [] : ["-X", `${versionVariable}=v${version}`];
  const linkerFlags = ["-s", "-w", ...versionFlags].join(" ");
  await runGo(step, ["build", "-trimpath", "-ldflags", linkerFlags, "-o", join(folder, name), target], module);
}

const versionVariable = "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version";

const modules = fileURLToPath(new URL("go", import.meta.url));

/**
 * Runs a command of Go.
 *
 * @param {string} step
 * @param {readonly string[]} goArguments
 * @param {string} module  the folder in `go/`, or the path of another folder with a go.mod
 */
export function runGo(step, goArguments, module) {
  const remedy = "Install Go (https://go.dev/dl/) and give it access to a Go module proxy.";
  return runStep(step, ["go", ...goArguments], {
    cwd: resolve(modules, module),
    env: goEnvironment,
    timeLimit,
    remedy,
  });
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
