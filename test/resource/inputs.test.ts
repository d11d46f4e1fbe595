import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseInputs, parseTexts, printTexts, definedMembers } from "../../provider/resource/inputs";
import { EntrySet } from "../../provider/list/entry-set";
import { noEntries } from "../../provider/list/entries";
import { anyEntrySet, anyText, forEachKind } from "../list/arbitraries";
import { entries } from "../list/entries";

describe("complete inputs", () => {
  it("have defaults for omitted arguments", () => {
    expect(parseInputs({ appListId: 4321 })).toEqual({
      outcome: "declared",
      given: { appListId: 4321 },
      entries: noEntries,
      removalLimit: undefined,
    });
  });

  it("are parsed with all arguments, and without Pulumi's own", () => {
    const given = { appListId: 7, account: "emea", exclusive: true, claimExisting: true, removalLimit: "40%" };
    const texts = { appBundles: "com.b\ncom.a  # note\n", placementIds: "1-a\n", websites: "a.example\n" };
    const parsed = parseInputs({ __provider: "exports.handler = …", ...given, ...texts });
    expect(parsed).toMatchObject({
      outcome: "declared",
      entries: {
        ...entries({ placementIds: ["1-a"], websites: ["a.example"] }),
        appBundles: EntrySet.parse("appBundles", "com.a  # note\ncom.b").entries,
      },
      removalLimit: { unit: "percent", most: 40 },
    });
    expect(parsed.outcome === "declared" && parsed.given).toEqual(given);
  });
});

describe("inputs of which a preview does not know all", () => {
  it("are incomplete, and keep the arguments that are known", () => {
    const unknown = new Set(["appBundles"]);
    const inputs = { appListId: 4321, exclusive: true, appBundles: "?", websites: "a.example\n" };
    expect(parseInputs(inputs, unknown)).toEqual({
      outcome: "incomplete",
      unknown,
      given: { appListId: 4321, exclusive: true },
      entries: entries({ websites: ["a.example"] }),
    });
    expect(parseInputs({ appListId: "?" }, new Set(["appListId"]))).toMatchObject({ outcome: "incomplete", given: {} });
  });

  it("are refused if known ones are wrong", () => {
    expect(parseInputs({ appListId: 4321, placementIds: "1001\n" }, new Set(["appBundles"]))).toEqual({
      outcome: "refused",
      problems: ['placement ID in line 1: "1001" does not have the form <number>-<token>'],
    });
  });
});

describe("refused inputs", () => {
  it.each([
    [{}, "appListId"],
    [{ appListId: 0 }, "appListId: must be a positive number"],
    [{ appListId: -1 }, "appListId: must be a positive number"],
    [{ appListId: 1.5 }, "appListId: must be a whole number such as 4321, not 1.5"],
    [{ appListId: "4321" }, 'appListId: must be a whole number such as 4321, not "4321"'],
    [{ appListId: 1, account: "" }, "account: must be the name of an account"],
    [{ appListId: 1, exclusive: "yes" }, 'exclusive: must be true or false, not "yes"'],
    [{ appListId: 1, appBundles: ["com.a"] }, "appBundles: "],
    [
      { appListId: 1, removalLimit: "forty" },
      'removalLimit: "forty" is neither a number of entries such as 500 nor a percentage such as "40%"',
    ],
    [
      { appListId: 1, removalLimit: -1 },
      'removalLimit: -1 is neither a number of entries such as 500 nor a percentage such as "40%"',
    ],
  ])("are reported by argument: %j", (raw, problem) => {
    const parsed = parseInputs(raw);
    expect(parsed.outcome === "refused" && parsed.problems).toEqual([expect.stringContaining(problem)]);
  });

  it("have all their problems at once, those of the constructor first", () => {
    const raw = {
      appListId: 4321,
      appBundles: "com.a,com.b\n",
      placementIds: "1001\n",
      removalLimit: "all",
      refused: ['appBundles[3]: "" is empty'],
    };
    const parsed = parseInputs(raw);
    expect(parsed.outcome === "refused" && parsed.problems).toEqual([
      'appBundles[3]: "" is empty',
      expect.stringContaining("app bundle in line 1: "),
      expect.stringContaining("placement ID in line 1: "),
      expect.stringContaining("removalLimit: "),
    ]);
  });

  it("never throw", () => {
    const value = fc.oneof(anyText, fc.jsonValue());
    const names = [
      "appListId",
      "account",
      "exclusive",
      "removalLimit",
      "appBundles",
      "websites",
      "refused",
      "__proto__",
    ];
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), value), fc.subarray(names), (inputs, unknown) => {
        expect(["declared", "incomplete", "refused"]).toContain(parseInputs(inputs, new Set(unknown)).outcome);
      }),
    );
  });
});

describe("the texts of all kinds", () => {
  it("are parsed back as they were printed, and omitted without entries", () => {
    fc.assert(
      fc.property(forEachKind(anyEntrySet), (some) => {
        const texts = printTexts(some);
        expect(parseTexts(texts)).toEqual({ entries: some, problems: [] });
        expect(Object.values(texts)).not.toContain("");
      }),
    );
  });
});

describe("definedMembers", () => {
  it("omits the values that the engine's protocol does not have, and nothing else", () => {
    const record = definedMembers({ a: undefined, b: null, c: false, d: 0, e: "", f: [] });
    expect(record).toEqual({ c: false, d: 0, e: "", f: [] });
    expect(Object.keys(record)).not.toContain("a");
  });
});
