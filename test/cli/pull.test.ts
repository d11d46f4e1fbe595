import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { parse } from "yaml";
import { describe, expect, it, onTestFinished } from "vitest";
import { pullCommand } from "../../provider/cli/pull/command";
import { defaultResourceName, programText } from "../../provider/cli/pull/program-text";
import { partitionEntries } from "../../provider/cli/pull/partition";
import { runProgram } from "../../provider/cli/program";
import { printTextFile } from "../../provider/files/text-file";
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
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const folder = join(parent, "lists");
  const pull = async (...options: readonly string[]) => {
    const terminal = testTerminal({ environment: { ...environmentFor(simulator), ...environment } });
    const code = await runProgram(["pull", "4321", "--output", folder, ...options], terminal, [pullCommand]);
    return { code, terminal };
  };
  const files = () =>
    existsSync(folder)
      ? Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]))
      : {};
  return { simulator, folder, pull, files };
}

describe("app-list pull", () => {
  it("writes a sorted file for each kind in the list, and prints the program that manages it", async () => {
    const { pull, files, simulator } = await pullFrom(content);
    const { code, terminal } = await pull();
    expect(code).toBe(0);
    expect(files()).toEqual({
      "app-bundles.txt": "com.a\ncom.b\n",
      "placement-ids.txt": "10-abc\n",
      "websites.txt": "example.com\n",
    });
    expect(terminal.output()).toMatch(
      /^import \{ AppListEntries, entriesFromFile \} from "pulumi-app-list";\n\nnew AppListEntries\("brand-safety", \{\n {2}appListId: 4321,\n {2}appBundles: entriesFromFile\(".*app-bundles\.txt"\),\n {2}placementIds: .*\n {2}websites: .*\n\}\);\n$/u,
    );
    expect(simulator.list(4321)).toMatchObject(content);
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
    expect(terminal.output()).toContain("appListId: 4321,\n});");
    expect(files()).toEqual({});
  });

  it("overwrites files with --force only", async () => {
    const { pull, files, folder } = await pullFrom(content);
    mkdirSync(folder);
    writeFileSync(join(folder, "websites.txt"), "mine.example  # note\n");
    const { code, terminal } = await pull();
    expect(code).toBe(1);
    expect(terminal.messages()).toContain("--force");
    expect(files()).toEqual({ "websites.txt": "mine.example  # note\n" });
    expect((await pull("--force")).code).toBe(0);
    expect(files()["websites.txt"]).toBe("example.com\n");
  });

  it("prints the result as one JSON document", async () => {
    const { pull, folder } = await pullFrom(content);
    const { code, terminal } = await pull("--json");
    expect(code).toBe(0);
    expect(JSON.parse(terminal.output())).toMatchObject({
      appListId: 4321,
      name: "brand safety",
      files: [{ kind: "appBundles", path: join(folder, "app-bundles.txt"), entries: 2 }, {}, {}],
      undeclarable: [],
      notShown: [],
    });
    expect(terminal.output()).toContain("new AppListEntries");
    expect(terminal.messages()).toBe("");
  });

  it("names entries that no program can declare, and leaves them out", async () => {
    const reserved = `${reservedAppBundlePrefix}left.behind`;
    const { pull, files } = await pullFrom({ appBundles: ["com.a", reserved, "#com.b", "com.\u001bc"] });
    const { code, terminal } = await pull();
    expect(code).toBe(0);
    expect(files()).toEqual({ "app-bundles.txt": "com.a\n" });
    expect(terminal.messages()).toContain("no program can declare them: 2");
    // A sentinel that a killed pulumi up has left behind is no entry.
    expect(terminal.messages()).not.toContain(reserved);
    expect(terminal.messages()).toContain(String.raw`"com.\u{1b}c" contains a control character`);
    expect(terminal.messages()).toContain("They stay in the list.");
    const exclusive = await pull("--force", "--exclusive");
    expect(exclusive.terminal.messages()).toContain("exclusive: the first `pulumi up` of this program removes them");
    expect(exclusive.terminal.messages()).not.toContain("does not change the list");
  });

  it("exits with 3 if the API does not show the websites", async () => {
    const { pull, files } = await pullFrom(content, { behaviour: { websites: "hidden" } });
    const { code, terminal } = await pull();
    expect(code).toBe(3);
    expect(terminal.messages()).toContain("Not verified: the API does not show the websites");
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

  it("writes the program to the file of --program, and prints nothing", async () => {
    const { pull, folder } = await pullFrom(content);
    const printed = (await pull()).terminal.output();
    const path = join(folder, "index.ts");
    const { code, terminal } = await pull("--force", "--program", path);
    expect(code).toBe(0);
    expect(terminal.output()).toBe("");
    expect(terminal.messages()).toContain(`the program in ${JSON.stringify(path)}`);
    expect(readFileSync(path, "utf8")).toBe(printed);
  });

  it("keeps an existing program if the pull fails", async () => {
    const { pull, folder, files } = await pullFrom(content, { behaviour: { removeAbsent: "error" } });
    mkdirSync(folder);
    const path = join(folder, "index.ts");
    writeFileSync(path, "my program");
    expect((await pull("--program", path, "--force")).code).toBe(1);
    expect(files()).toEqual({ "index.ts": "my program" });
  });

  it("writes neither files nor the program if the program exists", async () => {
    const { pull, folder, files } = await pullFrom(content);
    mkdirSync(folder);
    const path = join(folder, "index.ts");
    writeFileSync(path, "my program");
    const { code, terminal } = await pull("--program", path);
    expect(code).toBe(1);
    expect(terminal.messages()).toContain("--force");
    expect(files()).toEqual({ "index.ts": "my program" });
  });

  it("writes none of the files if the last one cannot be written", async () => {
    const { pull, folder, files } = await pullFrom(content);
    mkdirSync(folder);
    const taken = join(folder, "taken");
    writeFileSync(taken, "a file, not a folder");
    expect((await pull("--program", join(taken, "index.ts"))).code).toBe(1);
    expect(files()).toEqual({ taken: "a file, not a folder" });
  });
});

describe("the program that is printed", () => {
  const parts = {
    language: "javascript",
    resource: "a",
    appListId: 1,
    files: { appBundles: "x/a.txt", placementIds: undefined, websites: undefined },
    claim: true,
    exclusive: true,
    plugin: false,
  } as const;

  it("is YAML for the plugin, with the files by fn::readFile", () => {
    const yaml = programText({ ...parts, language: "yaml", account: "eu", claim: false });
    expect(parse(yaml)).toEqual({
      resources: {
        a: {
          type: "app-list:AppListEntries",
          properties: { appListId: 1, account: "eu", appBundles: { "fn::readFile": "x/a.txt" }, exclusive: true },
        },
      },
    });
  });

  it("is for the class of the plugin if chosen", () => {
    expect(programText({ ...parts, plugin: true })).toContain('= require("pulumi-app-list/plugin");');
    expect(programText({ ...parts, language: "typescript", plugin: true })).toContain(
      ' from "pulumi-app-list/plugin";',
    );
  });

  it("keeps any name of the resource and of the files in YAML, too, and refers to nothing", () => {
    const name = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("yes", "null", "${a.b}", "1e3", "- a", "# b"));
    fc.assert(
      fc.property(name, name, (resource, file) => {
        fc.pre(resource !== "__proto__");
        const text = programText({ ...parts, language: "yaml", resource, files: { ...parts.files, appBundles: file } });
        expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
        const readFile = { "fn::readFile": file.replaceAll("${", "$${") };
        expect(parse(text)).toMatchObject({ resources: { [resource]: { properties: { appBundles: readFile } } } });
      }),
    );
  });

  it("is JavaScript, claims existing entries and is exclusive if chosen", () => {
    expect(programText({ ...parts, account: "eu" })).toBe(
      'const { AppListEntries, entriesFromFile } = require("pulumi-app-list");\n\n' +
        'new AppListEntries("a", {\n  appListId: 1,\n  account: "eu",\n  appBundles: entriesFromFile("x/a.txt"),\n' +
        "  claimExisting: true,\n  exclusive: true,\n});\n",
    );
  });

  it("keeps any name of the resource and of the files, and has no control characters", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (resource, file) => {
        const text = programText({ ...parts, resource, files: { ...parts.files, appBundles: file } });
        expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
        const seen: unknown[] = [];
        const library = {
          AppListEntries: function (name: string, args: { readonly appBundles: unknown }) {
            seen.push(name, args.appBundles);
          },
          entriesFromFile: (path: string) => path,
        };
        runInNewContext(text, { require: () => library });
        expect(seen).toEqual([resource, file]);
      }),
    );
  });

  it.each([
    ["brand-safety", "brand-safety"],
    ["Brand: safety / EU", "Brand-safety-EU"],
    ["\u001b[2J", "2J"],
    ["!!", "app-list-7"],
    [undefined, "app-list-7"],
  ])("names the resource of a list with the name %j: %s", (listName, name) => {
    expect(defaultResourceName(7, listName)).toBe(name);
  });
});

describe("the entries of a list that is pulled", () => {
  it("are each in a file, or listed as undeclarable", () => {
    const entry = fc.string({ unit: "binary", minLength: 1 });
    fc.assert(
      fc.property(fc.uniqueArray(entry), fc.uniqueArray(entry), (appBundles, placementIds) => {
        const observed = { appBundles: new Set(appBundles), placementIds: new Set(placementIds), websites: undefined };
        const { declarable, undeclarable, notShown } = partitionEntries(observed);
        for (const kind of kinds) {
          const others = undeclarable.filter((one) => one.kind === kind).map((one) => one.entry);
          expect(new Set([...declarable[kind], ...others])).toEqual(observed[kind] ?? new Set());
          expect(printTextFile(declarable[kind].map((one) => ({ entry: one }))).split("\n")).toHaveLength(
            declarable[kind].length + 1,
          );
        }
        expect(notShown).toEqual(["websites"]);
      }),
    );
  });
});
