import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findNodeProblem, oldestNode } from "../../provider/common/node-version";
import { version } from "../../provider/common/version";
import { root } from "../../tools/paths.mjs";
import { built } from "../harness/built";

/** Runs Node, as Node 20. */
function run(...nodeArguments: readonly string[]) {
  const older = ["--require", "./test/harness/appear-as-node-20.cjs"];
  return spawnSync(process.execPath, [...older, ...nodeArguments], { cwd: root, encoding: "utf8" });
}

const tooOld = (running: string) =>
  `pulumi-app-list needs Node ${oldestNode} or later, and this is Node ${running} (${process.execPath}). Install a newer ` +
  "Node, put it first on PATH, and retry.";

describe("the version of Node", () => {
  it("is the one that the package declares, or a later one; an older one is named with it", () => {
    const declared = readFileSync(join(root, "provider/package.json"), "utf8");
    expect(declared).toContain(`"node": ">=${oldestNode}"`);
    expect(declared).toContain(`"version": "${version}"`);
    for (const newer of ["22.19.0", "22.20.1", "23.0.0", "100.0.0", "26.0.0-nightly"]) {
      expect(findNodeProblem(newer)).toBeUndefined();
    }
    for (const older of ["9.11.2", "20.20.2", "22.18.0", "22.2.0"]) {
      expect(findNodeProblem(older)?.message).toBe(tooOld(older));
    }
  });

  it("is named once in the line that Pulumi prints for a provider that cannot be loaded", () => {
    const error = findNodeProblem("20.20.2");
    expect(`${String(error)}: ${error?.stack}`).toBe(`pulumi-app-list: ${error?.message} [NODE_TOO_OLD]`);
  });

  it.each(["pulumi-app-list", "pulumi-app-list/plugin", "pulumi-app-list/dynamic", "pulumi-app-list/simulator"])(
    "is checked before anything else when a program loads %s",
    (specifier) => {
      for (const load of [`require("${specifier}")`, `import("${specifier}")`]) {
        const program = `globalThis.loaded = (async () => ${load})().catch((error) => console.log(error.message));`;
        expect(run("-e", program).stdout).toContain(tooOld("20.19.6"));
      }
    },
  );

  it.each([
    ["app-list", "bundles/app-list.js"],
    ["plugin", "plugin/pulumi-resource-app-list"],
  ])("is checked before anything else by the %s", (_, path) => {
    const printed = run(join(built(), path), "validate", "lists.txt");
    expect(printed).toMatchObject({ status: 1, stdout: "", stderr: `${tooOld("20.19.6")} [NODE_TOO_OLD]\n` });
  });
});
