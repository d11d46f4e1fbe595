import { runInNewContext } from "node:vm";
import fc from "fast-check";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { languageFor, programText, resourceName, type DeclaredList } from "../../provider/cli/commands/program-text";

const list: DeclaredList = {
  resource: "a",
  appListId: 1,
  account: "eu",
  files: { appBundles: "x/a.txt", placementIds: undefined, websites: undefined },
};

/** A text that is hard to write in a program. */
const text = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("yes", "null", "${a.b}", "1e3", "- a", "# b"));

/** A list with such texts as the names of the list, of its account and of its file. */
const hardList = fc.tuple(text, text, text).map(([name, account, file]): DeclaredList => {
  const resource = resourceName({ appListId: 1, name });
  return { ...list, resource, account, files: { ...list.files, appBundles: file } };
});

describe("the text of a program", () => {
  it("is YAML for the plugin, with the files by fn::readFile", () => {
    const other = { ...list, resource: "b", appListId: 2, account: undefined };
    expect(programText("yaml", [list, other])).toBe(`resources:
  a:
    type: app-list:AppListEntries
    properties:
      appListId: 1
      account: eu
      appBundles:
        fn::readFile: x/a.txt
  b:
    type: app-list:AppListEntries
    properties:
      appListId: 2
      appBundles:
        fn::readFile: x/a.txt
`);
  });

  it("keeps any name of the resource, the account and the files in YAML, and refers to nothing", () => {
    fc.assert(
      fc.property(hardList, (hard) => {
        fc.pre(hard.resource !== "__proto__");
        const program = programText("yaml", [hard]);
        expect(program.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
        const escaped = (value = "") => value.replaceAll("${", "$${");
        const properties = {
          appListId: 1,
          account: escaped(hard.account),
          appBundles: { "fn::readFile": escaped(hard.files.appBundles) },
        };
        expect(parse(program)).toEqual({
          resources: { [hard.resource]: { type: "app-list:AppListEntries", properties } },
        });
      }),
    );
  });

  it("is TypeScript that reads the files", () => {
    const other = { ...list, resource: "b", appListId: 2, account: undefined };
    expect(programText("typescript", [list, other]))
      .toBe(`import { AppListEntries, entriesFromFile } from "pulumi-app-list";

new AppListEntries("a", {
  appListId: 1,
  account: "eu",
  appBundles: entriesFromFile("x/a.txt"),
});

new AppListEntries("b", {
  appListId: 2,
  appBundles: entriesFromFile("x/a.txt"),
});
`);
  });

  it("is Python for the SDK of the plugin", () => {
    expect(programText("python", [{ ...list, account: "eu\u200b" }])).toBe(`from pathlib import Path

import pulumi_app_list as app_list

app_list.AppListEntries(
    "a",
    app_list_id=1,
    account="eu\\U0000200b",
    app_bundles=Path("x/a.txt").read_text(encoding="utf-8"),
)
`);
  });

  it("keeps any name of the resource, the account and the files in TypeScript, without control characters", () => {
    fc.assert(
      fc.property(hardList, (hard) => {
        const program = programText("typescript", [hard]);
        expect(program.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
        const { outputText, diagnostics } = ts.transpileModule(program, {
          reportDiagnostics: true,
          compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2024 },
        });
        expect(diagnostics).toEqual([]);
        const declared: unknown[] = [];
        const library = {
          AppListEntries: function (name: string, args: unknown) {
            declared.push(name, args);
          },
          entriesFromFile: (path: string) => path,
        };
        runInNewContext(outputText, { exports: {}, require: () => library });
        expect(declared).toEqual([
          hard.resource,
          { appListId: 1, account: hard.account, appBundles: hard.files.appBundles },
        ]);
      }),
    );
  });
});

describe("the language of a program", () => {
  it.each([
    ["name: x\nruntime: nodejs\n", "typescript"],
    ["name: x\r\nruntime: nodejs\r\n", "typescript"],
    ["name: x\nruntime:\n  name: python\n  options:\n    virtualenv: venv\n", "python"],
    ["name: x\nruntime: { name: 'python' }\n", "python"],
    ["name: x\nruntime: yaml\n", "yaml"],
    ["name: x\nruntime: go\n", "yaml"],
    ["name: runtime\ndescription: 'runtime: python'\nruntime: dotnet\n", "yaml"],
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
    expect(resourceName({ appListId: 7, name })).toBe(resource);
  });
});
