import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { kinds } from "../../provider/list/kinds";
import { parseInputs, type Properties } from "../../provider/resource/inputs";
import { EntrySet } from "../../provider/list/entry-set";
import { expectExamples } from "../harness/example-texts";
import { entries } from "../list/entries";
import { checkInputs } from "./declared";
import { named, startRun } from "./started";

function valid(
  news: Properties,
  unknown?: readonly string[],
): Extract<ReturnType<typeof checkInputs>, { readonly outcome: "valid" }> {
  const checked = checkInputs(news, new Set(unknown));
  if (checked.outcome === "invalid") throw new Error(checked.reason);
  return checked;
}

function reasonOf(news: Properties, unknown?: readonly string[]): string | undefined {
  const checked = checkInputs(news, new Set(unknown));
  return checked.outcome === "invalid" ? checked.reason : undefined;
}

it("parses all arguments, and ignores Pulumi's own", () => {
  const given = {
    appListId: 7,
    account: "emea",
    exclusive: true,
    claimExisting: true,
    removalLimit: "40%",
    additionLimit: 7,
    purpose: "block",
  };
  const texts = { appBundles: "com.b\ncom.a  # note\n", placementIds: "1-a\n", websites: "a.example\n" };
  expect(parseInputs({ __provider: "exports.handler = …", ...given, ...texts })).toEqual({
    outcome: "complete",
    given,
    entries: {
      ...entries({ placementIds: ["1-a"], websites: ["a.example"] }),
      appBundles: EntrySet.parse("appBundles", "com.a  # note\ncom.b").entries,
    },
    givenKinds: kinds,
    unknown: new Set(),
  });
});

describe("the check of valid inputs", () => {
  it("returns them in their normal form: sorted, without duplicates, and with the kinds that are given", () => {
    const news = { appListId: 4321, appBundles: "com.b\ncom.a  # note\ncom.b", websites: "", __provider: "exports" };
    const { inputs, unknown } = valid(news);
    expect(inputs).toEqual({ appListId: 4321, appBundles: "com.a  # note\ncom.b\n", websites: "" });
    expect(unknown).toEqual(new Set());
  });

  it("omits the values that the engine's protocol does not have, and nothing else", () => {
    const missing = { account: undefined, removalLimit: null, problems: undefined, websites: undefined };
    const given = { appListId: 4321, exclusive: false };
    for (const unknown of [[], ["appBundles"]]) {
      expect(Object.entries(valid({ ...given, ...missing }, unknown).inputs)).toEqual(Object.entries(given));
    }
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
      givenKinds: ["websites"],
    });
  });

  it("are checked without the problems of the constructor, which are not known either", () => {
    const news = { appListId: "?", appBundles: "com.a\n", problems: "?" };
    expect(valid(news, ["appListId", "problems"])).toMatchObject({
      outcome: "valid",
      inputs: { appBundles: "com.a\n" },
      unknown: new Set(["appListId"]),
    });
  });

  it("are rejected if known ones are wrong", () => {
    expect(reasonOf({ placementIds: "1001\n" }, ["appListId"])).toBe(
      'placement ID in line 1: "1001" does not have the form <number>-<token>',
    );
  });
});

describe("rejected inputs", () => {
  const limits = { removalLimit: "all", additionLimit: "forty" };
  const ofConstructor = ['apps.txt:12: "com.a,com.b" contains a comma', 'apps.txt:13: "" is empty'];
  const rejected: Readonly<Record<string, Properties>> = {
    "no list": {},
    "a list ID that is not positive": { appListId: 0 },
    "a list ID with a fraction": { appListId: 1.5 },
    "a list ID that JavaScript cannot hold": { appListId: Number("9007199254740993") },
    "an account without a name": { appListId: 1, account: "" },
    "an argument of another type": { appListId: 1, exclusive: "yes" },
    "entries that are no text": { appListId: 1, appBundles: ["com.a"] },
    "limits that are no limits": { appListId: 1, ...limits },
    "two wrong arguments": { appListId: 0, account: "" },
    "problems of the constructor, entries and arguments": {
      appListId: 4321,
      appBundles: "com.a b\n",
      placementIds: "1001\n",
      removalLimit: "all",
      problems: ofConstructor,
    },
  };

  it("have the place of a wrong secret entry alone", async () => {
    const { provider } = startRun({});
    const inputs = { appListId: 1, placementIds: "hidden\n" };
    expect(await provider.check({}, inputs, named("blocked"), { isSecret: true })).toMatchObject({
      reason: "placement ID in line 1 does not have the form <number>-<token>",
    });
  });

  it("have the reasons of the examples, one problem per line", () => {
    const reasons = Object.entries(rejected).map(
      ([title, news]) => [title, (reasonOf(news) ?? "").split("\n")] as const,
    );
    expectExamples(join(import.meta.dirname, "rejected-inputs.txt"), Object.fromEntries(reasons));
  });

  it("are shown with the first twenty problems and the number of the others", () => {
    const lines = reasonOf({ appListId: 4321, placementIds: "1001\n".repeat(23) })?.split("\n") ?? [];
    expect(lines).toHaveLength(1 + 20 + 1);
    expect(lines[20]).toContain("placement ID in line 20: ");
    expect(lines[21]).toBe("  and 3 more");
    expect(reasonOf({ appListId: 4321, placementIds: "1001\n".repeat(20) })).not.toContain("more");
  });
});

describe("the valid parts of rejected inputs", () => {
  const inputs = { appListId: 1, account: "main", websites: "new.example\n" };
  const website = entries({ websites: ["new.example"] });

  it.each<[what: string, spoilt: Properties, list: Properties]>([
    ["an account that cannot be read", { account: 5 }, {}],
    ["a list ID that cannot be read", { appListId: "4321 or so" }, {}],
    [
      "no list ID, and another kind that cannot be read",
      { appListId: undefined, placementIds: [1] },
      { account: "main" },
    ],
    ["a malformed line", { appBundles: "two words\n" }, { account: "main", appListId: 1 }],
  ])("are the entries of all kinds, and the list if its ID and account can be read: %s", (_, spoilt, list) => {
    const { outcome, given, entries: valid } = parseInputs({ ...inputs, ...spoilt });
    expect([outcome, given, valid]).toEqual(["rejected", list, website]);
  });
});
