import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { linesOfSvg } from "../../tools/recording/svg.ts";
import { compileCache, root } from "../harness/project";

const recording = readFileSync(join(root, "docs", "recording.svg"), "utf8");

/** The lines of a run without those that depend on time and place: the engine's progress, ports, durations, digests. */
function comparable(lines: readonly string[]): readonly string[] {
  return lines
    .map((line) =>
      line
        .replaceAll(/\s|━+$/gu, "")
        .replaceAll(/127\.0\.0\.1:\d+|APP_LIST_APPROVE=[0-9a-f]+|(?<=^Duration:)\d+s/gu, "…"),
    )
    .filter((line) => line !== "" && !/^[+~@-]?pulumi(?::pulumi:Stack|-nodejs:dynamic\S*Entries)(?!:)\S/u.test(line))
    .toSorted();
}

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
    // The recording shows the same run, with the lines in the order in which Pulumi printed them.
    if (options.length === 0) expect(comparable(linesOfSvg(recording))).toEqual(comparable(stdout.split("\n")));
    expect(folders()).toEqual(before);
  });
});
