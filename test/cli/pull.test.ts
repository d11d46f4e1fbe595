import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { EntrySet } from "../../provider/list/entry-set";
import { planList, pullCommand } from "../../provider/cli/commands/pull";
import { runProgram } from "./run-program";
import { parseTextFile } from "../../provider/files/text-file";
import { reservedAppBundlePrefix } from "../../provider/list/entry";
import { kinds } from "../../provider/list/kinds";
import { startSimulator, type SimulatedList, type SimulatorOptions } from "../../provider/simulator/index";
import { environmentFor, testTerminal } from "./terminal";

const content = { appBundles: ["com.b", "com.a"], placementIds: ["10-abc"], websites: ["example.com"] };

async function pullFrom(
  list: Partial<SimulatedList>,
  simulatorOptions: SimulatorOptions = {},
  environment: Readonly<Record<string, string>> = {},
) {
  const simulator = await startSimulator({ lists: [{ id: 4321, name: "brand safety", ...list }], ...simulatorOptions });
  onTestFinished(() => simulator.close());
  const parent = mkdtempSync(join(tmpdir(), "pull-"));
  const previousFolder = process.cwd();
  process.chdir(parent);
  onTestFinished(() => {
    process.chdir(previousFolder);
    rmSync(parent, { recursive: true });
  });
  const folder = join(parent, "lists");
  const pull = async (...options: readonly string[]) => {
    const terminal = testTerminal({ environment: { ...environmentFor(simulator), ...environment } });
    const code = await runProgram(["pull", "4321", "--output", folder, ...options], terminal);
    return { code, terminal };
  };
  const files = () =>
    existsSync(folder)
      ? Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]))
      : {};
  return { simulator, folder, pull, files };
}

