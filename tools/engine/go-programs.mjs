import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { describeEnd, run, succeeded } from "../commands.mjs";

/**
 * An executable that is built from Go modules.
 *
 * @typedef {object} GoProgram
 * @property {string} name  of the executable
 * @property {string} package
 * @property {string} module  the folder in `go/` with the go.mod and go.sum that pin everything that it is built from
 * @property {string} [version]  the version of Pulumi that it reports
 */

/** The longest time for one program, in milliseconds. */
const timeLimit = 40 * 60_000;

/**
 * Fetches the sources of a program and compiles it into a folder.
 *
 * @param {GoProgram} program
 * @param {string} folder
 * @param {(text: string) => void} report
 * @returns {Promise<string | undefined>}  the reason if it fails
 */
export async function buildGoProgram({ name, package: target, module, version }, folder, report) {
  const options = { cwd: moduleFolder(module), env: goEnvironment, timeLimit };
  report(`${name}: fetching the sources`);
  const fetched = await run("go", ["list", "-deps", target], {
    ...options,
    onWait: (time) => report(`${name}: still fetching (${time})`),
  });
  if (fetched.kind === "not started") return "there is no go on PATH";
  if (!succeeded(fetched)) return `fetching the sources of ${name} failed: ${describeEnd(fetched, 6)}`;

  report(`${name}: compiling`);
  const versionFlags = version === undefined ? [] : ["-X", `${versionVariable}=v${version}`];
  const linkerFlags = ["-s", "-w", ...versionFlags].join(" ");
  const built = await run("go", ["build", "-trimpath", "-ldflags", linkerFlags, "-o", join(folder, name), target], {
    ...options,
    onWait: (time) => report(`${name}: still compiling (${time})`),
  });
  return succeeded(built) ? undefined : `compiling ${name} failed: ${describeEnd(built, 6)}`;
}

const versionVariable = "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version";

/**
 * The folder with the fetched sources of a Go module.
 *
 * @param {string} module  the folder in `go/`
 * @param {string} path  of the Go module
 * @returns {Promise<string | undefined>}  undefined if Go does not name it
 */
export async function goSources(module, path) {
  const options = { cwd: moduleFolder(module), env: goEnvironment, timeLimit };
  const found = await run("go", ["list", "-m", "-f", "{{.Dir}}", path], options);
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
