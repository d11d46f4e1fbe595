import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import ts from "typescript";
import { describe, expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { EntrySet } from "../../provider/list/entry-set";
import { languageFor, planList, programText, resourceName } from "../../provider/cli/commands/pull";
import { parseTextFile } from "../../provider/files/text-file";
import { reservedAppBundlePrefix } from "../../provider/list/entry";
import { kinds } from "../../provider/list/kinds";
import type { SimulatedList, SimulatorOptions } from "../../provider/simulator/index";
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
    existsSync("lists")
      ? Object.fromEntries(readdirSync("lists").map((name) => [name, readFileSync(join("lists", name), "utf8")]))
      : {};
  return { ...bed, pull, files };
}

describe("app-list pull", () => {
  it("writes a sorted file for each kind in the list, and prints a program in TypeScript", async () => {
    const { pull, files, simulator } = await pullFrom(content);
    const { code, output } = await pull();
    expect([code, files()]).toEqual([0, pulled]);
    expect(output).toBe(`import { AppListEntries, entriesFromFile } from "pulumi-app-list";

new AppListEntries("brand-safety", {
  appListId: 4321,
  appBundles: entriesFromFile("lists/app-bundles.txt"),
  placementIds: entriesFromFile("lists/placement-ids.txt"),
  websites: entriesFromFile("lists/websites.txt"),
});
`);
    expect(simulator.list(4321)).toMatchObject(content);
  });

  it("prints the program in the language of the project in the current folder, and changes no program", async () => {
    const project = { "Pulumi.yaml": "name: x\nruntime: python\n", "__main__.py": "import pulumi\n" };
    const { pull } = await pullFrom({ appBundles: ["com.a"] }, project);
    const { code, output } = await pull();
    expect(code).toBe(0);
    expect(output).toMatch(/^resources:\n[^]*fn::readFile: "lists\/app-bundles\.txt"\n$/u);
    for (const [name, text] of Object.entries(project)) expect(readFileSync(name, "utf8")).toBe(text);
    expect(readdirSync(".").toSorted()).toEqual([...Object.keys(project), "lists"]);
  });

  it.each([
    ["a kind without entries", { websites: ["example.com"] }, { "websites.txt": "example.com\n" }],
    ["an empty list, but prints its program", {}, {}],
  ])("writes no file for %s", async (_, list, written) => {
    const { pull, files } = await pullFrom(list);
    const { code, output } = await pull();
    expect([code, files()]).toEqual([0, written]);
    expect(output).toContain("  appListId: 4321,\n");
    expect(output).not.toContain("appBundles");
  });

  it.each([
    ["the notes and the order", "# agreed\ncom.b  # gambling\ncom.a\n", "# agreed\ncom.b  # gambling\ncom.a\ncom.c\n"],
    ["the text, not the byte order mark,", "\uFEFFcom.a # first\ncom.b\n", "com.a # first\ncom.b\ncom.c\n"],
    [
      "the text, in UTF-8 instead of UTF-16,",
      Buffer.from("\uFEFFcom.a # ä\ncom.b", "utf16le"),
      "com.a # ä\ncom.b\ncom.c\n",
    ],
    ["Windows line ends", "com.a\r\ncom.b\r\n", "com.a\r\ncom.b\r\ncom.c\r\n"],
    ["a last line that ends with a space", "# ours\ncom.a\ncom.b ", "# ours\ncom.a\ncom.b \ncom.c\n"],
  ])("keeps %s of existing files", async (_, before, after) => {
    const { pull, files } = await pullFrom(
      { appBundles: ["com.c", "com.a", "com.b"] },
      { "lists/app-bundles.txt": before },
    );
    const { code, messages } = await pull();
    expect([code, files()]).toEqual([0, { "app-bundles.txt": after }]);
    expect(messages).toContain('app-bundles.txt": 3 app bundles, 1 added, 0 removed');
  });

  it("removes lines of entries that are not in the list with --force only, and names them", async () => {
    const before = "mine.example  # note\nexample.com # ours\n";
    const { pull, files } = await pullFrom(content, { "lists/websites.txt": before });
    const refused = await pull();
    expect([refused.code, files()]).toEqual([1, { "websites.txt": before }]);
    expect(refused.messages).toMatch(
      /--force: \[LINES_NOT_IN_LIST\]\n.*websites\.txt:1: "mine\.example {2}# note" is not in the list/u,
    );
    const forced = await pull(" --force");
    expect([forced.code, files()]).toEqual([0, { ...pulled, "websites.txt": "example.com # ours\n" }]);
    expect(forced.messages).toContain("1 removed");
  });

  it("keeps the permissions of existing files, and the links to them", async () => {
    const { pull } = await pullFrom(content);
    mkdirSync("lists/shared", { recursive: true });
    writeFileSync("lists/shared/websites.txt", "example.com\n", { mode: 0o640 });
    symlinkSync("shared/websites.txt", "lists/app-bundles.txt");
    const { code } = await pull(" --force");
    expect(code).toBe(0);
    expect(lstatSync("lists/app-bundles.txt").isSymbolicLink()).toBe(true);
    expect(statSync("lists/shared/websites.txt").mode & 0o777).toBe(0o640);
    expect(readFileSync("lists/shared/websites.txt", "utf8")).toBe("com.a\ncom.b\n");
  });

  it("changes no file in an encoding that is not known", async () => {
    const before = Buffer.from("com.a # ä\n", "latin1");
    const { pull } = await pullFrom(content, { "lists/app-bundles.txt": before });
    const { code, messages } = await pull();
    expect(code).toBe(1);
    expect(messages).toContain("is neither UTF-8 nor UTF-16: save it as UTF-8");
    expect(readFileSync("lists/app-bundles.txt")).toEqual(before);
  });

  it("changes no file if one is read-only", async () => {
    const { pull, files } = await pullFrom({ appBundles: ["com.b", "com.a"], websites: ["example.com"] });
    mkdirSync("lists");
    writeFileSync("lists/app-bundles.txt", "com.a\n", { mode: 0o444 });
    const { code, messages } = await pull();
    expect([code, files()]).toEqual([1, { "app-bundles.txt": "com.a\n" }]);
    expect(messages).toContain('app-bundles.txt" cannot be written: it is read-only.');
  });

  it("prints the result as one JSON document", async () => {
    const { runJson } = await pullFrom(content);
    const program: unknown = expect.stringMatching(/^import [^]*new AppListEntries/u);
    expect(await runJson("pull 4321 --output lists")).toEqual({
      version: 1,
      lists: [
        {
          appListId: 4321,
          name: "brand safety",
          hasAssociatedCampaigns: false,
          notVerified: [],
          files: [
            { kind: "appBundles", path: "lists/app-bundles.txt", entries: 2, added: 2, removed: 0 },
            { kind: "placementIds", path: "lists/placement-ids.txt", entries: 1, added: 1, removed: 0 },
            { kind: "websites", path: "lists/websites.txt", entries: 1, added: 1, removed: 0 },
          ],
          undeclarable: [],
          resource: "brand-safety",
        },
      ],
      language: "typescript",
      program,
    });
  });

  it("names entries that no program can declare, and leaves them out", async () => {
    const reserved = `${reservedAppBundlePrefix}left.behind`;
    const { pull, files, runJson } = await pullFrom({ appBundles: ["com.a", reserved, "#com.b", "com.\u001bc"] });
    const { code, messages } = await pull();
    expect([code, files()]).toEqual([0, { "app-bundles.txt": "com.a\n" }]);
    expect(messages).toContain(String.raw`Left out, because no program can declare them: "#com.b", "com.\u{1b}c"`);
    // A sentinel that a killed pulumi up has left behind is no entry.
    expect(messages).not.toContain(reserved);
    const reason: unknown = expect.stringContaining("contains a control character");
    expect(await runJson("pull 4321 --output lists")).toMatchObject({
      lists: [{ undeclarable: [{ entry: "#com.b" }, { entry: "com.\u001bc", problem: reason }] }],
    });
  });

  it.each<[number, string, Readonly<Record<string, string>>]>([
    [3, "with entries", { "websites.txt": "# ours\nmine.example\n" }],
    [0, "without entries", { "websites.txt": "# ours\n" }],
    [0, "that does not exist", {}],
  ])("exits with %d if the API does not show the kind of a file %s, and keeps the file", async (exit, _, before) => {
    const named = Object.entries(before).map(([name, text]) => [`lists/${name}`, text] as const);
    const hidden = { behaviour: { websites: "hidden" } } as const;
    const { pull, files } = await pullFrom(content, Object.fromEntries(named), hidden);
    const { code, messages } = await pull();
    const { "websites.txt": _websites, ...shown } = pulled;
    expect([code, files()]).toEqual([exit, { ...shown, ...before }]);
    expect(messages).toContain("Not verified: the API does not show the websites of the list.");
  });

  it("writes nothing with --dry-run, and prints and returns the same otherwise", async () => {
    const before = { "lists/app-bundles.txt": "com.a # kept\n" };
    const { pull, files, runJson } = await pullFrom(content, before);
    const dry = await pull(" --dry-run");
    const document = await runJson("pull 4321 --output lists --dry-run");
    expect(files()).toEqual({ "app-bundles.txt": "com.a # kept\n" });
    expect(dry.messages).toContain('app-bundles.txt": 2 app bundles, 1 added, 0 removed\n');
    expect(await runJson("pull 4321 --output lists")).toEqual(document);
    const { code, output, messages } = await pull();
    expect({ code, output }).toEqual({ code: dry.code, output: dry.output });
    expect(messages).not.toContain("Dry run");
    expect(dry.messages).toContain("Dry run: no file was written.\n");
    writeFileSync("lists/app-bundles.txt", "com.gone\n");
    expect((await pull(" --dry-run")).messages).toContain("add --force");
  });

  it("fails if the files cannot be written, and names the path", async () => {
    const { runJson } = await pullFrom(content, { lists: "a file, not a folder" });
    const path = join("lists", "app-bundles.txt");
    expect(await runJson("pull 4321 --output lists")).toMatchObject({ error: { code: "FILE_NOT_WRITTEN", path } });
  });

  it("reads several lists with one login, each into a folder of its own", async () => {
    const { simulator, runJson, requests } = await pullFrom(content);
    simulator.addList({ id: 4322, name: "gambling", appBundles: ["com.c"] });
    const result = await runJson("pull 4321 --output lists 4322 4321");
    expect(requests()).toEqual(["token", "remove", "remove"]);
    expect(readFileSync("lists/app-list-4322/app-bundles.txt", "utf8")).toBe("com.c\n");
    expect(result).toMatchObject({ lists: [{ resource: "brand-safety" }, { resource: "gambling" }] });
  });

  it("writes nothing if one of several lists cannot be read", async () => {
    const { runJson, files } = await pullFrom(content);
    expect(await runJson("pull 4321 4399 --output lists")).toMatchObject({ error: { appListId: 4399 } });
    expect(files()).toEqual({});
  });
});

