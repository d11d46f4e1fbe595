import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { byKind, kinds } from "../../provider/list/kinds";
import { parseListText, readListed } from "../../provider/list/listed-entries";
import { describeSkipped } from "../../provider/list/summary";
import { printLines, tidyNote } from "../../provider/list/text";
import { declareInputs } from "../../provider/resource/declare";
import { anyEditedText, anyEntry, anyNotes, anyText, forEachKind } from "../list/arbitraries";

const today = new Date("2026-11-22T10:00:00Z");

describe("the arguments of a program in any language", () => {
  it("are a text, whichever form the entries have", () => {
    const text = "com.a\ncom.b  # gambling, until 2027-01-31\n";
    const forms = [
      ["com.b # gambling, until 2027-01-31", "com.a"].join("\n"),
      [{ entry: "com.b", note: "gambling", until: "2027-01-31" }, "com.a"],
      "\r\n# agreed\r\ncom.a\r\n  com.b\t# gambling, until 2027-01-31",
      text,
    ];
    for (const appBundles of forms) {
      expect(declareInputs({ appListId: 1, appBundles }, new Set(), today)).toEqual({
        inputs: { appListId: 1, appBundles: text },
        skipped: [],
      });
    }
  });

  it("stay as they are once they are texts", () => {
    const anyList = forEachKind((kind) =>
      anyNotes(kind).map((notes) => Array.from(notes, ([entry, note]) => ({ entry, note }))),
    );
    fc.assert(
      fc.property(anyList, (listed) => {
        const once = declareInputs({ appListId: 1, ...listed }, new Set(), today);
        fc.pre(once.inputs["refused"] === undefined && once.skipped.length === 0);
        expect(declareInputs(once.inputs, new Set(), today)).toEqual(once);
      }),
    );
  });

  it("are those of a list file, line by line, also if the text is in its normal form already", () => {
    const dates = fc.constantFrom("2026-11-21", "2026-11-22", "2026-11-23", "2026-13-01", "soon", "2027-01-31.");
    const note = fc.oneof(
      anyText.map(tidyNote),
      fc.tuple(fc.constantFrom("until ", "Until: ", "sold, until (", "un til "), dates).map((parts) => parts.join("")),
    );
    const texts = forEachKind((kind) =>
      fc.oneof(
        anyText,
        anyEditedText(kind),
        fc.array(fc.tuple(anyEntry(kind), note)).map((pairs) => printLines(new Map(pairs))),
      ),
    );
    fc.assert(
      fc.property(texts, (given) => {
        const listed = byKind((kind) =>
          readListed(
            kind,
            parseListText(given[kind], (line) => `${kind}, line ${line}`),
            "2026-11-22",
          ),
        );
        const problems = kinds.flatMap((kind) => listed[kind].problems);
        const printed = kinds
          .filter((kind) => listed[kind].entries.size > 0)
          .map((kind) => [kind, listed[kind].entries.text]);
        const expected: unknown = {
          ...Object.fromEntries(printed),
          ...(problems.length > 0 && { refused: problems }),
        };
        expect(declareInputs(given, new Set(), today)).toEqual({ inputs: expected, skipped: describeSkipped(listed) });
      }),
      { numRuns: 1000 },
    );
  });

  it("end on the last day of their note, also if no text has changed since", () => {
    const given = { appListId: 1, appBundles: "com.a\ncom.b  # until 2026-11-22\n" };
    const on = (moment: string) => declareInputs(given, new Set(), new Date(moment)).inputs["appBundles"];
    expect(on("2026-11-22T23:59:59.999Z")).toBe(given.appBundles);
    expect(on("2026-11-23T00:00:00Z")).toBe("com.a\n");
    expect(on("2026-11-22T23:59:59.999Z")).toBe(given.appBundles);
  });

  it("omit expired entries, and report them", () => {
    const { inputs, skipped } = declareInputs({ appListId: 1, websites: "a.com # until 2026-11-21" }, new Set(), today);
    expect(inputs).toEqual({ appListId: 1 });
    expect(skipped).toEqual([
      '1 website has expired and is no longer declared: "a.com" (until 2026-11-21, websites, line 1).',
    ]);
  });

  it("are refused with the place of each problem", () => {
    const { inputs } = declareInputs({ appListId: 1, appBundle: [], appBundles: "com.a\na,b", websites: [5] });
    expect(inputs["refused"]).toEqual([
      "appBundle is not an argument of AppListEntries",
      expect.stringMatching(/^appBundles, line 2: "a,b" contains a comma/u),
      'websites[0]: 5 is neither a string nor { entry, note }. As a string it is "5", in quotes',
    ]);
  });

  it("keep the problems that a class of this package has found, and what a preview does not know", () => {
    const given = { appListId: "unknown", appBundles: "unknown", refused: ["twice"], other: 1 };
    expect(declareInputs(given, new Set(["appListId", "appBundles"])).inputs).toEqual({
      ...given,
      refused: ["twice", "other is not an argument of AppListEntries"],
    });
  });
});
