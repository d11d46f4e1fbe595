import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { parse, stringify } from "yaml";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { planProgram } from "../../provider/cli/pull/plan-program";
import {
  joinProgram,
  programText,
  type DeclaredList,
  type Language,
  type ProgramOptions,
} from "../../provider/cli/pull/program-text";
import type { PlannedList } from "../../provider/cli/pull/plan-list";

const list: DeclaredList = {
  resource: "a",
  appListId: 1,
  files: { appBundles: "x/a.txt", placementIds: undefined, websites: undefined },
};

/** The program of one list. */
function programOf(
  language: Language,
  changes: Partial<DeclaredList> = {},
  options: Partial<ProgramOptions> = {},
): string {
  const choices = { claim: true, exclusive: true, plugin: false, ...options };
  return joinProgram(programText(language, [{ ...list, ...changes }], choices));
}

/** A name that is hard to write in a program. */
const name = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("yes", "null", "${a.b}", "1e3", "- a", "# b"));

describe("the text of a program", () => {
  it("is YAML for the plugin, with the files by fn::readFile", () => {
    expect(parse(programOf("yaml", {}, { account: "eu", claim: false }))).toEqual({
      resources: {
        a: {
          type: "app-list:AppListEntries",
          properties: { appListId: 1, account: "eu", appBundles: { "fn::readFile": "x/a.txt" }, exclusive: true },
        },
      },
    });
  });

  it("is for the class of the plugin if chosen", () => {
    expect(programOf("javascript", {}, { plugin: true })).toContain('= require("pulumi-app-list/plugin");');
    expect(programOf("typescript", {}, { plugin: true })).toContain(' from "pulumi-app-list/plugin";');
  });

  it("keeps any name of the resource and of the files in YAML, too, and refers to nothing", () => {
    fc.assert(
      fc.property(name, name, (resource, file) => {
        fc.pre(resource !== "__proto__");
        const text = programOf("yaml", { resource, files: { ...list.files, appBundles: file } });
        expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
        const readFile = { "fn::readFile": file.replaceAll("${", "$${") };
        expect(parse(text)).toMatchObject({ resources: { [resource]: { properties: { appBundles: readFile } } } });
      }),
    );
  });

  it("is JavaScript, claims existing entries and is exclusive if chosen", () => {
    expect(programOf("javascript", {}, { account: "eu" })).toBe(
      'const { AppListEntries, entriesFromFile } = require("pulumi-app-list");\n\n' +
        'new AppListEntries("a", {\n  appListId: 1,\n  account: "eu",\n  appBundles: entriesFromFile("x/a.txt"),\n' +
        "  claimExisting: true,\n  exclusive: true,\n});\n",
    );
  });

  it("is Python for the SDK of the plugin", () => {
    expect(programOf("python", {}, { account: "eu\u200b" })).toBe(`from pathlib import Path

import pulumi_app_list as app_list

app_list.AppListEntries(
    "a",
    app_list_id=1,
    account="eu\\U0000200b",
    app_bundles=Path("x/a.txt").read_text(encoding="utf-8"),
    claim_existing=True,
    exclusive=True,
)
`);
  });

  it("keeps any name of the resource and of the files, and has no control characters", () => {
    fc.assert(
      fc.property(name, name, (resource, file) => {
        const text = programOf("javascript", { resource, files: { ...list.files, appBundles: file } });
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
});

/** The files of a project. */
type Files = Readonly<Record<string, string>>;

/** Declares lists in a project, by their names. Returns its files, the names of the resources and the steps by hand. */
function declare(
  project: Files,
  lists: Readonly<Record<number, string | undefined>>,
  options: Partial<ProgramOptions> = {},
) {
  const read = (path: string): string | undefined => project[path];
  const planned = Object.entries(lists).map(([id, listName]): PlannedList => {
    const path = `app-list-${id}/websites.txt`;
    const files = [{ kind: "websites", path, entries: 1, added: 1, removed: 0 }] as const;
    const pulled = { appListId: Number(id), name: listName, files: [...files], undeclarable: [], notVerified: [] };
    return { pulled, changed: [], created: [path], removed: [] };
  });
  const { result, files } = planProgram(planned, { plugin: false, claim: false, exclusive: false, ...options }, read);
  const changed = Object.fromEntries(files.map(({ path, content }) => [path, content]));
  return { project: { ...project, ...changed }, resources: result.lists.map(({ resource }) => resource), ...result };
}

const nodejs = "name: brand-safety\nruntime: nodejs\n";

describe("the name of a resource", () => {
  it.each([
    ["brand-safety", "brand-safety"],
    ["Brand: safety / EU", "Brand-safety-EU"],
    ["\u001b[2J", "2J"],
    ["!!", "app-list-7"],
    [undefined, "app-list-7"],
  ])("for a list with the name %j is %s", (listName, resource) => {
    expect(declare({}, { 7: listName }).resources).toEqual([resource]);
  });

  it("has the ID of the list if another list or resource has the name", () => {
    expect(declare({}, { 7: "a b", 8: "a/b", 9: "c" }).resources).toEqual(["a-b-7", "a-b-8", "c"]);
    const index = 'import * as aws from "@pulumi/aws";\nnew aws.s3.Bucket("logs");\n';
    const { resources } = declare({ "Pulumi.yaml": "name: x\nruntime: nodejs\n", "index.ts": index }, { 7: "logs" });
    expect(resources).toEqual(["logs-7"]);
  });

  it("has no other resource or list, also with the ID of the list", () => {
    expect(declare({}, { 7: "a", 8: "a-7", 9: "a" }).resources).toEqual(["a-7", "a-7-8", "a-9"]);
    const { resources } = declare({ "Pulumi.yaml": nodejs, "index.ts": "const name = `logs`;\n" }, { 7: "logs" });
    expect(resources).toEqual(["logs-7"]);
  });

  it("is none that YAML programs reserve", () => {
    expect(declare({}, { 7: "pulumi" }).resources).toEqual(["pulumi-7"]);
  });
});

describe("a program in TypeScript", () => {
  const index = 'import * as pulumi from "@pulumi/pulumi";\n\nexport const name = pulumi.getProject();\n';
  const first = declare({ "Pulumi.yaml": nodejs, "index.ts": index }, { 4321: "gambling" });

  it("gets one line that imports a module with the declarations", () => {
    expect(first.project["index.ts"]).toBe(`${index}import "./app-lists";\n`);
    expect(first.project["app-lists.ts"]).toBe(first.program.text);
    expect(first.program.files).toEqual(["app-lists.ts", "index.ts"]);
    expect(first.steps).toEqual([]);
  });

  it("gets only declarations of other lists later", () => {
    const second = declare(first.project, { 4321: "gambling", 4322: "dating" });
    expect(second.project["index.ts"]).toBe(first.project["index.ts"]);
    expect(second.resources).toEqual([undefined, "dating"]);
    expect(second.project["app-lists.ts"]).toBe(
      `${first.project["app-lists.ts"]}\nnew AppListEntries("dating", {\n  appListId: 4322,\n  websites: entriesFromFile("app-list-4322/websites.txt"),\n});\n`,
    );
    expect(second.steps).toEqual(['Add the entries of "app-list-4321/websites.txt" to the resource of its list.']);
  });

  it("keeps its line ends, and a last line without one", () => {
    const { project } = declare({ "Pulumi.yaml": nodejs, "index.ts": "// one\r\nexport {}" }, { 1: "a" });
    expect(project["index.ts"]).toBe('// one\r\nexport {}\r\nimport "./app-lists";\r\n');
  });

  it("gets the line if a pull was killed before it could add the line", () => {
    const killed = { ...first.project, "index.ts": index };
    expect(declare(killed, { 4321: "gambling" }).project).toEqual(first.project);
    const { project } = declare(killed, { 4321: "gambling", 4322: "dating" });
    expect(project["index.ts"]).toBe(first.project["index.ts"]);
  });

  it.each(["import './app-lists.js'\n", 'export * from "./app-lists";\n', 'const lists = require("./app-lists");\n'])(
    "gets no second import of the module: %j",
    (imports) => {
      const before = { ...first.project, "index.ts": imports };
      expect(declare(before, { 4321: "gambling", 4322: "dating" }).project["index.ts"]).toBe(imports);
    },
  );

  it("declares a list that only a comment names", () => {
    const { resources } = declare({ "Pulumi.yaml": nodejs, "index.ts": "// appListId: 7\n" }, { 7: "a" });
    expect(resources).toEqual(["a"]);
  });

  it.each([
    ["a folder has the name of the module", { "app-lists/index.ts": "" }],
    ["Pulumi.yaml names another program", { "Pulumi.yaml": `${nodejs}main: src/\n` }],
    ["package.json names another program", { "package.json": '{ "main": "src/main.ts" }' }],
  ])("stays as it is if %s", (_, files) => {
    const before = { "Pulumi.yaml": nodejs, "index.ts": index, ...files };
    const { project, steps } = declare(before, { 4321: "a" });
    expect(project).toEqual(before);
    expect(steps).toEqual(["Add the printed declarations to your program."]);
  });

  it.each(["index", "index.ts", "./index.js", ""])("gets the line if package.json names %j", (main) => {
    const before = { "Pulumi.yaml": nodejs, "index.ts": index, "package.json": JSON.stringify({ main }) };
    expect(declare(before, { 4321: "a" }).steps).toEqual([]);
  });

  it("gets the line in a project with a Pulumi.yml", () => {
    const { project, steps } = declare({ "Pulumi.yml": nodejs, "index.ts": index }, { 4321: "gambling" });
    expect(project["index.ts"]).toBe(first.project["index.ts"]);
    expect(steps).toEqual([]);
  });

  it.each([
    "#!/usr/bin/env node\nexport = async () => ({});",
    '"use strict";\r\nasync function main() {}\r\nmain();',
    "\uFEFFexport {};\n// the end",
  ])("keeps every character: %j", (before) => {
    const { project } = declare({ "Pulumi.yaml": nodejs, "index.ts": before }, { 1: "a" });
    const end = before.includes("\r\n") ? "\r\n" : "\n";
    expect(project["index.ts"]).toBe(`${before}${end}import "./app-lists";${end}`);
  });

  it("stays as it is if another file has the name of the module", () => {
    const before = { "Pulumi.yaml": nodejs, "index.ts": index, "app-lists.ts": "export const lists = [4321];\n" };
    const { project, steps, program } = declare(before, { 4321: "a" });
    expect(project).toEqual(before);
    expect(steps).toEqual(["Add the printed declarations to your program."]);
    expect(program.files).toEqual([]);
    expect(program.text).toContain("new AppListEntries");
  });

  it.each([
    ["index.ts", {}, `import "./app-lists.ts";`],
    ["index.ts", { "ts-node": "^10.9.2" }, `import "./app-lists.js";`],
    ["index.js", {}, `import "./app-lists.js";`],
  ])("imports the module with its extension in ES modules: %s with %j", (path, devDependencies, line) => {
    const manifest = JSON.stringify({ type: "module", devDependencies });
    const before = { "Pulumi.yaml": nodejs, "package.json": manifest, [path]: "" };
    const { project } = declare(before, { 1: "a" });
    expect(project[path]).toBe(`${line}\n`);
    expect(project[path.replace("index", "app-lists")]).toMatch(/^import \{ AppListEntries, entriesFromFile \} from/u);
  });
});

describe("a program in another language", () => {
  it("in JavaScript requires the module", () => {
    const { project } = declare({ "Pulumi.yaml": nodejs, "index.js": '"use strict";\n' }, { 1: "a" });
    expect(project["index.js"]).toBe('"use strict";\nrequire("./app-lists");\n');
    expect(project["app-lists.js"]).toContain('= require("pulumi-app-list");');
  });

  it("in Python imports the module", () => {
    const yaml = "name: x\nruntime:\n  name: python\n  options:\n    virtualenv: venv\n";
    const { project } = declare({ "Pulumi.yaml": yaml, "__main__.py": "import pulumi\n" }, { 1: "a" });
    expect(project["__main__.py"]).toBe("import pulumi\nimport app_lists\n");
    expect(project["app_lists.py"]).toContain("app_list.AppListEntries(");
  });

  it("in Python gets the import after a guard of the main module, and none without need", () => {
    const before = {
      "Pulumi.yaml": "name: x\nruntime: python\n",
      "__main__.py": 'if __name__ == "__main__":\n    run()',
    };
    const { project } = declare(before, { 1: "a" });
    expect(project["__main__.py"]).toBe(`${before["__main__.py"]}\nimport app_lists\n`);
    expect(declare({ ...project, "__main__.py": "import run\n" }, { 1: "a" }).project["__main__.py"]).toBe(
      "import run\nimport app_lists\n",
    );
    expect(declare(project, { 1: "a" }).project).toEqual(project);
  });

  it("is not written for other runtimes", () => {
    const { program, steps } = declare({ "Pulumi.yaml": "name: x\nruntime: go\n", "main.go": "" }, { 1: "a" });
    expect(program).toEqual({ language: undefined, text: "", files: [] });
    expect(steps).toEqual(["Declare an AppListEntries resource with the text of each file."]);
  });

  it("is printed if the file that Pulumi runs is not found", () => {
    const { program, steps } = declare({ "Pulumi.yaml": `${nodejs}main: src/\n` }, { 1: "a" });
    expect(program).toMatchObject({ language: "typescript", files: [] });
    expect(steps).toEqual(["Add the printed declarations to your program."]);
  });
});

describe("a program without a project", () => {
  it("is printed with the commands that create a project", () => {
    const { program, steps } = declare({}, { 1: "a" });
    expect(program).toMatchObject({ language: "typescript", files: [] });
    expect(steps).toEqual([expect.stringContaining("`pulumi new typescript --force`")]);
  });

  it("is printed in the chosen language, also in a project", () => {
    const before = { "Pulumi.yaml": "name: x\nruntime: yaml\nresources: {}\n" };
    const { program, project, steps } = declare(before, { 1: "a" }, { language: "python" });
    expect(program).toMatchObject({ language: "python", files: [] });
    expect(project).toEqual(before);
    expect(steps).toEqual([]);
  });
});

const pulumiYaml = z.looseObject({ resources: z.record(z.string(), z.unknown()).nullish() });

describe("a program in YAML", () => {
  const declared = {
    type: "app-list:AppListEntries",
    properties: { appListId: 4321, websites: { "fn::readFile": "app-list-4321/websites.txt" } },
  };

  /** The Pulumi.yaml after a pull of list 4321, and the steps by hand. */
  function declareIn(yaml: string) {
    const { project, steps } = declare({ "Pulumi.yaml": yaml }, { 4321: "gambling" });
    return { yaml: project["Pulumi.yaml"] ?? "", steps };
  }

  it.each([
    ["of pulumi new", "name: x\nruntime: yaml\nresources: {}\noutputs: {}\n"],
    ["without resources", "name: x\nruntime: yaml"],
    ["with an empty key and a comment", "name: x\nruntime: yaml\nresources: # none yet\noutputs: {}\n"],
    [
      "with a resource and comments",
      "name: x\nruntime: yaml\nresources:\n\n    # A bucket\n    logs:\n        type: aws:s3:Bucket # s3\noutputs:\n    # Its name\n    a: ${logs.id}\n",
    ],
    ["with Windows line ends", "name: x\r\nruntime: yaml\r\nresources:\r\n  logs:\r\n    type: aws:s3:Bucket\r\n"],
    [
      "with a block of text that has the key",
      "name: x\nruntime: yaml\ndescription: |\n  resources: {}\nresources: {}\n",
    ],
  ])("%s gets the resource, and keeps all that it has", (_, before) => {
    const { yaml, steps } = declareIn(before);
    expect(steps).toEqual([]);
    const { resources, ...rest } = pulumiYaml.parse(parse(before));
    expect(parse(yaml)).toEqual({ ...rest, resources: { gambling: declared, ...resources } });
    const left = before.replace(/^resources: \{\}\n/mu, "resources:\n").split(/\r?\n/u);
    expect(yaml.split(/\r?\n/u).filter((line) => left.includes(line))).toEqual(left);
  });

  it.each([
    "name: x\nruntime: yaml\nresources: { logs: { type: aws:s3:Bucket } }\n",
    'name: x\nruntime: yaml\n"resources": {}\n',
    "name: x\nruntime: yaml\nresources: &all\n  logs:\n    type: aws:s3:Bucket\n",
    "---\nname: x\nruntime: yaml\n---\nresources: {}\n",
    "name: x\nruntime: yaml\nresources: null\n",
    "name: x\nruntime: yaml\nresources:\n  <<: *all\n",
    "name: x\nruntime: yaml\nresources:\n\tlogs:\n",
    "\uFEFFresources: {}\nname: x\nruntime: yaml\n",
    "name: x\nruntime:\n  name: yaml\n  options:\n    compiler: cue export\n",
  ])("stays as it is if its form is unusual: %j", (before) => {
    const { yaml, steps } = declareIn(before);
    expect(yaml).toBe(before);
    expect(steps).toEqual(["Add the printed declarations to your program."]);
  });

  it("keeps what it has, in whatever form it is written", () => {
    const value = fc.oneof(fc.string(), fc.constantFrom("resources: {}", "a\nresources:\nb", "# x", "${a.b}"));
    const resource = fc.record({
      type: fc.constant("aws:s3:Bucket"),
      properties: fc.dictionary(fc.string({ minLength: 1 }), value),
    });
    const project = fc.record({
      description: value,
      config: fc.dictionary(fc.string({ minLength: 1 }), value),
      resources: fc.dictionary(fc.stringMatching(/^[a-f]+$/u), resource),
    });
    const format = fc.record({
      indent: fc.integer({ min: 1, max: 4 }),
      collectionStyle: fc.constantFrom("block", "any"),
      defaultStringType: fc.constantFrom("PLAIN", "QUOTE_DOUBLE", "BLOCK_LITERAL"),
      defaultKeyType: fc.constant("PLAIN"),
      lineWidth: fc.constantFrom(0, 20, 80),
    });
    fc.assert(
      fc.property(project, format, (content, style) => {
        const before = stringify({ name: "x", runtime: "yaml", ...content }, style);
        const { yaml, steps } = declareIn(before);
        const { resources, ...rest } = pulumiYaml.parse(parse(before));
        const expected = { ...rest, resources: { gambling: declared, ...resources } };
        if (steps.length === 0) expect(parse(yaml)).toEqual(expected);
        else expect(yaml).toBe(before);
      }),
    );
  });
});
