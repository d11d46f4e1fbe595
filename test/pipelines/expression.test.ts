import { describe, expect, it } from "vitest";
import { evaluate, holds, interpolate, type Scope } from "./run/expression";

const scope: Scope = {
  values: { "github.ref": "refs/heads/main", "inputs.comment": "true", "inputs.empty": "" },
  open: ["secrets.", "github.event."],
  isSuccess: true,
};

describe("the stand-in for the expressions of GitHub", () => {
  it.each([
    ["github.ref == 'refs/heads/main'", true],
    ["github.ref == 'REFS/heads/MAIN'", true],
    ["github.ref != 'x' && inputs.comment == 'true'", true],
    ["inputs.empty || 'standard'", "standard"],
    ["inputs.comment && 'yes' || 'no'", "yes"],
    ["!(inputs.empty == '' && true)", false],
    ["secrets.UNKNOWN", null],
    ["secrets.UNKNOWN == ''", true],
    ["github.event.pull_request.head.repo.full_name == github.ref", false],
    ["hashFiles('**/package-lock.json')", "hash of **/package-lock.json"],
    ["'it''s'", "it's"],
  ])("evaluates %s", (expression, value) => {
    expect(evaluate(expression, scope)).toBe(value);
  });

  it.each([
    "github.unknown",
    "inputs.unknown",
    "steps.x.outputs.y",
    "fromJSON('1')",
    "github.ref ==",
    "'a' 'b'",
    "1 + 1",
  ])("refuses %s", (expression) => {
    expect(() => evaluate(expression, scope)).toThrow("The test does not");
  });

  it("replaces each expression in a text", () => {
    expect(interpolate("a-${{ inputs.comment }}-${{secrets.NONE}}-b", scope)).toBe("a-true--b");
  });

  it("runs a step after a failure only if its condition has a status function", () => {
    const failed = { ...scope, isSuccess: false };
    expect(holds("inputs.comment == 'true'", failed)).toBe(false);
    expect(holds("${{ always() && inputs.comment == 'true' }}", failed)).toBe(true);
    expect(holds("failure()", failed)).toBe(true);
    expect(holds("success()", failed)).toBe(false);
  });
});
