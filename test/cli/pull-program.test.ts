import { relative } from "node:path";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { languageFor, programText, resourceName } from "../../provider/cli/commands/pull";

const list = {
  resource: "a",
  appListId: 1,
  files: [{ kind: "appBundles", path: "x/a.txt", entries: 1, added: 1, removed: 0 }] as const,
};

const other = { ...list, resource: "b", appListId: 2 };

/** A text that is hard to write in a program. */
const text = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("yes", "null", "${a.b}", "1e3", "- a", "# b"));

/** A list, an account and a file with such texts. */
const hardList = fc.tuple(text, text, text).map(([name, account, path]) => {
  const [file] = list.files;
  const declared = { ...list, resource: resourceName(1, name), files: [{ ...file, path }] };
  return { declared, account, pathInProgram: relative(process.cwd(), path) };
});

describe("the text of a program", () => {
  it("is YAML for the plugin, with the files by fn::readFile", () => {
    expect(programText("yaml", [list, other], "eu\u200b")).toBe(`resources:
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

  it("keeps any name of the resource, the account and the files in YAML, and refers to nothing", () => {
    fc.assert(
      fc.property(hardList, ({ declared, account, pathInProgram }) => {
        fc.pre(declared.resource !== "__proto__");
        const program = programText("yaml", [declared], account);
        expect(program.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
        const escaped = (value: string) => value.replaceAll("${", "$${");
        const appBundles = { "fn::readFile": escaped(pathInProgram) };
        const properties = { appListId: 1, account: escaped(account), appBundles };
        expect(parse(program)).toEqual({
          resources: { [declared.resource]: { type: "app-list:AppListEntries", properties } },
        });
      }),
    );
  });

  it("keeps any name of the resource, the account and the files in TypeScript, without control characters", () => {
    fc.assert(
      fc.property(hardList, ({ declared, account, pathInProgram }) => {
        const program = programText("typescript", [declared], account);
        expect(program.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
        const { outputText, diagnostics } = ts.transpileModule(program, {
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
