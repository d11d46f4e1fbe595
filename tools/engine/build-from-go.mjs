import { copyFileSync, chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { describeEnd, run, succeeded } from "../commands.mjs";
import { pulumiHome, root } from "../paths.mjs";
import { withProgress } from "../progress.mjs";
import { goObstacle } from "./go-release.mjs";
import { fillFolder } from "./staging.mjs";

/** @import { Report } from "../progress.mjs" */
/** @import { Attempt } from "./first-engine.mjs" */

/**
 * Each executable that is built, its package, and the folder with the go.mod and go.sum that pin all it is built from.
 * The module of today's language host is not served by module proxies; that of 3.68 is, and works with this engine.
 */
const programs = [
  { name: "pulumi", package: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi", module: "cli" },
  {
    name: "pulumi-language-nodejs",
    package: "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs",
    module: "nodejs-language-host",
  },
];

/** The longest that Go may fetch sources without a word, and that it may take for one program, in milliseconds. */
const silenceLimit = 2 * 60_000;
const timeLimit = 40 * 60_000;

/**
 * Builds the engine from Go modules.
 *
 * @param {string} version
 * @param {Report} report
 * @returns {Promise<Attempt>}
 */
export async function buildEngine(version, report) {
  const obstacle = await findObstacle();
  if (obstacle !== undefined) return { kind: "failed", reason: obstacle };

  report("engine", `building Pulumi ${version} from Go modules, once for this clone (about five minutes on two cores)`);
  const folder = join(pulumiHome, "versions", version);
  return await fillFolder(folder, async (staging) => {
    for (const program of programs) {
      const failure = await buildProgram(program, version, join(staging, "bin"), report);
      if (failure !== undefined) return { kind: "failed", reason: failure };
    }
    addDynamicProviderPlugin(join(staging, "bin"));
    return { kind: "found", engine: { folder: join(folder, "bin"), version } };
  });
}

/** Why no build can succeed; undefined when nothing is known to be in its way. */
async function findObstacle() {
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
 * Fetches the sources of a program and compiles it.
 *
 * @param {(typeof programs)[number]} program
 * @param {string} version
 * @param {string} folder
 * @param {Report} report
 * @returns {Promise<string | undefined>}  the reason when it fails
 */
async function buildProgram(program, version, folder, report) {
  const cwd = moduleFolder(program.module);

  report("engine", `${program.name}: fetching the sources`);
  const listing = run("go", ["list", "-deps", program.package], { cwd, env: goEnvironment, silenceLimit, timeLimit });
  const fetched = await withProgress(listing, (time) => report("engine", `${program.name}: still fetching (${time})`));
  if (!succeeded(fetched)) return `fetching the sources of ${program.name} failed: ${describeEnd(fetched, 6)}`;

  report("engine", `${program.name}: compiling`);
  const linkerFlags = `-s -w -X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${version}`;
  const buildArguments = ["build", "-trimpath", "-ldflags", linkerFlags, "-o", join(folder, program.name)];
  const building = run("go", [...buildArguments, program.package], { cwd, env: goEnvironment, timeLimit });
  const built = await withProgress(building, (time) => report("engine", `${program.name}: still compiling (${time})`));
  return succeeded(built) ? undefined : `compiling ${program.name} failed: ${describeEnd(built, 6)}`;
}

/**
 * The plug-in that runs dynamic providers is a script of the SDK; it starts the `node` of PATH.
 *
 * @param {string} folder
 */
function addDynamicProviderPlugin(folder) {
  const name = "pulumi-resource-pulumi-nodejs";
  copyFileSync(join(root, "node_modules", "@pulumi", "pulumi", name), join(folder, name));
  chmodSync(join(folder, name), 0o755);
}

/** @param {string} name */
function moduleFolder(name) {
  return fileURLToPath(new URL(`go/${name}`, import.meta.url));
}

/** What decides the result is set here, whatever is set on the machine; where modules come from is the machine's. */
const goEnvironment = {
  ...process.env,
  CGO_ENABLED: "0",
  GO111MODULE: "on",
  GOARCH: "",
  GOFLAGS: "-mod=readonly -buildvcs=false",
  GOOS: "",
  GOWORK: "off",
};
