import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../tools/paths.mjs";

/** How a script ended, and its output. */
export interface Ran {
  readonly code: number;
  readonly text: string;
}

/**
 * The lines of the pipelines that need the network or are tested elsewhere, and what replaces them here. Everything else
 * is run as it is written.
 */
const replacements: Readonly<Record<string, string>> = {
  // The project is in the clone and finds its other packages there.
  "npm ci --ignore-scripts --no-audit":
    'mkdir -p node_modules/.bin && cp "$TEST_COMMANDS/app-list" node_modules/.bin/ && ln -sfn "$TEST_PACKAGE" node_modules/pulumi-app-list',
  // The checks of this repository check the types of the examples.
  "node_modules/.bin/tsc --noEmit": ":",
};

/** Runs a script of a pipeline with bash, with the options that the forges set. */
export async function runScript(script: string, folder: string, environment: NodeJS.ProcessEnv): Promise<Ran> {
  const lines = script.split("\n").map((line) => replacements[line.trim()] ?? line);
  const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", lines.join("\n")], {
    cwd: folder,
    env: { TEST_PACKAGE: join(root, "provider"), ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
  }
  await once(child, "close");
  return { code: child.exitCode ?? 1, text };
}

/** Makes the commands that replace those of a runner: `gh` and `curl`, and `app-list` as npm installs it. */
export function makeCommands(folder: string): { readonly forge: string; readonly installed: string } {
  const forge = join(folder, "forge-commands");
  const installed = join(folder, "installed-commands");
  const commands = join(root, "test", "pipelines", "commands");
  writeCommand(forge, "gh", join(commands, "gh.mjs"));
  writeCommand(forge, "curl", join(commands, "curl.mjs"));
  writeCommand(installed, "app-list", join(root, "provider", "dist", "bundles", "app-list.js"));
  return { forge, installed };
}

function writeCommand(folder: string, name: string, script: string): void {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\nexec node '${script}' "$@"\n`);
  chmodSync(path, 0o755);
}
