import * as pulumi from "@pulumi/pulumi";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { declareEntries, type AppListEntriesArgs } from "../../../../provider/hosts/program/arguments";
import {
  Declarations,
  findProblems,
  type ResourceArguments,
} from "../../../../provider/hosts/program/dynamic/declarations";
import { byKind, type ByKind } from "../../../../provider/list/kinds";
import { readArgument } from "../../../../provider/resource/declare";
import { entriesByKindFromFile, entriesFromFile } from "../../../../provider/hosts/program/entries-from-file";
import { folderWith } from "../../../files/folder";

beforeAll(() =>
  pulumi.runtime.setMocks({ newResource: ({ name }) => ({ id: name, state: {} }), call: () => ({}) }, "app"),
);

let appListId = 4321;

/** The problems of a resource for a list of its own. */
async function problemsOf(args: Partial<AppListEntriesArgs>): Promise<readonly string[]> {
  const { promise, resolve } = Promise.withResolvers<readonly string[]>();
  appListId += 1;
  const all = { appListId, ...args };
  findProblems("blocked", all, declareEntries(all)).apply((problems) => resolve(problems ?? []));
  return promise;
}

const comma = "contains a comma, which separates entries in a request: write two entries";

describe("entries from files, as arguments", () => {
  it("are refused with their place, also in an array that was filtered, and by their index in an output", async () => {
    const file = join(folderWith({ "a.txt": "com.a\ncom.b,\n" }), "a.txt");
    const listed = entriesFromFile(file).filter(({ entry }) => entry !== "com.a");
    expect(await problemsOf({ appBundles: ["com.c", ...listed] })).toEqual([`${file}:2: "com.b," ${comma}`]);
    expect(await problemsOf({ appBundles: pulumi.output(listed) })).toEqual([`appBundles[0]: "com.b," ${comma}`]);
  });

  it("are refused as another kind than that of their column", async () => {
    const file = join(folderWith({ "a.csv": "app_bundle,website\ncom.a,a.example\n" }), "a.csv");
    expect(await problemsOf({ ...entriesByKindFromFile(file) })).toEqual([]);
    expect(await problemsOf({ appBundles: entriesFromFile(file) })).toEqual([
      `${file}:2: "a.example" is in a column of websites, not of app bundles`,
    ]);
  });
});

const accounts = JSON.stringify({
  eu: { baseUrl: "https://eu.example.com" },
  us: { baseUrl: "https://us.example.com" },
});
const settings = { config: (key: string) => (key === "accounts" ? accounts : undefined), environment: {} };

/** A resource with these entries. */
function resource(
  name: string,
  entries: Partial<ByKind<unknown>>,
  more: Partial<ResourceArguments> = {},
): ResourceArguments {
  const listed = byKind((kind) => readArgument(kind, entries[kind] ?? [], "2026-01-01"));
  return { resource: name, names: [], listed, appListId: 1, account: undefined, exclusive: undefined, ...more };
}

/** The problems with the last one of several resources of a program. */
function problemsOfLast(...resources: readonly ResourceArguments[]): readonly string[] {
  const declarations = new Declarations();
  return resources.map((each) => declarations.add(settings, each)).at(-1) ?? [];
}

describe("the resources of a program", () => {
  const blocked = resource("blocked", { appBundles: ["com.a", "com.b"] });

  it("must not declare the same entry of a list, or share an exclusive one", () => {
    expect(problemsOfLast(blocked, resource("other", { appBundles: ["com.c"], websites: ["com.a"] }))).toEqual([]);
    expect(problemsOfLast(blocked, resource("other", { appBundles: ["com.b"] }))).toEqual([
      expect.stringContaining('the app bundle "com.b" is declared by'),
    ]);
    const exclusive = resource("other", { appBundles: ["com.c"] }, { exclusive: true });
    expect(problemsOfLast(exclusive, blocked)).toEqual([expect.stringContaining('"other" is exclusive')]);
  });

  it("may declare the same entry in several lists and accounts, and make one of them exclusive", () => {
    const exclusive = { ...blocked, account: "eu", exclusive: true };
    expect(problemsOfLast(exclusive, { ...blocked, account: "eu" })).toEqual([expect.stringContaining("is exclusive")]);
    for (const other of [{ account: "us" }, { account: undefined }, { account: "eu", appListId: 2 }]) {
      expect(problemsOfLast(exclusive, { ...blocked, ...other })).toEqual([]);
    }
  });

  it("have all their problems at once: misspelt arguments, then entries", () => {
    const names = ["appListId", "exclusiv", "appBundles"];
    expect(problemsOfLast(resource("blocked", { appBundles: [""], websites: "a.example" }, { names }))).toEqual([
      "exclusiv is not an argument of AppListEntries",
      'appBundles[0]: "" is empty',
      "websites is not an array of entries",
    ]);
  });

  it("have only problems of their own while their list is not known", () => {
    expect(problemsOfLast(blocked, { ...blocked, appListId: undefined })).toEqual([]);
  });
});
