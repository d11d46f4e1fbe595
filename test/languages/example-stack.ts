import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import { z } from "zod";
import { version } from "../../provider/common/version";
import { isExecutable } from "../../tools/engine/executables.mjs";
import { sdkGenerator } from "../../tools/paths.mjs";
import { type OpenedExample, openExample, unmanaged } from "../harness/example";
import { pathWithoutPlugin, type Project, succeeded } from "../harness/project";
import { serveRelease } from "../harness/release-server";

/** A stack of an example of `examples/` whose name is that of its language, where npm has installed a release. */
export async function openLanguage(language: "go" | "python" | "yaml"): Promise<OpenedExample> {
  const example = await openExample(language);
  const { project } = example;
  const release = await serveRelease();
  const tarball = `${release.url}/pulumi-app-list-${version}.tgz`;
  await promisify(execFile)("npm", ["install", "--prefix", project.folder, tarball], {
    env: { ...project.commandEnvironment(), ...release.environment },
  });
  project.environment["PATH"] = pathWithoutPlugin(project);
  return example;
}

/** Brings an example's stack up, changes its file of app bundles, and destroys it. */
export async function expectLifeCycle(stack: OpenedExample, declared: readonly string[]): Promise<void> {
  const { project, entries, requests } = stack;
  const whole = [...declared, unmanaged].toSorted();

  const first = succeeded(await project.preview());
  expect(first.text).not.toContain("warning");
  expect(requests()).toEqual([]);
  succeeded(await project.up());
  expect(requests()).toContain("add");
  expect(entries()).toEqual(whole);
  const outputs: unknown = JSON.parse(succeeded(await project.pulumi("stack", "output", "--json")).text);
  expect(outputs).toEqual({ listName: "blocked", unmanagedEntries: 1 });

  succeeded(await project.preview("--expect-no-changes"));
  succeeded(await project.up("--expect-no-changes"));
  expect(requests()).toEqual([]);

  const file = join(project.folder, "lists", "blocked-apps.txt");
  const text = readFileSync(file, "utf8");
  project.write(join("lists", "blocked-apps.txt"), text.replace("com.luckyreels.slots", "com.luckyreels.poker"));
  const preview = succeeded(await project.preview("--diff"));
  expect(preview.text).toMatch(/- com\.luckyreels\.slots {2}# gambling/u);
  expect(preview.text).toMatch(/\+ com\.luckyreels\.poker {2}# gambling/u);
  expect(requests()).toEqual([]);
  succeeded(await project.up());
  const changed = whole.map((entry) => (entry === "com.luckyreels.slots" ? "com.luckyreels.poker" : entry)).toSorted();
  expect(entries()).toEqual(changed);

  succeeded(await project.destroy());
  expect(entries()).toEqual([unmanaged]);
}

/** The entries that all examples declare. */
export const blockedApps = ["com.brightflash.torch", "com.luckyreels.slots", "com.nightchat.dating", "id9900112233"];

/** A generated SDK. */
export interface GeneratedSdk {
  readonly folder: string;
  /** The package schema that it was generated from. */
  readonly schema: string;
}

/** Generates the SDK of a language where `pulumi package add` generates it, from the schema that the plugin returns. */
export async function generateSdk(project: Project, language: "go" | "nodejs" | "python"): Promise<GeneratedSdk> {
  if (!isExecutable(sdkGenerator)) throw new Error(`There is no ${sdkGenerator}. Run "npm run test:languages".`);
  const folder = join(project.folder, "sdks", "app-list");
  mkdirSync(folder, { recursive: true });
  const schema = await readSchema(project);
  const schemaFile = join(project.folder, "..", "schema.json");
  writeFileSync(schemaFile, schema);
  await promisify(execFile)(sdkGenerator, [schemaFile, folder, language]);
  return { folder, schema };
}

const documented = z.record(z.string(), z.object({ description: z.string() }));
const schemaSchema = z.object({ resources: documented, functions: documented });

/** The package schema, as `pulumi package` commands read it from the plugin. */
export async function readSchema(project: Project): Promise<string> {
  const plugin = "node_modules/pulumi-app-list/dist/plugin/pulumi-resource-app-list";
  return succeeded(await project.pulumi("package", "get-schema", plugin)).text;
}

/** The example programs of the schema in a language: of the resource, then of the functions. */
export function exampleProgramsIn(
  schema: string,
  language: "go" | "python" | "typescript" | "yaml",
): readonly string[] {
  const { resources, functions } = schemaSchema.parse(JSON.parse(schema));
  const block = new RegExp(`^\`\`\`${language}\\n(?<program>.*?)^\`\`\`$`, "msu");
  return [...Object.values(resources), ...Object.values(functions)].map(({ description }) => {
    const program = block.exec(description)?.groups?.["program"];
    if (program === undefined) throw new Error(`There is no example in ${language} in: ${description}`);
    return program;
  });
}
