import { describe, expect, it } from "vitest";
import { byKind, type ByKind } from "../../provider/list/kinds";
import { Declarations, plainEntries, readArgument, type ResourceArguments } from "../../provider/resource/declare";

const today = "2026-01-01";
const login = { baseUrl: "https://api.example.com", username: "one@example.com", apiKey: "k", apiSecret: "s" };
const sharedUrl = {
  one: login,
  sameLoginAsOne: { ...login, password: "p" },
  two: { ...login, username: "two@example.com" },
};
const accounts = JSON.stringify({
  eu: { baseUrl: "https://eu.example.com" },
  us: { baseUrl: "https://us.example.com" },
  ...sharedUrl,
});
const settings = { config: (key: string) => (key === "accounts" ? accounts : undefined), environment: {} };

/** A resource with these entries. */
function resource(
  name: string,
  entries: Partial<ByKind<unknown>>,
  more: Partial<ResourceArguments> = {},
): ResourceArguments {
  const listed = byKind((kind) => readArgument(kind, entries[kind] ?? [], today));
  return { resource: name, names: [], listed, appListId: 1, account: undefined, exclusive: undefined, ...more };
}

/** The problems with the last one of several resources of a program. */
function problemsOf(...resources: readonly ResourceArguments[]): readonly string[] {
  const declarations = new Declarations();
  return resources.map((each) => declarations.add(settings, each)).at(-1) ?? [];
}

describe("the entries of an argument", () => {
  it("are read with their notes, and printed once", () => {
    const { entries, text } = readArgument("appBundles", ["com.b", { entry: "com.a", note: "casino" }], today);
    expect(entries).toEqual(["com.b", "com.a"]);
    expect(text).toBe("com.a  # casino\ncom.b\n");
  });

  it.each([
    ["com.a", "appBundles is not an array of entries"],
    [
      [1234567890],
      'appBundles[0]: the number 1234567890 is neither a string nor { entry, note }. As a string it is "1234567890", in quotes',
    ],
    [["com.a", true], "appBundles[1]: the boolean true is neither a string nor { entry, note }"],
    [Object.assign(["com.a"], { length: 2 }), "appBundles[1]: undefined is neither a string nor { entry, note }"],
    [[{ name: "com.a" }], "appBundles[0]: object is neither a string nor { entry, note }"],
    [[{ entry: "com.a", note: 5 }], "appBundles[0]: object is neither a string nor { entry, note }"],
  ])("are refused when they are of a wrong type: %j", (argument, problem) => {
    expect(readArgument("appBundles", argument, today)).toMatchObject({ text: "", problems: [problem] });
    expect(plainEntries(argument)).toBeUndefined();
  });

  it("are the same objects, whose places in files are known", () => {
    const entries = [{ entry: "com.a" }, "com.b"];
    expect(plainEntries(entries)?.[0]).toBe(entries[0]);
  });
});

describe("the resources of a program", () => {
  const blocked = resource("blocked", { appBundles: ["com.a", "com.b"] });

  it("have no problems with lists of their own", () => {
    expect(problemsOf(blocked, resource("other", { appBundles: ["com.a"] }, { appListId: 2 }))).toEqual([]);
    expect(problemsOf(blocked, resource("other", { appBundles: ["com.c"], websites: ["com.a"] }))).toEqual([]);
    const [eu, us] = ["eu", "us"].map((account) => ({ ...blocked, account }));
    expect(problemsOf(...[eu, us].filter((each) => each !== undefined))).toEqual([]);
  });

  it("must not declare the same entry of a list, or share an exclusive one", () => {
    expect(problemsOf(blocked, resource("other", { appBundles: ["com.b"] }))).toEqual([
      expect.stringContaining('app list 1: the app bundle "com.b" is declared by'),
    ]);
    const exclusive = resource("other", { appBundles: ["com.c"] }, { exclusive: true });
    expect(problemsOf(blocked, exclusive)).toEqual([expect.stringContaining('"other" is exclusive')]);
    expect(problemsOf(exclusive, blocked)).toEqual([expect.stringContaining('"other" is exclusive')]);
  });

  it("may declare the same entry in several accounts, and make one of them exclusive", () => {
    const [one, two] = [
      { ...blocked, account: "one", exclusive: true },
      { ...blocked, account: "two" },
    ];
    expect(problemsOf(one, two)).toEqual([]);
    expect(problemsOf(two, one)).toEqual([]);
    expect(problemsOf(one, { ...two, account: "sameLoginAsOne" })).toEqual([]);
    expect(problemsOf(one, { ...two, account: "one" })).toEqual([expect.stringContaining("is exclusive")]);
  });

  it("have all their problems at once: misspelt arguments, then entries", () => {
    const names = ["appListId", "exclusiv", "appBundles"];
    expect(problemsOf(resource("blocked", { appBundles: [""], websites: "a.example" }, { names }))).toEqual([
      "exclusiv is not an argument of AppListEntries",
      'appBundles[0]: "" is empty',
      "websites is not an array of entries",
    ]);
  });

  it("have only problems of their own while their list is not known", () => {
    expect(problemsOf(blocked, { ...blocked, appListId: undefined })).toEqual([]);
  });
});
