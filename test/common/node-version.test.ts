import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { findNodeProblem, oldestNode } from "../../provider/common/node-version";
import { version } from "../../provider/common/version";
import { root } from "../../tools/paths.mjs";
import { olderNode } from "../harness/older-node";

function problemOf(version: string) {
  return findNodeProblem({ versions: { ...process.versions, node: version }, execPath: "/usr/bin/node" });
}

/** Runs Node, as Node 20. */
function run(...nodeArguments: readonly string[]) {
  return spawnSync(process.execPath, [...olderNode, ...nodeArguments], { cwd: root, encoding: "utf8" });
}

const needed = `pulumi-app-list needs Node ${oldestNode} or later, and this is Node 20.19.6 (${process.execPath}).`;

describe("the version of Node", () => {
  it("is the one that the package declares, or a later one; an older one is named with it", () => {
    expect(readFileSync(join(root, "provider/package.json"), "utf8")).toContain(`"node": ">=${oldestNode}"`);
    for (const version of ["22.19.0", "22.20.1", "23.0.0", "24.21.0", "26.0.0-nightly"]) {
      expect(problemOf(version)).toBeUndefined();
    }
    for (const version of ["16.20.2", "18.20.8", "20.20.2", "22.18.0", "22.2.0"]) {
      expect(problemOf(version)?.message).toBe(
        `pulumi-app-list needs Node 22.19 or later, and this is Node ${version} (/usr/bin/node). Install a newer Node, put ` +
          "it first on PATH, and retry.",
      );
    }
  });

  it("is named once in the line that Pulumi prints for a provider that cannot be loaded", () => {
    const error = problemOf("20.20.2");
    expect(`${String(error)}: ${error?.stack}`).toBe(`pulumi-app-list: ${error?.message} [NODE_TOO_OLD]`);
  });

  it.each(["pulumi-app-list", "pulumi-app-list/plugin", "pulumi-app-list/dynamic", "pulumi-app-list/simulator"])(
    "is checked before anything else when a program loads %s",
    (specifier) => {
      for (const load of [`require("${specifier}")`, `import("${specifier}")`]) {
        const program = `globalThis.loaded = (async () => ${load})().catch((error) => console.log(error.message));`;
        expect(run("-e", program).stdout).toContain(needed);
      }
    },
  );

  it("is checked before anything else by the command app-list", () => {
    const main = "provider/dist/bundles/app-list.js";
    const printed = run(main, "validate", "lists.txt");
    expect(printed).toMatchObject({ status: 1, stdout: "" });
    expect(printed.stderr).toMatch(/^pulumi-app-list needs [^\n]*\n$/u);
    const { status, stdout } = run(main, "report", "--json");
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      error: { code: "NODE_TOO_OLD", needed: oldestNode, running: "20.19.6" },
    });
  });
});

it("has the version of the package in its code", () => {
  const text = readFileSync(join(root, "provider/package.json"), "utf8");
  expect(version).toBe(z.object({ version: z.string() }).parse(JSON.parse(text)).version);
});
