import * as pulumi from "@pulumi/pulumi";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { AppListEntriesArgs } from "../../../../provider/hosts/program/arguments";
import { AppListEntries } from "../../../../provider/hosts/program/dynamic/app-list-entries";
import { entriesByKindFromFile, entriesFromFile } from "../../../../provider/hosts/program/entries-from-file";
import { folderWith } from "../../../files/folder";

const inputsSchema = z.record(z.string(), z.unknown());

/** The inputs of the resources, in their order. */
const registered: z.infer<typeof inputsSchema>[] = [];

beforeAll(() =>
  pulumi.runtime.setMocks(
    {
      newResource: ({ name, inputs }) => {
        registered.push(inputsSchema.parse(inputs));
        return { id: name, state: {} };
      },
      call: () => ({}),
    },
    "app",
  ),
);

/** The inputs of a resource. A program in JavaScript can have any arguments. */
async function inputsOf(
  args: object,
  name = "blocked",
  options?: pulumi.CustomResourceOptions,
): Promise<Record<string, unknown>> {
  const all: AppListEntriesArgs = { appListId: 4321, ...args };
  const { urn } = new AppListEntries(name, all, options);
  await new Promise((resolve) => void urn.apply(resolve));
  return registered.at(-1) ?? {};
}

const problemsOf = async (args: object) => (await inputsOf(args))["problems"] ?? [];

const comma = "contains a comma, the separator in requests: write one entry per line";

describe("entries from files, as arguments", () => {
  it("are rejected with their place, also in an array that was filtered, and by their index in an output", async () => {
    const file = join(folderWith({ "a.txt": "com.a\ncom.b,\n" }), "a.txt");
    const listed = entriesFromFile(file).filter(({ entry }) => entry !== "com.a");
    expect(await problemsOf({ appBundles: ["com.c", ...listed] })).toEqual([`${file}:2: "com.b," ${comma}`]);
    expect(await problemsOf({ appBundles: pulumi.output(listed) })).toEqual([`appBundles[0]: "com.b," ${comma}`]);
  });

  it("are rejected as another kind than that of their column", async () => {
    const file = join(folderWith({ "a.csv": "app_bundle,website\ncom.a,a.example\n" }), "a.csv");
    expect(await problemsOf({ ...entriesByKindFromFile(file) })).toEqual([]);
    expect(await problemsOf({ appBundles: entriesFromFile(file) })).toEqual([
      `${file}:2: "a.example" is in a column of websites, not of app bundles`,
    ]);
  });
});

it("the problems of a resource are all there at once: misspelt arguments, then entries", async () => {
  expect(await problemsOf({ exclusiv: true, appBundles: [""], websites: "a.example" })).toEqual([
    "exclusiv is not an argument of AppListEntries",
    'appBundles[0]: "" is empty',
    "websites is not an array of entries",
  ]);
});

it("resources are marked with their URNs from the type on, also those of components", async () => {
  const type = "pulumi-nodejs:dynamic/app-list:AppListEntries";
  expect(await inputsOf({}, "a 1")).toMatchObject({ __resource: `${type}::a 1` });
  const parent = new pulumi.ComponentResource("my:index:Lists", "all");
  expect(await inputsOf({}, "a 1", { parent })).toMatchObject({ __resource: `my:index:Lists$${type}::a 1` });
});

it("resources are marked if any of their entries are secret", async () => {
  const [open, secret] = [pulumi.output(["com.a"]), pulumi.secret(["com.a"])];
  const marksOf = async (args: object) => (await inputsOf(args))["__secretEntries"];
  expect(await marksOf({ appBundles: ["com.a"] })).toBeUndefined();
  expect(await marksOf({ appBundles: open, websites: open })).toBeUndefined();
  expect(await marksOf({ appBundles: open, websites: secret })).toBe(true);
  expect(await marksOf({ appBundles: secret, websites: secret })).toBe(true);
});
