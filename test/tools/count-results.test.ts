import { describe, expect, it } from "vitest";

import { countResults, summaryLine } from "../../tools/test/count-results.mjs";

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

  it("are said in one line", () => {
    expect(summaryLine({ passed: 12, failed: 0, skipped: 3 })).toBe("12 passed, 0 failed");
  });
});
