import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { coverPairs } from "../../tools/matrix/cover-pairs";

type Row = Readonly<Record<"node" | "language" | "modules", string>>;

const rows = fc.uniqueArray(
  fc.record({
    node: fc.constantFrom("22", "24", "26"),
    language: fc.constantFrom("TypeScript", "JavaScript"),
    modules: fc.constantFrom("ESM", "CommonJS"),
  }),
  { selector: ({ node, language, modules }) => [node, language, modules].join() },
);

function pairsOf({ node, language, modules }: Row): readonly string[] {
  return [`${node} ${language}`, `${node} ${modules}`, `${language} ${modules}`];
}

describe("the rows that cover all pairs", () => {
  it("have each pair of values of some row", () => {
    fc.assert(
      fc.property(rows, (all) => {
        const covered = new Set(coverPairs(all).flatMap(pairsOf));
        expect(covered).toEqual(new Set(all.flatMap(pairsOf)));
      }),
    );
  });

  it("are rows that were given, and none of them twice", () => {
    fc.assert(
      fc.property(rows, (all) => {
        const chosen = coverPairs(all);
        expect(new Set(chosen).size).toBe(chosen.length);
        expect(chosen.every((row) => all.includes(row))).toBe(true);
      }),
    );
  });

  it("are fewer than all", () => {
    const all = ["1", "2", "3"].flatMap((a) =>
      ["1", "2", "3"].flatMap((b) => ["1", "2", "3"].map((c) => ({ a, b, c }))),
    );
    expect(coverPairs(all).length).toBeLessThan(15);
  });
});
