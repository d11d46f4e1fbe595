import * as pulumi from "@pulumi/pulumi";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { declareEntries, type AppListEntriesArgs } from "../../../provider/hosts/program/arguments";
import { findProblems } from "../../../provider/hosts/dynamic/find-problems";
import { entriesByKindFromFile, entriesFromFile } from "../../../provider/hosts/program/entries-from-file";
import { folderWith } from "../../files/folder";

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
  it("are plain objects in an array, with the members that they have", () => {
    const file = join(folderWith({ "a.txt": "com.a\ncom.b # fraud\n" }), "a.txt");
    expect(entriesFromFile(file)).toStrictEqual([{ entry: "com.a" }, { entry: "com.b", note: "fraud" }]);
  });

  it("are refused with their place, also in a filtered array, and by their index once they are copied", async () => {
    const file = join(folderWith({ "a.txt": "com.a\ncom.b,\n" }), "a.txt");
    const listed = entriesFromFile(file).filter(({ entry }) => entry !== "com.a");
    expect(await problemsOf({ appBundles: listed })).toEqual([`${file}:2: "com.b," ${comma}`]);
    expect(await problemsOf({ appBundles: ["com.c", ...listed] })).toEqual([`${file}:2: "com.b," ${comma}`]);
    expect(await problemsOf({ appBundles: listed.map(({ entry }) => ({ entry })) })).toEqual([
      `appBundles[0]: "com.b," ${comma}`,
    ]);
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
