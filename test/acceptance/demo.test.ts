import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { compileCache, root } from "../harness/project";

const recording = readFileSync(join(root, "docs", "recording.svg"), "utf8");

/** The printed lines that an SVG shows, without their spaces: how a long line is divided into rows does not matter. */
function linesOfSvg(svg: string): readonly string[] {
  const lines: string[] = [];
  for (const [, attributes = "", content = ""] of svg.matchAll(/^<text ([^>]*)>(.*)<\/text>$/gmu)) {
    const text = content
      .replaceAll(/<[^>]+>/gu, "")
      .replaceAll("&quot;", '"')
      .replaceAll("&gt;", ">")
      .replaceAll("&lt;", "<")
      .replaceAll("&amp;", "&")
      .replaceAll(/\s/gu, "");
    if (attributes.includes(`class="w"`)) lines.push((lines.pop() ?? "") + text);
    else lines.push(text);
  }
  return lines;
}

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
    // Nothing writes the recording: replace or empty a line of it that the demo no longer prints.
    const printed = comparable(stdout.split("\n"));
    if (options.length === 0) expect(printed).toEqual(expect.arrayContaining([...comparable(linesOfSvg(recording))]));
    expect(folders()).toEqual(before);
  });
});
