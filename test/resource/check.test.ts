import { unknownValue } from "@pulumi/pulumi/runtime";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkInputs as checkInputsOf, type Checked } from "../../provider/resource/check";
import { anyKind, anyNotes, anyText } from "../list/arbitraries";
import { noEntries } from "../../provider/list/kinds";
import { printText } from "../../provider/list/text";
import { numberedText } from "./declared";

type Raw = Readonly<Record<string, unknown>>;

/** A check in a run of which nothing else is known. */
function checkInputs(
  olds: Raw,
  news: Raw,
  declaredElsewhere = noEntries,
  approvals: ReadonlySet<string> = new Set(),
): Checked {
  return checkInputsOf(olds, news, { declaredElsewhere: () => declaredElsewhere, approvals });
}

function reasonOf(olds: Raw, news: Raw): string | undefined {
  const { failures = [] } = checkInputs(olds, news).result;
  expect(failures.length).toBeLessThanOrEqual(1);
  return failures[0]?.reason;
}

describe("the check of good inputs", () => {
  it("gives them in their normal form: sorted, without duplicates, without empty texts", () => {
    const news = {
      appListId: 4321,
      appBundles: "com.b\ncom.a  # note\ncom.b",
      websites: "",
      account: undefined,
      __provider: "exports.handler = …",
    };
    const { result, declared } = checkInputs({}, news);
    expect(result).toEqual({ inputs: { appListId: 4321, appBundles: "com.a  # note\ncom.b\n" } });
    expect(declared?.entries.appBundles).toEqual(new Set(["com.a", "com.b"]));
  });

  it("gives what is checked already as it is", () => {
    fc.assert(
      fc.property(
        anyKind.chain((kind) => anyNotes(kind).map((notes) => ({ [kind]: printText(notes) }))),
        (texts) => {
          const { inputs } = checkInputs(
            {},
            { appListId: 4321, exclusive: true, removalLimit: "5%", ...texts },
          ).result;
          expect(checkInputs({}, inputs).result).toEqual({ inputs });
        },
      ),
    );
  });

  it("never gives an undefined value, which the engine's protocol cannot carry", () => {
    const news = {
      appListId: 4321,
      account: undefined,
      removalLimit: undefined,
      refused: undefined,
      websites: undefined,
    };
    for (const more of [{}, { appBundles: unknownValue }]) {
      const { inputs } = checkInputs({}, { ...news, ...more }).result;
      expect(Object.values(inputs ?? {})).not.toContain(undefined);
    }
  });
});

describe("the check of inputs that are not known yet", () => {
  it("lets them through as they are, without what the constructor could not know", () => {
    const news = { appListId: unknownValue, appBundles: "com.a\n", refused: unknownValue };
    const { result, declared } = checkInputs({}, news);
    expect(result).toEqual({ inputs: { appListId: unknownValue, appBundles: "com.a\n" } });
    expect(declared).toBeUndefined();
  });

  it("still refuses what is wrong with the known ones", () => {
    expect(reasonOf({}, { appListId: unknownValue, placementIds: "1001\n" })).toContain('"1001" is not of the form');
  });
});

describe("the check of wrong inputs", () => {
  it("says one problem on one line", () => {
    expect(reasonOf({}, { appListId: 4321, appBundles: "com.a b\n" })).toBe(
      'app bundle in line 1: "com.a b" contains a blank; a note begins with # behind the blank, or goes into { entry, note }',
    );
  });

  it("says all problems at once, each on its line", () => {
    expect(reasonOf({}, { appListId: 0, account: "" })).toBe(
      "\n  appListId: must be a positive number\n  account: must be the name of an account",
    );
  });

  it("passes on what the resource's constructor refused", () => {
    const refused = ['apps.txt:12: "com.a,com.b" contains a comma', 'apps.txt:13: "" is empty'];
    expect(reasonOf({}, { appListId: 4321, appBundles: "com.c\n", refused })).toBe(`\n  ${refused.join("\n  ")}`);
  });

  it("says the first twenty problems and how many more there are", () => {
    const lines = reasonOf({}, { appListId: 4321, placementIds: "1001\n".repeat(23) })?.split("\n") ?? [];
    expect(lines).toHaveLength(1 + 20 + 1);
    expect(lines[20]).toContain("placement id in line 20: ");
    expect(lines[21]).toBe("  and 3 more");
    const twenty = reasonOf({}, { appListId: 4321, placementIds: "1001\n".repeat(20) });
    expect(twenty).not.toContain("more");
  });

  it("never names a property to the engine, which would print its whole value", () => {
    fc.assert(
      fc.property(anyText, anyText, fc.jsonValue(), (appBundles, account, exclusive) => {
        const { result, declared } = checkInputs({}, { appListId: 4321, appBundles, account, exclusive });
        for (const { property } of result.failures ?? []) expect(property).toBe("");
        expect(declared === undefined).toBe(result.failures !== undefined);
      }),
    );
  });

  it("never prints a control character of an entry", () => {
    const reason = reasonOf({}, { appListId: 4321, appBundles: "com.\u001b[2Ja\u009b\n" });
    expect(reason).toBe('app bundle in line 1: "com.\\u001b[2Ja\\u{9b}" contains a control character');
  });
});

