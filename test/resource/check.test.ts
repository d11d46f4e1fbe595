import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EntrySet } from "../../provider/list/entry-set";
import { checkInputs, type Checked } from "../../provider/resource/inputs";
import { anyKind, anyNotes, anyText } from "../list/arbitraries";
import { printLines } from "../../provider/list/text";

type Raw = Readonly<Record<string, unknown>>;

function valid(news: Raw, unknown?: ReadonlySet<string>): Extract<Checked, { readonly outcome: "valid" }> {
  const checked = checkInputs(news, unknown);
  if (checked.outcome === "invalid") throw new Error(checked.reason);
  return checked;
}

function reasonOf(news: Raw, unknown?: ReadonlySet<string>): string | undefined {
  const checked = checkInputs(news, unknown);
  return checked.outcome === "invalid" ? checked.reason : undefined;
}

describe("the check of valid inputs", () => {
  it("returns them in their normal form: sorted, without duplicates, without empty texts", () => {
    const news = {
      appListId: 4321,
      appBundles: "com.b\ncom.a  # note\ncom.b",
      websites: "",
      account: undefined,
      __provider: "exports.handler = …",
    };
    const { inputs, unknown, declared } = valid(news);
    expect(inputs).toEqual({ appListId: 4321, appBundles: "com.a  # note\ncom.b\n" });
    expect(unknown).toEqual(new Set());
    expect(declared?.entries.appBundles).toEqual(EntrySet.ofNormalText("appBundles", "com.a  # note\ncom.b\n"));
  });

  it("returns checked inputs unchanged", () => {
    fc.assert(
      fc.property(
        anyKind.chain((kind) => anyNotes(kind).map((notes) => ({ [kind]: printLines(notes) }))),
        (texts) => {
          const { inputs } = valid({ appListId: 4321, exclusive: true, removalLimit: "5%", ...texts });
          expect(valid(inputs).inputs).toEqual(inputs);
        },
      ),
    );
  });

  it("never returns an undefined value, which the engine's protocol cannot carry", () => {
    const news = {
      appListId: 4321,
      account: undefined,
      removalLimit: undefined,
      refused: undefined,
      websites: undefined,
    };
    for (const unknown of [[], ["appBundles"]]) {
      const { inputs } = valid(news, new Set(unknown));
      expect(Object.values(inputs)).not.toContain(undefined);
    }
  });
});

describe("the check of inputs that a preview does not know yet", () => {
  it("returns the known ones and the names of the others, without the problems of the constructor", () => {
    const news = { appListId: "?", appBundles: "com.a\n", refused: "?" };
    expect(valid(news, new Set(["appListId", "refused"]))).toEqual({
      outcome: "valid",
      inputs: { appBundles: "com.a\n" },
      unknown: new Set(["appListId"]),
      declared: undefined,
    });
  });

  it("refuses known ones that are wrong", () => {
    expect(reasonOf({ placementIds: "1001\n" }, new Set(["appListId"]))).toContain('"1001" does not have the form');
  });
});

describe("the check of wrong inputs", () => {
  it("prints one problem on one line", () => {
    expect(reasonOf({ appListId: 4321, appBundles: "com.a b\n" })).toBe(
      'app bundle in line 1: "com.a b" contains whitespace; a note starts with a space and #, or is the note of { entry, note }',
    );
  });

  it("prints all problems at once, one per line", () => {
    expect(reasonOf({ appListId: 0, account: "" })).toBe(
      "\n  appListId: must be a positive number\n  account: must be the name of an account",
    );
  });

  it("prints the problems of the resource's constructor", () => {
    const refused = ['apps.txt:12: "com.a,com.b" contains a comma', 'apps.txt:13: "" is empty'];
    expect(reasonOf({ appListId: 4321, appBundles: "com.c\n", refused })).toBe(`\n  ${refused.join("\n  ")}`);
  });

  it("prints the first twenty problems and the number of the others", () => {
    const lines = reasonOf({ appListId: 4321, placementIds: "1001\n".repeat(23) })?.split("\n") ?? [];
    expect(lines).toHaveLength(1 + 20 + 1);
    expect(lines[20]).toContain("placement ID in line 20: ");
    expect(lines[21]).toBe("  and 3 more");
    const twenty = reasonOf({ appListId: 4321, placementIds: "1001\n".repeat(20) });
    expect(twenty).not.toContain("more");
  });

  it("never throws", () => {
    fc.assert(
      fc.property(anyText, anyText, fc.jsonValue(), (appBundles, account, exclusive) => {
        expect(["valid", "invalid"]).toContain(
          checkInputs({ appListId: 4321, appBundles, account, exclusive }).outcome,
        );
      }),
    );
  });

  it("never prints a control character of an entry", () => {
    const reason = reasonOf({ appListId: 4321, appBundles: "com.\u001b[2Ja\u009b\n" });
    expect(reason).toBe('app bundle in line 1: "com.\\u{1b}[2Ja\\u{9b}" contains a control character');
  });
});
