import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findEntryProblem } from "../../provider/list/entry";
import { anyKind, anyText, expectForAll } from "./arbitraries";

describe("an accepted entry", () => {
  it("is accepted by the rules for any characters", () => {
    const text = fc.string({ unit: fc.constantFrom(..."invalid.pulumiapplist.INV-_/:?=&%~,# 019") });
    expectForAll(anyKind, fc.oneof(text, anyText), (kind, entry) => {
      // The last letter is none of those that are known to be harmless.
      if (findEntryProblem(kind, entry) === undefined) expect(findEntryProblem(kind, `${entry}ä`)).toBeUndefined();
    });
  });

  it("contains nothing that separates entries, lines or notes", () => {
    expectForAll(anyKind, anyText, (kind, text) => {
      if (findEntryProblem(kind, text) !== undefined) return;
      expect(text).not.toBe("");
      expect(text).not.toMatch(/[\s,\p{Cc}\p{Cs}]/u);
    });
  });
});
