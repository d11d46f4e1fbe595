import { describe, expect, it } from "vitest";
import { comparable, describeProblems } from "./compare-steps";
import { readSteps } from "./page-steps";

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
   1 app list to change
   ${fence}

An example of something else:

${fence}text
no step
${fence}
`;

describe("the steps of a page", () => {
  it("are files, commands and their outputs", () => {
    const commands = { kind: "commands", runsOn: false };
    expect(readSteps(markdown)).toEqual([
      { kind: "file", line: 4, path: "lists/apps.txt", content: "com.example.a    # note\n" },
      {
        ...commands,
        line: 8,
        script: "app-list validate lists/apps.txt\n",
        output: undefined,
        quoted: ["1 entry"],
        exitCode: 0,
      },
      {
        ...commands,
        line: 12,
        script: "app-list report preview.json\n",
        output: "1 app list to change\n",
        quoted: [],
        exitCode: 2,
      },
    ]);
  });
});

describe("the output of a step", () => {
  const [, , step] = readSteps(markdown);
  const problemsOf = (code: number, output: string): readonly string[] => {
    if (step?.kind !== "commands") throw new Error("The page has no such step.");
    return describeProblems({ step, code, output });
  };

  it("is that of the page, whatever the order of its lines", () => {
    expect(problemsOf(2, "1 app list to change\n")).toEqual([]);
    expect(comparable("b\na (2s) http://127.0.0.1:1234\n")).toBe(comparable("a (12s) http://127.0.0.1:8080\n\nb\n"));
  });

  it("is a problem if the page announces another one, or another exit code", () => {
    expect(problemsOf(2, "2 app lists to change\n")).toEqual([expect.stringContaining("without\n1 app list")]);
    expect(problemsOf(0, "1 app list to change\n")).toEqual([expect.stringContaining("exited with 0")]);
  });
});