describe("the removal guard in the check", () => {
  const olds = { appListId: 4321, appBundles: numberedText(100) };

  it("refuses a change that drops more than the limit, and says how to allow it", () => {
    expect(reasonOf(olds, { ...olds, appBundles: numberedText(69) })?.replace(/[0-9a-f]{16}/u, "DIGEST")).toBe(
      "app list 4321: this change would remove 31 of 100 entries (31 %), more than the limit of 30 % at once. " +
        "Nothing was changed. If that is meant, allow it on this resource for this change: " +
        'removalLimit: 31, or removalLimit: "31%". ' +
        "Or approve exactly this change: pulumi up -c app-list:approve=DIGEST (Pulumi saves that in the stack's " +
        "configuration file, where the same change would pass again later. To take it out: " +
        "pulumi config rm app-list:approve) (If entries move to another resource of the program, declare that one first.)",
    );
    expect(checkInputs(olds, { ...olds, appBundles: numberedText(69) }).declared?.entries.appBundles.size).toBe(69);
  });

  it.each([
    ["just the limit", { appBundles: numberedText(70) }],
    ["what the resource's own limit allows", { appBundles: numberedText(10), removalLimit: 90 }],
    ["what the resource's own percentage allows", { appBundles: numberedText(10), removalLimit: "90%" }],
    ["nothing, as it only adds", { appBundles: numberedText(200) }],
    ["everything, for a list that replaces another", { appListId: 1, appBundles: "com.a\n" }],
    ["everything, for an account that replaces another", { account: "emea", appBundles: "com.a\n" }],
  ])("lets a change drop %s", (_, change) => {
    expect(reasonOf(olds, { ...olds, ...change })).toBeUndefined();
  });

  it("counts all kinds together, and only what is dropped", () => {
    const before = {
      appListId: 4321,
      appBundles: numberedText(6),
      websites: "a.example\nb.example\nc.example\nd.example\n",
    };
    expect(reasonOf(before, { ...before, websites: "z.example\n" })).toContain("would remove 4 of 10 entries (40 %)");
    expect(reasonOf(before, { ...before, appBundles: numberedText(6, 1003) })).toBeUndefined();
  });

  it("has the limit of the new inputs count, not that of the old ones", () => {
    const allowed = { ...olds, removalLimit: "100%" };
    expect(reasonOf(allowed, { ...olds, appBundles: "com.a\n" })).toContain("would remove 100 of 100 entries");
  });

  it.each([
    ["new", {}],
    ["of which the old inputs are not known completely", { appListId: 4321, appBundles: unknownValue }],
    ["of which the old inputs cannot be read", { appListId: 4321, appBundles: "com.a,com.b\n" }],
  ])("does not judge a resource that is %s", (_, before) => {
    expect(reasonOf(before, { appListId: 4321, appBundles: "com.z\n" })).toBeUndefined();
  });
});

describe("the approval of a change that the guard refuses", () => {
  const olds = { appListId: 4321, appBundles: numberedText(100) };
  const news = { ...olds, appBundles: numberedText(60, 1041) };

  /** The digest that the refusal of a change prints. */
  function printedDigest(before: Raw, after: Raw, approvals: ReadonlySet<string> = new Set()): string {
    const { failures } = checkInputs(before, after, noEntries, approvals).result;
    return /app-list:approve=([0-9a-f]{16})/u.exec(failures?.[0]?.reason ?? "")?.[1] ?? "none";
  }

  it("lets exactly the change through whose digest was printed", () => {
    const approvals = new Set([printedDigest(olds, news)]);
    const { result, approved, declared } = checkInputs(olds, news, noEntries, approvals);
    expect(result.failures).toBeUndefined();
    expect(approved?.remove.appBundles.size).toBe(41);
    expect(declared).toBeDefined();
  });

  it.each([
    ["one more removal", { ...news, appBundles: numberedText(59, 1042) }],
    ["one more addition", { ...news, appBundles: `${numberedText(60, 1041)}com.z.new\n` }],
    ["other removals", { ...news, appBundles: numberedText(60) }],
    ["another kind", { ...olds, appBundles: numberedText(60, 1041), websites: "a.example\n" }],
  ])("does not let %s through with it, and says that another change was approved", (_, other) => {
    const approvals = new Set([printedDigest(olds, news)]);
    const { result, approved } = checkInputs(olds, other, noEntries, approvals);
    expect(result.failures?.[0]?.reason).toContain("(What app-list:approve names now is another change; ");
    expect(approved).toBeUndefined();
    expect(approvals).not.toContain(printedDigest(olds, other, approvals));
  });

  it.each([
    ["list", { appListId: 1 }],
    ["account", { account: "emea" }],
  ])("is another one for another %s", (_, change) => {
    expect(printedDigest({ ...olds, ...change }, { ...news, ...change })).not.toBe(printedDigest(olds, news));
  });

  it("is not given where the guard does not need it", () => {
    const { approved } = checkInputs(olds, { ...olds, appBundles: numberedText(99) }, noEntries, new Set(["x"]));
    expect(approved).toBeUndefined();
  });
});

describe("the guard of the check", () => {
  const before = { appListId: 4321, appBundles: numberedText(10) };
  const after = { appListId: 4321, appBundles: numberedText(5) };

  it("does not count entries that another resource of the run declares", () => {
    const moved = { ...noEntries, appBundles: new Set(numberedText(10).trim().split("\n")) };
    expect(checkInputs(before, after, moved).result.failures).toBeUndefined();
    expect(checkInputs(before, after).result.failures).toHaveLength(1);
  });

  it("leaves it to the comparison with the state when exclusive is taken away, as the old inputs name entries of others", () => {
    expect(checkInputs({ ...before, exclusive: true }, after).result.failures).toBeUndefined();
  });
});
