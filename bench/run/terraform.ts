import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { z } from "zod";
import { defaultAccount } from "pulumi-app-list/simulator";
import { root } from "../../test/harness/project.ts";
import { describeEnd, run, succeeded } from "../../tools/commands.mjs";
import { isExecutable } from "../../tools/engine/executables.mjs";
import { goEnvironment } from "../../tools/engine/go-programs.mjs";
import type { Printed } from "../../tools/pulumi/run.ts";
import type { Work } from "../figures/results.ts";
import type { CandidateTool } from "./candidate-project.ts";

const providerVersion = "1.20.0";
const providerModule = fileURLToPath(new URL("../peers/terraform-restapi/provider", import.meta.url));

/** The folder in the form of a mirror of Terraform's registry, with the provider that is built from Go modules. */
const mirror = join(root, ".scratch", "bench", "terraform-mirror");
const provider = join(
  mirror,
  "registry.terraform.io/mastercard/restapi",
  providerVersion,
  `${process.platform}_${process.arch === "x64" ? "amd64" : process.arch}`,
  `terraform-provider-restapi_v${providerVersion}`,
);

const commands: Readonly<Record<Work, readonly string[]>> = {
  create: ["apply", "-auto-approve"],
  // As `pulumi preview` and `pulumi up`, without a refresh.
  "no-op preview": ["plan", "-refresh=false", "-detailed-exitcode"],
  "no-op up": ["apply", "-auto-approve", "-refresh=false"],
  "preview of 37 changes": ["plan", "-refresh=false"],
  "up of 37 changes": ["apply", "-auto-approve", "-refresh=false"],
  "preview --refresh": ["plan"],
  destroy: ["destroy", "-auto-approve"],
};

/** The path of the command `terraform`, undefined if it is not found. */
export function findTerraform(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.map((folder) => join(folder, "terraform")).find(isExecutable);
}

/** The first line of `terraform version`. */
export async function terraformVersion(terraform: string): Promise<string> {
  const { stdout } = await promisify(execFile)(terraform, ["version"], { env: environmentOf({}) });
  return stdout.split("\n")[0] ?? "";
}

/**
 * Builds the restapi provider from Go modules, unless it is there.
 *
 * @returns the reason if it fails
 */
export async function buildRestapiProvider(): Promise<string | undefined> {
  if (isExecutable(provider)) return undefined;
  const target = "github.com/Mastercard/terraform-provider-restapi";
  const outcome = await run("go", ["build", "-trimpath", "-ldflags", "-s -w", "-o", provider, target], {
    cwd: providerModule,
    env: goEnvironment,
    timeLimit: 10 * 60_000,
  });
  return succeeded(outcome) ? undefined : describeEnd(outcome, 1).replaceAll(/\s+/gu, " ");
}

/** Terraform with a project: with the local provider, and a token of the simulator if it runs. */
export async function openTerraform(places: {
  readonly folder: string;
  readonly surroundings: string;
  readonly url: string;
}): Promise<CandidateTool> {
  const { folder, surroundings, url } = places;
  const terraform = findTerraform() ?? "terraform";
  const configuration = join(surroundings, "terraform.rc");
  mkdirSync(mirror, { recursive: true });
  writeFileSync(configuration, `provider_installation {\n  filesystem_mirror {\n    path = "${mirror}"\n  }\n}\n`);
  const token = url.endsWith(":1") ? "" : await requestToken(url);
  const environment = environmentOf({
    TF_CLI_CONFIG_FILE: configuration,
    TF_VAR_base_url: url,
    TF_VAR_token: token,
    TF_IN_AUTOMATION: "1",
    TF_INPUT: "0",
  });
  const start = async (words: readonly string[], onStart: (processId: number) => void): Promise<Printed> => {
    const child = spawn(terraform, words, { cwd: folder, env: environment, stdio: ["ignore", "pipe", "pipe"] });
    if (child.pid !== undefined) onStart(child.pid);
    let text = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
    }
    await once(child, "close");
    return { code: child.exitCode ?? 1, text };
  };
  const { code, text } = await start(["init", "-no-color"], () => undefined);
  if (code !== 0) throw new Error(text);
  return { run: (work, onStart) => start([...commands[work], "-no-color"], onStart) };
}

/** The environment without Terraform's variables of the user, and without its check for a newer version. */
function environmentOf(more: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("TF_"));
  return { ...Object.fromEntries(inherited), CHECKPOINT_DISABLE: "1", ...more };
}

async function requestToken(url: string): Promise<string> {
  const { apiKey, apiSecret, username, password } = defaultAccount;
  const response = await fetch(new URL("/v1/authentication/token", url), {
    method: "POST",
    headers: { authorization: `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString("base64")}` },
    body: new URLSearchParams({ grant_type: "password", username, password }),
  });
  return z.object({ access_token: z.string() }).parse(await response.json()).access_token;
}
