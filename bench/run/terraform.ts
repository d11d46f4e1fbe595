import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { defaultAccount } from "pulumi-app-list/simulator";
import { root } from "../../test/harness/project.ts";
import { describeEnd, run, succeeded } from "../../tools/commands.mjs";
import { isExecutable } from "../../tools/engine/executables.mjs";
import { goEnvironment } from "../../tools/engine/go-programs.mjs";
import type { Work } from "../figures/results.ts";
import type { CandidateProject, Places } from "./candidate-project.ts";

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

/** Terraform with a project: with the local provider, and a token of the simulator if it runs. */
export async function openTerraform({ folder, surroundings, url }: Places): Promise<CandidateProject["run"]> {
  const sendsRequests = !url.endsWith(":1");
  if (sendsRequests) await buildRestapiProvider();
  const configuration = join(surroundings, "terraform.rc");
  mkdirSync(mirror, { recursive: true });
  writeFileSync(configuration, `provider_installation {\n  filesystem_mirror {\n    path = "${mirror}"\n  }\n}\n`);
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("TF_"));
  const env = {
    ...Object.fromEntries(inherited),
    // No check for a newer version.
    CHECKPOINT_DISABLE: "1",
    TF_CLI_CONFIG_FILE: configuration,
    TF_VAR_base_url: url,
    TF_VAR_token: sendsRequests ? await requestToken(url) : "",
    TF_IN_AUTOMATION: "1",
    TF_INPUT: "0",
  };
  const start = (words: readonly string[], onStart?: (processId: number) => void) =>
    run("terraform", [...words, "-no-color"], { cwd: folder, env, ...(onStart && { onStart }) });
  const initialized = await start(["init"]);
  if (!succeeded(initialized)) throw new Error(`terraform init: ${describeEnd(initialized, 4)}`);
  return async (work, onStart) => {
    const outcome = await start(commands[work], onStart);
    return { code: outcome.kind === "exited" ? outcome.status : 1, text: outcome.output };
  };
}

/** Builds the restapi provider from Go modules, unless it is there. */
async function buildRestapiProvider(): Promise<void> {
  if (isExecutable(provider)) return;
  const target = "github.com/Mastercard/terraform-provider-restapi";
  const outcome = await run("go", ["build", "-trimpath", "-ldflags", "-s -w", "-o", provider, target], {
    cwd: providerModule,
    env: goEnvironment,
    timeLimit: 10 * 60_000,
  });
  if (!succeeded(outcome))
    throw new Error(`not found: the restapi provider does not build (${describeEnd(outcome, 1)})`);
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