describe("the entries of a list that is pulled", () => {
  it("are each in a file, or listed as undeclarable", () => {
    const entry = fc.string({ unit: "binary", minLength: 1 });
    fc.assert(
      fc.property(fc.uniqueArray(entry), fc.uniqueArray(entry), (appBundles, placementIds) => {
        const entries = {
          appBundles: EntrySet.of(appBundles),
          placementIds: EntrySet.of(placementIds),
          websites: undefined,
        };
        const planned = planList({ id: 1, entries, sentinels: EntrySet.none }, "lists", () => undefined);
        for (const kind of kinds) {
          const { path = "", content = "" } = planned.files.find((file) => file.kind === kind) ?? {};
          const others = planned.undeclarable.filter((one) => one.kind === kind).map((one) => one.entry);
          const written = parseTextFile(content, path).map((listed) => listed.entry);
          expect([...written, ...others].toSorted()).toEqual([...(entries[kind] ?? [])].toSorted());
        }
        expect(planned.notVerified).toEqual(["websites"]);
      }),
    );
  });
});

const declaredList = {
  resource: "a",
  appListId: 1,
  files: [{ kind: "appBundles", path: "x/a.txt", entries: 1, added: 1, removed: 0 }] as const,
};

const other = { ...declaredList, resource: "b", appListId: 2 };

