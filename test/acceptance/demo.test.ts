import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { compileCache, root } from "../harness/project";

describe("the demo", () => {
  it.each([
    ["with a program", []],
    ["without a program", ["--yaml"]],
  ])("has the results that it describes %s, and deletes its folder", async (_, options) => {
    const folders = (): readonly string[] =>
      existsSync(join(root, ".scratch"))
        ? readdirSync(join(root, ".scratch")).filter((name) => name.startsWith("demo"))
        : [];
    const before = folders();
    const env = { ...process.env, NODE_COMPILE_CACHE: compileCache };
    const { stdout } = await promisify(execFile)(process.execPath, ["tools/demo/main.ts", ...options], {
      cwd: root,
      env,
    });
    expect(stdout).toContain("9/9  Destroy removes the added entries and keeps all others");
    expect(stdout).toContain("Next steps");
    expect(folders()).toEqual(before);
  });
});
