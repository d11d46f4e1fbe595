import { describe, expect, it } from "vitest";
import { findBreakingChanges } from "./breaking-changes";

const frozen = {
  description: "A report.",
  type: "object",
  properties: { outcome: { enum: ["changes", "error"] }, description: { type: "string" } },
  required: ["outcome"],
  anyOf: [{ type: "string" }, { type: "number" }],
};

describe("a public shape", () => {
  it("is compatible with itself, with additions, in another order and with other descriptions", () => {
    expect(findBreakingChanges(frozen, frozen)).toEqual([]);
    const current = {
      anyOf: [{ type: "boolean" }, { type: "number" }, { type: "string", title: "A name" }],
      required: ["version", "outcome"],
      properties: {
        version: { type: "number" },
        description: { type: "string" },
        outcome: { enum: ["none", "error", "changes"] },
      },
      type: "object",
      description: "The report of a preview.",
    };
    expect(findBreakingChanges(frozen, current)).toEqual([]);
  });

  it.each([
    [
      "a property",
      { ...frozen, properties: { outcome: frozen.properties.outcome } },
      "$.properties.description no longer exists",
    ],
    ["a required property", { ...frozen, required: [] }, '$.required no longer contains "outcome"'],
    [
      "a value",
      { ...frozen, properties: { ...frozen.properties, outcome: { enum: ["changes"] } } },
      '$.properties.outcome.enum no longer contains "error"',
    ],
    ["an alternative", { ...frozen, anyOf: [{ type: "string" }] }, '$.anyOf no longer contains {"type":"number"}'],
    ["an object", { ...frozen, properties: [] }, "$.properties is no longer an object"],
    ["an array", { ...frozen, required: { outcome: true } }, "$.required is no longer an array"],
  ])("is not compatible without %s that it had", (_, current, problem) => {
    expect(findBreakingChanges(frozen, current)).toEqual([problem]);
  });

  it("is not compatible with another type", () => {
    expect(findBreakingChanges(frozen, { ...frozen, type: "array" })).toEqual(['$.type was "object" and is "array"']);
  });
});