/** A text that is hard to write in a program. */
const text = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("yes", "null", "${a.b}", "1e3", "- a", "# b"));

/** A list, an account and a file with such texts. */
const hardList = fc.tuple(text, text, text).map(([name, account, path]) => {
  const [file] = declaredList.files;
  const declared = { ...declaredList, resource: resourceName(1, name), files: [{ ...file, path }] };
  return { declared, account, pathInProgram: relative(process.cwd(), path) };
});

describe("the text of a program", () => {
  it("is YAML for the plugin, with the files by fn::readFile", () => {
    expect(programText("yaml", [declaredList, other], "eu\u200b")).toBe(`resources:
  "a":
    type: app-list:AppListEntries
    properties:
      appListId: 1
      account: "eu\\u200b"
      appBundles:
        fn::readFile: "x/a.txt"
  "b":
    type: app-list:AppListEntries
    properties:
      appListId: 2
      account: "eu\\u200b"
      appBundles:
        fn::readFile: "x/a.txt"
`);
  });

  it("keeps any name of the resource, the account and the files, without control characters and references", () => {
    fc.assert(
      fc.property(hardList, ({ declared, account, pathInProgram }) => {
        const [yaml, typescript] = (["yaml", "typescript"] as const).map((name) =>
          programText(name, [declared], account),
        );
        expect(`${yaml}${typescript}`.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
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
        expect(constructed).toEqual([declared.resource, { appListId: 1, account, appBundles: pathInProgram }]);
        if (declared.resource === "__proto__") return;
        const escaped = (value: string) => value.replaceAll("${", "$${");
        const appBundles = { "fn::readFile": escaped(pathInProgram) };
        const properties = { appListId: 1, account: escaped(account), appBundles };
        expect(parse(yaml ?? "")).toEqual({
          resources: { [declared.resource]: { type: "app-list:AppListEntries", properties } },
        });
      }),
    );
  });
});

describe("the language of a program", () => {
  it.each([
    ["name: x\nruntime: nodejs\n", "typescript"],
    ["name: x\r\nruntime: nodejs\r\n", "typescript"],
    ["name: x\nruntime:\n  name: python\n  options:\n    virtualenv: venv\n", "yaml"],
    ["name: x\nruntime: { name: 'nodejs' }\n", "typescript"],
    ["name: x\nruntime: yaml\n", "yaml"],
    ["name: x\nruntime: go\n", "yaml"],
    ["name: runtime\ndescription: 'runtime: nodejs'\nruntime: dotnet\n", "yaml"],
    [undefined, "typescript"],
  ])("of a project with %j is %j", (project, language) => {
    expect(languageFor(project)).toBe(language);
  });
});

describe("the name of a resource", () => {
  it.each([
    ["brand-safety", "brand-safety"],
    ["Brand: safety / EU", "Brand-safety-EU"],
    ["\u001b[2J", "2J"],
    ["!!", "app-list-7"],
    [undefined, "app-list-7"],
  ])("for a list with the name %j is %s", (name, resource) => {
    expect(resourceName(7, name)).toBe(resource);
  });
});
