import { describe, expect, it } from "vitest";

import { countResults, findProblem, sumCounts, summaryLine, withProblems } from "../../tools/test/count-results.mjs";

describe("the results of the tests", () => {
  it("are counted over all files", () => {
    const json = JSON.stringify({
      testResults: [
        { status: "failed", assertionResults: [{ status: "passed" }, { status: "failed" }] },
        { status: "passed", assertionResults: [{ status: "passed" }, { status: "skipped" }, { status: "todo" }] },
      ],
    });
    expect(countResults(json)).toEqual({ passed: 2, failed: 1, skipped: 2 });
  });

  it("count a file that could not be run as one failed test", () => {
    const json = JSON.stringify({ testResults: [{ status: "failed", assertionResults: [] }, { status: "failed" }] });
    expect(countResults(json)).toEqual({ passed: 0, failed: 2, skipped: 0 });
  });

  it.each([undefined, "", "{", "[]", "{}", '{"testResults":null}'])("are none when the report is %j", (json) => {
    expect(countResults(json)).toEqual({ passed: 0, failed: 0, skipped: 0 });
  });

  it("show a failed test, and everything else that is wrong with a run is a problem", () => {
    const found = { passed: 2, failed: 1, skipped: 0 };
    expect(findProblem(found, 1)).toBeUndefined();
    expect(findProblem({ ...found, failed: 0 }, 0)).toBeUndefined();
    expect(findProblem({ ...found, failed: 0 }, 1)).toContain("yet vitest failed");
    expect(findProblem({ ...found, failed: 0 }, null)).toContain("yet vitest failed");
    expect(findProblem({ passed: 0, failed: 0, skipped: 3 }, 0)).toContain("no report");
  });

  it("of several runs are added, and a run without results is a failed test", () => {
    const [first, second] = [
      { passed: 10, failed: 1, skipped: 2 },
      { passed: 5, failed: 0, skipped: 0 },
    ];
    expect(sumCounts([first, second])).toEqual({ passed: 15, failed: 1, skipped: 2 });
    expect(sumCounts([first, undefined])).toEqual({ passed: 10, failed: 2, skipped: 2 });
    expect(sumCounts([undefined, undefined])).toEqual({ passed: 0, failed: 2, skipped: 0 });
  });

  it("count a check that failed, and every other problem, as a failed test", () => {
    const counts = { passed: 5, failed: 1, skipped: 2 };
    expect(withProblems(counts, [])).toEqual(counts);
    expect(withProblems(counts, ["A check failed.", "Vitest failed."])).toEqual({ ...counts, failed: 3 });
  });

  it("are printed in one line", () => {
    expect(summaryLine({ passed: 12, failed: 0, skipped: 3 })).toBe("12 passed, 0 failed");
  });
});
