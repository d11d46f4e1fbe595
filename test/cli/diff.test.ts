import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { noEntries } from "../../provider/list/entries";
import { EntrySet } from "../../provider/list/entry-set";
import { compareList } from "../../provider/cli/commands/diff";
import { linesOf } from "../../provider/cli/file-lines";
import { parseListText } from "../../provider/list/listed-entries";
import { expectForAll } from "../list/arbitraries";
import { listsAndFiles } from "./lists";
import { hidingWebsites } from "../harness/shows";

const list = {
  id: 4321,
  name: "brand safety",
  appBundles: ["com.a", "com.b", "com.other"],
  placementIds: ["10-abc"],
  hasAssociatedCampaigns: false,
};

const files = {
  "apps.csv": "app_bundle,note,expires\ncom.new,fraud,2027-03-01\ncom.a,,\ncom.b,,\napp_bundle,note,expires\n",
  "ids.txt": "10-abc\n",
  "expired.csv": "app_bundle,expires\ncom.old,2027-01-14\ncom.a,2027-01-14\n",
};

describe("app-list diff", () => {
  it("prints what is missing, present and undeclared, with places, notes and warnings, and exits with 2", async () => {
    const { run, requests, simulator } = await listsAndFiles([list], files);
    const { code, output, messages } = await run("diff 4321 FOLDER/*");
    expect([code, messages]).toEqual([2, 'apps.csv:5: "app_bundle" is the header again: its row is skipped\n']);
    expect(output.split("\n")).toEqual([
      'app list 4321 "brand safety"',
      "No campaigns use the list.",
      "",
      "app bundles: 1 missing, 2 present, 1 undeclared",
      "  missing     com.new  # fraud, until 2027-03-01  (apps.csv:2)",
      "  undeclared  com.other",
      "",
      "placement IDs: 0 missing, 1 present, 0 undeclared",
      "",
      "websites: 0 missing, 0 present, 0 undeclared",
      "",
    ]);
    expect(requests()).toEqual(["token", "remove"]);
    expect(simulator.list(4321)).toMatchObject(list);
  });

  it("knows the kind of a file that pull wrote by its name", async () => {
    const websites = { id: 4321, name: "a", websites: ["casino.example", "10.0.0.1"], appBundles: ["B0ABCDEFGH"] };
    const { run, folder } = await listsAndFiles([websites], { "Pulumi.yaml": "runtime: yaml\n" });
    expect((await run(`pull 4321 --output ${folder}/pulled`)).code).toBe(0);
    expect((await run("diff 4321 FOLDER/pulled/*/*.txt")).code).toBe(0);
    const { code, output } = await run("validate FOLDER/pulled/*/*.txt");
    expect([code, output]).toEqual([0, "2 files, 1 app bundle, 2 websites, 0 errors, 0 warnings\n"]);
  });

  it("exits with 0 if the list and the files are equal", async () => {
    const { run } = await listsAndFiles([list], { "a.txt": "com.a\ncom.b\ncom.other # note\n", "b.txt": "10-abc\n" });
    expect((await run("diff 4321 FOLDER/a.txt FOLDER/b.txt")).code).toBe(0);
  });

  it("exits with 3 if they are equal, as far as the API shows the list, and claims nothing about hidden kinds", async () => {
    const equal = { "a.csv": "app_bundle,placement_id,website\ncom.a,10-abc,a.example\ncom.b,,\ncom.other,,\n" };
    const { run, runJson } = await listsAndFiles([list], equal, { behavior: hidingWebsites });
    const { code, output } = await run("diff 4321 FOLDER/a.csv");
    expect(code).toBe(3);
    expect(output).toContain('Not verified: the API does not show the websites of app list 4321 "brand safety".\n');
    expect(output).not.toContain("a.example");
    expect(await runJson("diff 4321 FOLDER/a.csv")).toMatchObject({
      outcome: "notVerified",
      notVerified: ["websites"],
      kinds: [{ kind: "appBundles" }, { kind: "placementIds" }],
    });
  });

  it("does not declare an entry of which all lines have expired", async () => {
    const { run } = await listsAndFiles([{ id: 1, name: "a" }], { "a.txt": "com.a.x # until 2027-01-14\n" });
    expect((await run("diff 1 FOLDER/a.txt --kind app-bundles", { now: "2027-01-14" })).code).toBe(2);
    expect((await run("diff 1 FOLDER/a.txt --kind app-bundles", { now: "2027-01-15" })).code).toBe(0);
  });
});

const someEntries = fc.uniqueArray(fc.constantFrom(...Array.from({ length: 12 }, (_, index) => `com.app${index}`)));

it("the comparison of files with a list assigns every entry to one group", () => {
  expectForAll(someEntries, someEntries, fc.boolean(), (declared, listed, isHidden) => {
    const lines = linesOf(parseListText(declared.join("\n"), String), "appBundles");
    const appBundles = isHidden ? undefined : EntrySet.of(listed);
    const observed = { id: 1, sentinels: EntrySet.none, entries: { ...noEntries, appBundles } };
    const compared = compareList(observed, lines, "2027-01-15");
    const group = compared.kinds.find(({ kind }) => kind === "appBundles");
    if (isHidden) {
      expect([group, compared.notVerified]).toEqual([undefined, ["appBundles"]]);
      return;
    }
    const names = (some: readonly { readonly entry: string }[] = []) => some.map(({ entry }) => entry);
    expect([...names(group?.missing), ...names(group?.present)].toSorted()).toEqual(declared.toSorted());
    expect([...names(group?.undeclared), ...names(group?.present)].toSorted()).toEqual(listed.toSorted());
    const isEqual = declared.toSorted().join() === listed.toSorted().join();
    expect(compared.outcome).toBe(isEqual ? "equal" : "different");
  });
});
