import * as z from "zod";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import ts from "typescript";
import { describe, expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { noEntries } from "../../provider/list/entries";
import { EntrySet } from "../../provider/list/entry-set";
import { languageFor, planList, programText, resourceName } from "../../provider/cli/commands/pull";
import { parseListText } from "../../provider/check/listed-entries";
import { inputsFromArguments } from "../../provider/resource/arguments";
import { kinds } from "../../provider/list/kinds";
import type { SimulatedList, SimulatorOptions } from "../../provider/simulator/index";
import { expectForAll } from "../list/arbitraries";
import { listsAndFiles } from "./lists";

const content = { appBundles: ["com.b", "com.a"], placementIds: ["10-abc"], websites: ["example.com"] };
const pulled = {
  "app-bundles.txt": "com.a\ncom.b\n",
  "placement-ids.txt": "10-abc\n",
  "websites.txt": "example.com\n",
};

/** A simulator with a list, and a current folder with files, to whose folder "lists" the list is pulled. */
async function pullFrom(
  list: Partial<SimulatedList>,
  before: Readonly<Record<string, string | Uint8Array>> = {},
  options: SimulatorOptions = {},
) {
  const bed = await listsAndFiles([{ id: 4321, name: "brand safety", ...list }], before, options);
  const previousFolder = process.cwd();
  process.chdir(bed.folder);
  onTestFinished(() => process.chdir(previousFolder));
  const pull = async (more = "") => bed.run(`pull 4321 --output lists${more}`);
  const files = () =>
    Object.fromEntries(globSync("lists/app-list-4321/*").map((path) => [basename(path), readFileSync(path, "utf8")]));
  return { ...bed, pull, files };
}

describe("app-list pull", () => {
  it.each([
    ["TypeScript", "index.ts", 'import { AppListEntries } from "pulumi-app-list";\n'],
    ["JavaScript", "index.js", "const { AppListEntries } = require('pulumi-app-list');\n"],
    ["YAML", "Pulumi.yaml", "runtime: yaml\nresources:\n  a:\n"],
  ])("prints the resources alone for a program in %s with their head", async (_, name, text) => {
    const { pull, folder } = await pullFrom({ appBundles: ["com.a"] });
    if (name === "Pulumi.yaml") writeFileSync(join(folder, name), "runtime: yaml\nresources: {}\n");
    const [head, ...resources] = (await pull()).output.split("\n").map((line) => `${line}\n`);
    expect(head).toMatch(/^(?:import .*|resources:)\n$/u);
    writeFileSync(join(folder, name), text);
    expect(`${(await pull()).output}\n`).toBe(resources.join(""));
  });

  it("writes no file for a kind or a list without entries, but prints its program", async () => {
    const { pull, files, simulator } = await pullFrom({});
    const { code, output } = await pull();
    expect([code, files()]).toEqual([0, {}]);
    expect(output).toContain('  appListId: 4321,\n  additionLimit: "50%",\n});\n');
    simulator.edit(4321, { add: { websites: ["example.com"] } });
    expect([(await pull()).code, files()]).toEqual([0, { "websites.txt": "example.com\n" }]);
  });

  it("adds entries in their order, whatever the order of the list and of the lines of the file", async () => {
    const appBundles = ["com.e", "com.z", "com.b", "com.c", "com.d"];
    const { pull, files } = await pullFrom({ appBundles }, { "lists/app-list-4321/app-bundles.txt": "com.z\ncom.b\n" });
    await pull();
    expect(files()).toEqual({ "app-bundles.txt": "com.z\ncom.b\ncom.c\ncom.d\ncom.e\n" });
  });

  it("keeps the notes of a file in UTF-16, and counts what it adds", async () => {
    const before = Buffer.from("\uFEFFcom.a # kept: ä\n", "utf16le");
    const { pull, files } = await pullFrom(content, { "lists/app-list-4321/app-bundles.txt": before });
    expect((await pull()).messages).toContain('app-bundles.txt": 2 app bundles, 1 added, 0 removed\n');
    expect(files()).toEqual({ ...pulled, "app-bundles.txt": "com.a # kept: ä\ncom.b\n" });
  });

  it("names entries that no program can declare, with their reasons, and leaves them out", async () => {
    const link = "https://play.google.com/store/apps/details?id=com.d";
    const appBundles = ["com.a", "#com.b", "com.\u001bc", link, "'com.e'", "com.f#g", "bundle", "total"];
    const { pull, files } = await pullFrom({ appBundles, websites: ["https://a.example/#top"] });
    const { code, messages } = await pull();
    const written = { "app-bundles.txt": "com.a\ntotal\n", "websites.txt": "https://a.example/#top\n" };
    expect([code, files()]).toEqual([0, written]);
    expect(messages).toContain(
      'Left out, because no program can declare them: "#com.b" starts with #, the start of a note; ' +
        `"'com.e'" begins or ends with a quote; "bundle" is the name of a column of a ` +
        String.raw`table; "com.\u{1b}c" contains a control character; ` +
        '"com.f#g" contains #; and 1 more',
    );
  });

  it("reads all lists with one login before it writes, each into a folder of its own", async () => {
    const { simulator, run, requests } = await pullFrom(content);
    simulator.addList({ id: 4322, name: "gambling", appBundles: ["com.c"] });
    expect((await run("pull 4321 4399 --output lists")).messages).toContain("App list 4399 was not found (404)");
    expect(existsSync("lists")).toBe(false);
    const { output } = await run("pull 4321 --output lists 4322 4321");
    expect(requests().slice(-3)).toEqual(["token", "remove", "remove"]);
    expect(readFileSync("lists/app-list-4322/app-bundles.txt", "utf8")).toBe("com.c\n");
    const named = [...output.matchAll(/new AppListEntries\("(.*)"/gu)].map(([, name]) => name);
    expect(named).toEqual(["brand-safety", "gambling"]);
  });
});

it("each entry of a list that is pulled is in a file that a program accepts, or named as undeclarable", () => {
  const some = fc.uniqueArray(fc.string({ unit: "binary", minLength: 1 })).map((entries) => EntrySet.of(entries));
  expectForAll(some, some, (appBundles, placementIds) => {
    const entries = { appBundles, placementIds, websites: undefined };
    const planned = planList({ id: 1, entries, sentinels: EntrySet.none }, "lists", () => undefined);
    const texts = Object.fromEntries(planned.files.map(({ kind, content }) => [kind, content]));
    const problems = z
      .array(z.string())
      .parse(inputsFromArguments({ appListId: 1, ...texts }, new Set(), {}).inputs["problems"] ?? []);
    // Any text can be an entry of a list, and a file of such texts is probably the wrong one.
    expect(problems.filter((problem) => !problem.includes("match nothing"))).toEqual([]);
    for (const kind of kinds) {
      const { content = "" } = planned.files.find((file) => file.kind === kind) ?? {};
      const others = planned.undeclarable.filter((one) => one.kind === kind).map((one) => one.entry);
      const written = parseListText(content, String).map((listed) => listed.entry);
      expect([...written, ...others].toSorted()).toEqual([...(entries[kind] ?? [])].toSorted());
    }
  });
});

/** A text that is hard to write in a program. */
const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("yes", "null", "$${a.b}", "1e3", "- a", "# b", "a\u2028b\u2029"),
);

it("a program keeps any name of the resource, the account and the files, without control characters and references", () => {
  expectForAll(text, text, text, (name, account, path) => {
    const entries = { ...noEntries, appBundles: EntrySet.of(["com.a"]) };
    const declared = planList({ id: 1, name, entries, sentinels: EntrySet.none }, path, () => undefined);
    const pathInProgram = relative(process.cwd(), join(path, "app-bundles.txt"));
    const [yaml, typescript] = (["yaml", "typescript"] as const).map((name) => programText(name, [declared], account));
    expect(`${yaml}${typescript}`.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    const { outputText, diagnostics } = ts.transpileModule(typescript ?? "", {
      reportDiagnostics: true,
      compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2024 },
    });
    expect(diagnostics).toEqual([]);
    const constructed: unknown[] = [];
    const library = {
      AppListEntries: function (name: string, args: unknown) {
        constructed.push(name, args);
      },
      entriesFromFile: (path: string) => path,
    };
    runInNewContext(outputText, { exports: {}, require: () => library });
    expect(constructed).toEqual([
      declared.resource,
      { appListId: 1, account, appBundles: pathInProgram, additionLimit: "50%" },
    ]);
    if (declared.resource === "__proto__") return;
    const escaped = (value: string) => value.split("$").join("$$");
    const appBundles = { "fn::readFile": escaped(pathInProgram) };
    const properties = { appListId: 1, account: escaped(account), appBundles, additionLimit: "50%" };
    expect(parse(yaml ?? "")).toEqual({
      resources: { [declared.resource]: { type: "app-list:AppListEntries", properties } },
    });
  });
});

it.each([
  ["name: x\r\nruntime: nodejs\r\n", "typescript"],
  ["name: x\nruntime:\n  name: nodejs\n  options:\n    typescript: true\n", "typescript"],
  ["name: x\nruntime: { name: 'nodejs' }\n", "typescript"],
  ["name: runtime\ndescription: 'runtime: nodejs'\nruntime: dotnet\n", "yaml"],
  [undefined, "typescript"],
])("the language of a program of a project with %j is %j", (project, language) => {
  expect(languageFor(project)).toBe(language);
});

it.each([
  ["Brand: safety / EU", "Brand-safety-EU"],
  ["\u001b[2J", "2J"],
  ["!!", "app-list-7"],
  [undefined, "app-list-7"],
])("the name of a resource for a list with the name %j is %s", (name, resource) => {
  expect(resourceName(7, name)).toBe(resource);
});

it("the name of a resource can have half a million hyphens", () => {
  const name = `a${"-".repeat(500_000)}b`;
  expect(resourceName(7, name)).toBe(name);
});
