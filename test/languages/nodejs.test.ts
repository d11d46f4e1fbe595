import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../harness/project";
import { exampleProgramsIn, generateSdk, openLanguage } from "./example-stack";

/** Checks the types of a folder with a tsconfig.json and returns what the compiler prints. */
async function compile(folder: string): Promise<string> {
  const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
  return new Promise((resolve) => {
    execFile(process.execPath, [compiler, "--project", folder, "--noEmit"], (_error, stdout) => resolve(stdout));
  });
}

it("compiles a generated SDK for Node.js, the programs of the schema in TypeScript, and the code of an import and a conversion", async () => {
  const { project } = await openLanguage("yaml");
  const { folder, schema } = await generateSdk(project, "nodejs");
  expect(await compile(folder)).toBe("");

  const compilerOptions = { strict: true, skipLibCheck: true, module: "nodenext", target: "es2024", types: ["node"] };
  project.write("tsconfig.json", JSON.stringify({ compilerOptions, include: ["*.ts"] }));
  exampleProgramsIn(schema, "typescript").forEach((program, index) => project.write(`example${index}.ts`, program));
  expect(await compile(project.folder)).toBe("");

  // As Pulumi printed an import, with a text of several entries in several lines, and a program in YAML after its conversion.
  for (const name of ["imported", "converted"]) {
    project.write(`${name}.ts`, readFileSync(join(import.meta.dirname, `${name}.txt`), "utf8"));
  }
  expect(await compile(project.folder)).toBe("");
});
