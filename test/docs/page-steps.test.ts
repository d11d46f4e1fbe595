import { describe, expect, it } from "vitest";
import { comparableLines, expectStep } from "./run-steps";
import { readSteps, type Step } from "./page-steps";

const fence = "```";
const markdown = `# A page

1. Add entries to \`lists/apps.txt\`. For example:
   ${fence}text
   com.example.a    # note
   ${fence}
2. Check them. Expected: \`1 entry\`.
   ${fence}sh
   app-list validate lists/apps.txt
   ${fence}
3. The command exits with 2:
   ${fence}sh
   app-list report preview.json
   ${fence}
   ${fence}text
   1 app list will change
   ${fence}

An example of something else:

${fence}text
no step
${fence}
`;

const [file, validate, report, ...others] = readSteps(markdown);

describe("the steps of a page", () => {
  it("are files, commands and their outputs", () => {
    expect(file).toEqual({ kind: "file", line: 5, path: "lists/apps.txt", content: "com.example.a    # note\n" });
    const quoted = ["1 entry"];
    expect(validate).toMatchObject({
      kind: "commands",
      line: 9,
      output: undefined,
      quoted,
      exitCode: 0,
      runsOn: false,
    });
    expect(validate).toHaveProperty("script", "app-list validate lists/apps.txt\n");
    expect(report).toMatchObject({ kind: "commands", line: 13, quoted: [], exitCode: 2, runsOn: false });
    expect(report).toMatchObject({ script: "app-list report preview.json\n", output: "1 app list will change\n" });
    expect(others).toEqual([]);
  });

  it("have their place on the page, with their output", () => {
    if (report?.kind !== "commands") throw new Error("The page has no such step.");
    const places = [report.output ?? "", "other\n\noutput\n"].map((output) =>
      markdown.split(report.withOutput(output)),
    );
    expect(places.map(({ length }) => length)).toEqual([2, 1]);
    expect(report.withOutput("other\n\noutput\n")).toContain("\n   other\n\n   output\n   ```");
  });
});

describe("the output of a step", () => {
  const judge = (step: Step | undefined, code: number, output: string) => (): void => {
    if (step?.kind !== "commands") throw new Error("The page has no such step.");
    expectStep("page.md", step, { code, output });
  };

  it("is that of the page, whatever the order of its lines", () => {
    expect(judge(report, 2, "1 app list will change\n")).not.toThrow();
    const [one, other] = ["b\na (2s) http://127.0.0.1:1234\n", "a (12s) http://127.0.0.1:8080\n\nb\n"];
    expect(comparableLines(one)).toBe(comparableLines(other));
  });

  it("is a problem if the page announces another one, or another exit code", () => {
    expect(judge(report, 2, "2 app lists will change\n")).toThrow("shows other output");
    expect(judge(report, 0, "1 app list will change\n")).toThrow("exited with 0");
    expect(judge(validate, 0, "2 entries\n")).toThrow("did not print 1 entry");
  });
});
