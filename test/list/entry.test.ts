import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findEntryProblem, spellingKey } from "../../provider/list/entry";
import type { Kind } from "../../provider/list/kinds";
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

const long = `${"é".repeat(250)}.example`;

it.each<[Kind | undefined, entry: string, key: string]>([
  ["websites", "https://Café.example/", "xn--caf-dma.example"],
  ["websites", "é%.example", "é%.example"],
  ["websites", long, long],
  ["appBundles", "ID12345", "12345"],
  ["appBundles", "Café.example", "café.example"],
  ["placementIds", "1-A", "1-a"],
  [undefined, "id12345", "id12345"],
])("spellings of one entry have one key: %s %s", (kind, entry, key) => {
  expect(spellingKey(kind, entry)).toBe(key);
});
