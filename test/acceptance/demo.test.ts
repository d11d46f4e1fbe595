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
  ])("plays to its end %s, where it finds what it tells, and leaves no folder behind", async (_, options) => {
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
    expect(stdout).toContain("8/8  Destroy removes what we put there, and leaves what stood there before");
    expect(stdout).toContain("The same on a real account");
    expect(folders()).toEqual(before);
  });
});