describe("app-list pull", () => {
  it("writes a sorted file for each kind in the list, and prints a program in TypeScript", async () => {
    const { pull, files, simulator } = await pullFrom(content);
    const { code, terminal } = await pull();
    expect(code).toBe(0);
    expect(files()).toEqual({
      "app-bundles.txt": "com.a\ncom.b\n",
      "placement-ids.txt": "10-abc\n",
      "websites.txt": "example.com\n",
    });
    expect(terminal.output()).toMatch(
      /^import \{ AppListEntries, entriesFromFile \} from "pulumi-app-list";\n\nnew AppListEntries\("brand-safety", \{\n {2}appListId: 4321,\n {2}appBundles: entriesFromFile\("lists\/app-bundles\.txt"\),\n {2}placementIds: .*\n {2}websites: .*\n\}\);\n$/u,
    );
    expect(simulator.list(4321)).toMatchObject(content);
  });

  it("prints the program in the language of the project in the current folder, and changes no program", async () => {
    const { pull } = await pullFrom({ appBundles: ["com.a"] });
    const files = { "Pulumi.yaml": "name: x\nruntime: python\n", "__main__.py": "import pulumi\n" };
    for (const [name, content] of Object.entries(files)) writeFileSync(name, content);
    const { code, terminal } = await pull();
    expect(code).toBe(0);
    expect(terminal.output()).toMatch(/^resources:\n[^]*fn::readFile: "lists\/app-bundles\.txt"\n$/u);
    for (const [name, content] of Object.entries(files)) expect(readFileSync(name, "utf8")).toBe(content);
    expect(readdirSync(".").toSorted()).toEqual([...Object.keys(files), "lists"]);
  });

  it("writes no file for a kind without entries", async () => {
    const { pull, files } = await pullFrom({ websites: ["example.com"] });
    expect((await pull()).terminal.output()).not.toContain("appBundles");
    expect(Object.keys(files())).toEqual(["websites.txt"]);
  });

  it("prints a program for an empty list, too", async () => {
    const { pull, files } = await pullFrom({});
    const { code, terminal } = await pull();
    expect(code).toBe(0);
    expect(terminal.output()).toContain('import { AppListEntries, entriesFromFile } from "pulumi-app-list";');
    expect(terminal.output()).toContain("appListId: 4321,\n});");
    expect(files()).toEqual({});
  });

  it("keeps the lines of existing files, with their notes and in their order", async () => {
    const { pull, files, folder } = await pullFrom({ appBundles: ["com.a", "com.b", "com.c"] });
    mkdirSync(folder);
    writeFileSync(join(folder, "app-bundles.txt"), "# agreed\ncom.b  # gambling\ncom.a\n");
    const { code, terminal } = await pull();
    expect(code).toBe(0);
    expect(terminal.messages()).toContain('app-bundles.txt": 3 app bundles, 1 added, 0 removed');
    expect(files()).toEqual({ "app-bundles.txt": "# agreed\ncom.b  # gambling\ncom.a\ncom.c\n" });
  });

  it("removes lines of entries that are not in the list with --force only, and names them", async () => {
    const { pull, files, folder } = await pullFrom(content);
    mkdirSync(folder);
    writeFileSync(join(folder, "websites.txt"), "mine.example  # note\nexample.com # ours\n");
    const { code, terminal } = await pull();
    expect(code).toBe(1);
    expect(terminal.messages()).toContain("--force");
    expect(terminal.messages()).toContain(`websites.txt:1: "mine.example  # note" is not in the list`);
    expect(files()).toEqual({ "websites.txt": "mine.example  # note\nexample.com # ours\n" });
    const forced = await pull("--force");
    expect(forced.code).toBe(0);
    expect(forced.terminal.messages()).toContain("1 removed");
    expect(files()["websites.txt"]).toBe("example.com # ours\n");
  });

  it("keeps the permissions of existing files, and the links to them", async () => {
    const { pull, folder } = await pullFrom(content);
    mkdirSync(join(folder, "shared"), { recursive: true });
    const path = join(folder, "shared", "websites.txt");
    writeFileSync(path, "example.com\n", { mode: 0o640 });
    symlinkSync(path, join(folder, "app-bundles.txt"));
    expect((await pull("--force")).code).toBe(0);
    expect(lstatSync(join(folder, "app-bundles.txt")).isSymbolicLink()).toBe(true);
    expect(statSync(path).mode & 0o777).toBe(0o640);
    expect(readFileSync(path, "utf8")).toBe("com.a\ncom.b\n");
  });

  it.each([
    ["the text, not the byte order mark,", "\uFEFFcom.a # first\n", "com.a # first\ncom.b\n"],
    ["Windows line ends", "com.a\r\n", "com.a\r\ncom.b\r\n"],
    ["a last line that ends with a space", "# ours\ncom.a ", "# ours\ncom.a \ncom.b\n"],
  ])("keeps %s of existing files", async (_, before, after) => {
    const { pull, files, folder } = await pullFrom({ appBundles: ["com.b", "com.a"] });
    mkdirSync(folder);
    writeFileSync(join(folder, "app-bundles.txt"), before);
    expect((await pull()).code).toBe(0);
    expect(files()).toEqual({ "app-bundles.txt": after });
  });

  it("writes a file in UTF-8 that was in UTF-16, and changes no file in another encoding", async () => {
    const { pull, files, folder } = await pullFrom({ appBundles: ["com.b", "com.a"] });
    mkdirSync(folder);
    const path = join(folder, "app-bundles.txt");
    writeFileSync(path, "\uFEFFcom.a # \u00e4\n", "utf16le");
    expect((await pull()).code).toBe(0);
    expect(files()).toEqual({ "app-bundles.txt": "com.a # \u00e4\ncom.b\n" });
    writeFileSync(path, "com.a # \u00e4\n", "latin1");
    const { code, terminal } = await pull();
    expect(code).toBe(1);
    expect(terminal.messages()).toContain("is neither UTF-8 nor UTF-16: save it as UTF-8");
    expect(readFileSync(path, "latin1")).toBe("com.a # \u00e4\n");
  });

  it("changes no file if one is read-only", async () => {
    const { pull, files, folder } = await pullFrom({ appBundles: ["com.b", "com.a"], websites: ["example.com"] });
    mkdirSync(folder);
    writeFileSync(join(folder, "app-bundles.txt"), "com.a\n", { mode: 0o444 });
    const { code, terminal } = await pull();
    expect(code).toBe(1);
    expect(terminal.messages()).toContain('app-bundles.txt" cannot be written: it is read-only.');
    expect(files()).toEqual({ "app-bundles.txt": "com.a\n" });
  });

  it("keeps the file of a kind that the API does not show", async () => {
    const { pull, files, folder } = await pullFrom(content, { behaviour: { websites: "hidden" } });
    mkdirSync(folder);
    writeFileSync(join(folder, "websites.txt"), "mine.example\n");
    expect((await pull()).code).toBe(3);
    expect(files()["websites.txt"]).toBe("mine.example\n");
  });

  it("prints the result as one JSON document", async () => {
    const { pull, folder } = await pullFrom(content);
    const { code, terminal } = await pull("--json");
    expect(code).toBe(0);
    const printed: unknown = JSON.parse(terminal.output());
    expect(
      pullCommand.result
        ?.extend({ version: z.literal(1) })
        .strict()
        .parse(printed),
    ).toEqual(printed);
    expect(printed).toMatchObject({
      lists: [
        {
          appListId: 4321,
          name: "brand safety",
          resource: "brand-safety",
          files: [
            { kind: "appBundles", path: join(folder, "app-bundles.txt"), entries: 2, added: 2, removed: 0 },
            {},
            {},
          ],
          undeclarable: [],
          notVerified: [],
        },
      ],
      language: "typescript",
    });
    expect(terminal.output()).toMatch(/"program": "import .*new AppListEntries/u);
    expect(terminal.messages()).toBe("");
  });

  it("names entries that no program can declare, and leaves them out", async () => {
    const reserved = `${reservedAppBundlePrefix}left.behind`;
    const { pull, files } = await pullFrom({ appBundles: ["com.a", reserved, "#com.b", "com.\u001bc"] });
    const { code, terminal } = await pull();
    expect(code).toBe(0);
    expect(files()).toEqual({ "app-bundles.txt": "com.a\n" });
    expect(terminal.messages()).toContain(
      String.raw`Left out, because no program can declare them: "#com.b", "com.\u{1b}c"`,
    );
    // A sentinel that a killed pulumi up has left behind is no entry.
    expect(terminal.messages()).not.toContain(reserved);
    const reason: unknown = expect.stringContaining("contains a control character");
    expect(JSON.parse((await pull("--json")).terminal.output())).toMatchObject({
      lists: [{ undeclarable: [{ entry: "#com.b" }, { entry: "com.\u001bc", problem: reason }] }],
    });
  });

  it("exits with 3 if the API does not show websites", async () => {
    const { pull, files } = await pullFrom(content, { behaviour: { websites: "hidden" } });
    const { code, terminal } = await pull();
    expect(code).toBe(3);
    expect(terminal.messages()).toContain("Not verified: the API does not show the websites of the list.");
    expect(Object.keys(files())).toEqual(["app-bundles.txt", "placement-ids.txt"]);
  });

  it("fails if the API refuses the probe, and names the remedy", async () => {
    const { pull, files } = await pullFrom(content, { behaviour: { removeAbsent: "error" } });
    const { code, terminal } = await pull();
    expect(code).toBe(1);
    expect(terminal.messages()).toContain("app-list:readPath");
    expect(files()).toEqual({});
  });

  it("reads the list from the read endpoint if that is set", async () => {
    const read = "/v1/app_list/{id}";
    const settings = { APP_LIST_OBSERVE: "read", APP_LIST_READ_PATH: read };
    const { pull, simulator } = await pullFrom(content, { behaviour: { removeAbsent: "error", read } }, settings);
    expect((await pull()).code).toBe(0);
    expect(simulator.journal.map(({ action }) => action)).toEqual(["token", "read"]);
  });

  it("fails if app-list:observe is off", async () => {
    const { pull } = await pullFrom(content, {}, { APP_LIST_OBSERVE: "off" });
    const { code, terminal } = await pull();
    expect(code).toBe(1);
    expect(terminal.messages()).toContain("Set app-list:observe to probe");
  });

  it("fails if the files cannot be written, and names the path", async () => {
    const { pull, folder } = await pullFrom(content);
    writeFileSync(folder, "a file, not a folder");
    const { code, terminal } = await pull("--json");
    expect(code).toBe(1);
    const path = join(folder, "app-bundles.txt");
    expect(JSON.parse(terminal.output())).toMatchObject({ error: { code: "FILE_NOT_WRITTEN", path } });
  });

  it("reads several lists with one login, each into a folder of its own", async () => {
    const { pull, simulator, folder } = await pullFrom(content);
    simulator.addList({ id: 4322, name: "gambling", appBundles: ["com.c"] });
    const { code, terminal } = await pull("4322", "4321", "--json");
    expect(code).toBe(0);
    expect(simulator.journal.map(({ action }) => action)).toEqual(["token", "remove", "remove"]);
    expect(readFileSync(join(folder, "app-list-4322", "app-bundles.txt"), "utf8")).toBe("com.c\n");
    expect(JSON.parse(terminal.output())).toMatchObject({
      lists: [{ resource: "brand-safety" }, { resource: "gambling" }],
    });
  });

  it("writes nothing if one of several lists cannot be read", async () => {
    const { pull, folder } = await pullFrom(content);
    const { code, terminal } = await pull("4399", "--json");
    expect(code).toBe(1);
    expect(JSON.parse(terminal.output())).toMatchObject({ error: { appListId: 4399 } });
    expect(existsSync(folder)).toBe(false);
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
        const pulled = planList({ id: 1, entries, sentinels: EntrySet.none }, "lists", () => undefined);
        for (const kind of kinds) {
          const { path = "", content = "" } = pulled.files.find((file) => file.kind === kind) ?? {};
          const others = pulled.undeclarable.filter((one) => one.kind === kind).map((one) => one.entry);
          const written = parseTextFile(content, path).map((listed) => listed.entry);
          expect([...written, ...others].toSorted()).toEqual([...(entries[kind] ?? [])].toSorted());
        }
        expect(pulled.notVerified).toEqual(["websites"]);
      }),
    );
  });
});
