import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { arch, cpus, loadavg, platform, release, totalmem } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { root } from "../../test/harness/project.ts";
import type { Environment } from "../figures/results.ts";

/** The machine and the versions of everything that is measured. */
export function describeEnvironment(engine: string): Environment {
  const processors = cpus();
  return {
    machine: `${processors.length} × ${processors[0]?.model ?? "unknown processor"}`,
    memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
    system: `${platform()} ${release()} ${arch()}`,
    "load average before": (loadavg()[0] ?? 0).toFixed(2),
    "Node.js": process.version,
    "Pulumi engine": execFileSync(join(engine, "pulumi"), ["version"], { encoding: "utf8" }).trim(),
    "@pulumi/pulumi": versionIn("node_modules/@pulumi/pulumi"),
    "pulumi-app-list": versionIn("provider"),
  };
}

function versionIn(folder: string): string {
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")))
    .version;
}
