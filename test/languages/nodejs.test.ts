import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root, succeeded } from "../harness/project";
import { exampleProgramsIn, generateImport, generateSdk, openLanguage } from "./example-stack";

/** Checks the types of a folder with a tsconfig.json and returns what the compiler prints. */
async function compile(folder: string): Promise<string> {
  const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
  return new Promise((resolve) => {
    execFile(process.execPath, [compiler, "--project", folder, "--noEmit"], (_error, stdout) => resolve(stdout));
  });
}

it("compiles a generated SDK for Node.js, the programs of the schema in TypeScript, and the code of an import and a conversion", async () => {
  const { project, simulator } = await openLanguage("yaml");
  const { folder, schema } = await generateSdk(project, "nodejs");
  expect(await compile(folder)).toBe("");

  const compilerOptions = { strict: true, skipLibCheck: true, module: "nodenext", target: "es2024", types: ["node"] };
  project.write("tsconfig.json", JSON.stringify({ compilerOptions, include: ["*.ts"] }));
  exampleProgramsIn(schema, "typescript").forEach((program, index) => project.write(`example${index}.ts`, program));
  expect(await compile(project.folder)).toBe("");

  // Pulumi prints a text of several entries in several lines, and of one entry in one.
  simulator.edit(4321, { add: { appBundles: ["com.second"], websites: ["a.example"] } });
  const words = ["--yes", "--skip-preview", "--generate-code=false", "app-list:index:AppListEntries"];
  succeeded(await project.pulumi("import", ...words, "imported", "4321"));
  const generated = await generateImport(project);
  expect(generated).toContain("`com.");
  expect(generated).toContain('"a.example\\n"');
  project.write("imported.ts", generated);
  // As Pulumi's converter printed a program in YAML.
  project.write("converted.ts", readFileSync(join(import.meta.dirname, "converted.txt"), "utf8"));
  expect(await compile(project.folder)).toBe("");
});
