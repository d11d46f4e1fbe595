import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../../tools/paths.mjs";
import { planFilm } from "../../tools/recording/frames.ts";
import { printLines } from "../../tools/recording/styled-line.ts";
import { linesOfSvg, printSvg } from "../../tools/recording/svg.ts";
import { createRecordingTerminal, type Segment } from "../../tools/recording/transcript.ts";

/** A control sequence that sets a style. */
const style = (codes: string): string => `\u001B[${codes}m`;

/** The recording of two steps. */
function record(): readonly Segment[] {
  const terminal = createRecordingTerminal();
  terminal.heading("1/2  First");
  terminal.command("pulumi", ["preview"]);
  terminal.output("one\ntwo");
  terminal.output("\nthree & <four>\n");
  terminal.heading("2/2  Second");
  terminal.explain("The end.");
  return terminal.segments();
}

describe("a recorded terminal", () => {
  it("keeps the kind of each text, and joins the output of a command", () => {
    expect(record().map(({ kind }) => kind)).toEqual(["heading", "command", "output", "heading", "explain"]);
    expect(record()[2]?.text).toBe("one\ntwo\nthree & <four>\n");
  });
});

describe("the lines of a terminal", () => {
  it("have runs in one style each, at their columns, without the spaces between them", () => {
    const [line] = printLines(
      `  plain ${style("1")}${style("38;5;1")}- gone${style("0")}   ${style("92")}+${style("39")}`,
      80,
    );
    expect(line?.runs).toEqual([
      { column: 2, text: "plain", style: "" },
      { column: 8, text: "- gone", style: "b c1" },
      { column: 17, text: "+", style: "c2" },
    ]);
  });

  it("keep a style over the end of a line, and continue in another row if they are too long", () => {
    const lines = printLines(`${style("31")}abcd\nef${style("0")}`, 3);
    expect(lines.map(({ runs, continues }) => [runs[0]?.text, runs[0]?.style, continues])).toEqual([
      ["abc", "c1", false],
      ["d", "c1", true],
      ["ef", "c1", false],
    ]);
  });
});

describe("the frames of a recording", () => {
  it("begin each step on an empty screen, except the last one, and scroll a long one", () => {
    const { frames, lines } = planFilm(record(), { columns: 80, rows: 4 });
    const last = frames.at(-1);
    expect(last?.bottom).toBe(lines.length);
    expect(last?.top).toBe(lines.length - 4);
    expect(frames.every(({ time }, index) => index === 0 || time > (frames[index - 1]?.time ?? 0))).toBe(true);
  });
});

describe("the SVG of a recording", () => {
  const size = { columns: 6, rows: 8 };

  it("contains all lines", () => {
    const lines = linesOfSvg(printSvg(planFilm(record(), size), "a & b"));
    expect(lines.filter((line) => !line.startsWith("━"))).toEqual([
      "$pulumipreview",
      "one",
      "two",
      "three&<four>",
      "Theend.",
    ]);
  });

  it("is the same for the same run", () => {
    expect(printSvg(planFilm(record(), size), "a")).toBe(printSvg(planFilm(record(), size), "a"));
  });
});

describe("docs/recording.svg", () => {
  const svg = readFileSync(join(root, "docs", "recording.svg"), "utf8");

  it("is an image that needs nothing else, of less than 150 kB", () => {
    expect(Buffer.byteLength(svg)).toBeLessThan(150_000);
    expect(svg.replaceAll("http://www.w3.org/2000/svg", "")).not.toMatch(
      /<script|\son\w+=|href|@import|url\(|<foreignObject/iu,
    );
  });

  it("is well-formed", () => {
    const open: string[] = [];
    for (const [, end, name = "", isEmpty] of svg.matchAll(/<(\/?)(\w+)(?:\s[^<>]*?)?(\/?)>/gu)) {
      if (end === "/") expect(open.pop()).toBe(name);
      else if (isEmpty === "") open.push(name);
    }
    expect(open).toEqual([]);
    expect(svg).not.toMatch(/&(?!amp;|lt;|gt;|quot;)/u);
  });

  it("runs once, and stands still for readers who prefer reduced motion", () => {
    expect(svg.match(/animation:\w+ [\d.]+s step-end 1\b/gu)).toHaveLength(2);
    expect(svg).toMatch(/@media\s*\(prefers-reduced-motion:reduce\)\{\.s,\.v\{animation:none\}/u);
  });
});
