import { execFileSync, spawn, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { z } from "zod";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { version } from "../../provider/common/version";
import * as main from "../../provider/index";
import * as dynamic from "../../provider/hosts/dynamic/handler";
import * as pluginEntry from "../../provider/hosts/program/plugin/index";
import * as simulator from "../../provider/simulator/index";
import { root } from "../../tools/paths.mjs";
import { bundle, bundleFolder, executable } from "../../tools/setup/bundle.mjs";
import { bundleEntryPoints, entryPointFolder } from "../../tools/setup/entry-points.mjs";
import { startNode } from "../harness/child";
import { temporaryFolder } from "../harness/shared-files";

const licenseSchema = z.tuple([z.object({ expression: z.string() })]);
const componentSchema = z.object({ name: z.string(), version: z.string(), purl: z.string(), licenses: licenseSchema });
const billSchema = z.object({
  bomFormat: z.literal("CycloneDX"),
  specVersion: z.literal("1.6"),
  metadata: z.object({ component: componentSchema }),
  components: z.array(componentSchema),
});

let plugin: Awaited<ReturnType<typeof bundle>>;
let entryPoints: Awaited<ReturnType<typeof bundleEntryPoints>>;

beforeAll(async () => {
  [plugin, entryPoints] = await Promise.all([bundle(), bundleEntryPoints()]);
});

/** The content of a bundled file. */
function contentOf(name: string, { files }: typeof plugin | typeof entryPoints): string {
  return files.find((file) => file.name === name)?.content ?? "";
}

it("tests start the bundles of the present sources", () => {
  const built = (folder: string, files: typeof plugin.files) =>
    files.map(({ name }) => ({ name, content: readFileSync(join(folder, name), "utf8") }));
  expect(built(bundleFolder, plugin.files)).toEqual(plugin.files);
  expect(built(entryPointFolder, entryPoints.files)).toEqual(entryPoints.files);
});

/** The languages of zod in a bundle. */
function localesIn(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => /\/zod\/v4\/locales\/(?!index\.js$)(.*)$/u.exec(path)?.[1] ?? []);
}

describe("the bundle of the plugin", () => {
  /** The files in a file of the bundle, with the number of their bytes. */
  const inputsOf = (name: string) => plugin.metafile.outputs[`dist/plugin/${name}`]?.inputs ?? {};
  /** The names of the packages in a file of the bundle. */
  const packagesIn = (name: string): readonly string[] => {
    const names = Object.keys(inputsOf(name)).flatMap(
      (path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/u.exec(path)?.[1] ?? [],
    );
    return [...new Set(names)].toSorted();
  };
  /** The bundle in a folder without packages. */
  const copiedBundle = (): string => {
    const folder = temporaryFolder();
    cpSync(bundleFolder, folder, { recursive: true });
    expect(readdirSync(folder).toSorted()).toEqual(names);
    return join(folder, executable);
  };
  // No package.json and no PulumiPlugin.yaml: Pulumi would run `npm install` when it installs the plugin.
  const files = ["THIRD-PARTY-NOTICES.txt", "bom.cdx.json", "main.js", executable, `${executable}.cmd`, "undici.js"];
  const names = [...files, "schema"].toSorted();

  it("contains gRPC, the messages of Pulumi's protocol, and one language and the used parts of zod", () => {
    const packages = ["@grpc/grpc-js", "@js-sdsl/ordered-map", "@pulumi/pulumi", "google-protobuf", "zod"];
    expect([packagesIn("main.js"), packagesIn(executable)]).toEqual([packages, []]);
    // Most previews send nothing.
    expect(packagesIn("undici.js")).toEqual(["undici"]);
    const paths = Object.keys(plugin.metafile.inputs);
    expect(paths.filter((path) => /@pulumi\/pulumi\/(?!proto\/)/u.test(path))).toEqual([]);
    expect(localesIn(paths)).toEqual(["en.js"]);
    // With `import { z } from "zod"`, a bundle contains all of them.
    const contained = Object.entries(inputsOf("main.js")).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
    expect(contained.filter(([path]) => path.endsWith("/from-json-schema.js"))).toEqual([]);
  });

  it("contains the license of each of its packages", () => {
    const notices = contentOf("THIRD-PARTY-NOTICES.txt", plugin);
    for (const name of [...packagesIn("main.js"), "undici"])
      expect(notices).toMatch(new RegExp(`^${name} \\d+\\.`, "mu"));
    expect(notices).toMatch(/^llhttp, a part of undici \(MIT\)\n\nCopyright Fedor Indutny, 2018\.$/mu);
  });

  it("lists its packages for scanners, with their versions and licenses", () => {
    const packages = [...packagesIn("main.js"), "undici"].toSorted();
    const { metadata, components } = billSchema.parse(JSON.parse(contentOf("bom.cdx.json", plugin)));
    expect(metadata.component.purl).toBe(`pkg:npm/pulumi-app-list@${version}`);
    expect(components.map(({ name }) => name)).toEqual(packages);
    const notices = contentOf("THIRD-PARTY-NOTICES.txt", plugin);
    for (const { name, version: of, purl, licenses } of components) {
      expect(purl).toBe(`pkg:npm/${name.replace("@", "%40")}@${of}`);
      expect(notices).toContain(`${name} ${of} (${licenses[0].expression})\n`);
    }
  });

  it("prints its port as the first line, from a folder without packages", async () => {
    expect(await startNode(copiedBundle()).line()).toMatch(/^[1-9][0-9]+$/u);
  });

  it("explains itself at a terminal, and ends with it", async () => {
    const command = `'${process.execPath}' '${copiedBundle()}'`;
    const child = spawn("sh", ["-c", 'exec script -qec "$1" /dev/null', "sh", command], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    let printed = "";
    for await (const chunk of child.stdout.setEncoding("utf8")) {
      printed += chunk;
      if (printed.includes("--help")) child.kill("SIGTERM");
    }
    expect(printed).toMatch(/^[1-9][0-9]+\r\nThis is version .* of the plugin that Pulumi starts for app lists/u);
  });
});

describe("the entry points", () => {
  const sources: readonly (readonly [string, object])[] = [
    ["pulumi-app-list", main],
    ["pulumi-app-list/plugin", pluginEntry],
    ["pulumi-app-list/dynamic", dynamic],
    ["pulumi-app-list/simulator", simulator],
  ];
  const namesIn = (module: unknown): readonly string[] =>
    typeof module === "object" && module !== null ? Object.keys(module).toSorted() : [];

  it.each(sources)("%s has the exports of its source, by require and by import", async (specifier, source) => {
    const names = Object.keys(source);
    expect(namesIn(createRequire(import.meta.url)(specifier))).toEqual(names.toSorted());
    expect(namesIn(await import(specifier))).toEqual(expect.arrayContaining(names));
  });

  it("shares the files and lines of entries between the entry points of programs", async () => {
    const [one, other] = await Promise.all([import("pulumi-app-list"), import("pulumi-app-list/plugin")]);
    expect(one.entriesFromFile).toBe(other.entriesFromFile);
    // The bundler renames one of the two classes.
    expect([one.AppListEntries.name, other.AppListEntries.name]).toEqual(["AppListEntries", "AppListEntries"]);
  });

  it("loads no HTTP client before the first request: it would make each preview slower", async () => {
    const names = sources.map(([specifier]) => specifier);
    const script = `for (const name of ${JSON.stringify(names)}) require(name);
      console.log(Object.keys(require.cache).filter((path) => path.includes("undici")).length);`;
    expect(await startNode("-e", script).line()).toBe("0");
  });

  it("bundles no package but zod, in one language and with its license", () => {
    const packages = entryPoints.inputs.filter((path) => path.includes("node_modules/"));
    expect(packages.filter((path) => !path.includes("node_modules/zod/"))).toEqual([]);
    expect(localesIn(packages)).toEqual(["en.js", "en.js"]);
    expect(contentOf("THIRD-PARTY-NOTICES.txt", entryPoints)).toMatch(/^zod \d+\..*\(MIT\)$/mu);
  });

  it("keeps the text of the methods in __provider, which is in the state of every user", () => {
    const check = 'check: (olds, news) => require("pulumi-app-list/dynamic").appListEntries.check(olds, news),';
    expect(contentOf("program.js", entryPoints)).toContain(`  ${check}\n`);
  });

  /** The declarations that those of an entry point consist of, and the packages that they need. */
  const declarationsOf = (entryPoint: string) => {
    const files = new Set([join("dist", `${entryPoint}.d.ts`)]);
    const packages = new Set<string>();
    for (const file of files) {
      const text = readFileSync(join(root, "provider", file), "utf8");
      for (const [, name = ""] of text.matchAll(/(?:from|import)\s*\(?"([^"]+)"/gu)) {
        if (name.startsWith(".")) files.add(`${join(dirname(file), name)}.d.ts`);
        else packages.add(name);
      }
    }
    return { files, packages };
  };
  const entryPointsWithTypes = ["index", "hosts/program/plugin/index", "hosts/dynamic/handler", "simulator/index"];

  // zod is part of the bundles, and no dependency of the package: its types would be missing.
  it.each(entryPointsWithTypes)("%s has types without zod", (entryPoint) => {
    expect(declarationsOf(entryPoint).packages).not.toContain("zod");
  });

  it("publish the declarations of the entry points, and no others", () => {
    const words = ["pack", "--dry-run", "--json", "--ignore-scripts", "--workspace", "provider"];
    const listed: unknown = JSON.parse(execFileSync("npm", words, { cwd: root, encoding: "utf8" }));
    const published = JSON.stringify(listed)
      .match(/(?<=")dist\/[^"]+\.d\.ts(?=")/gu)
      ?.toSorted();
    const wanted = entryPointsWithTypes.map((entryPoint) => declarationsOf(entryPoint).files);
    expect(published).toEqual([...new Set(wanted.flatMap((files) => [...files]))].toSorted());
  });

  // Without `skipLibCheck`: the declarations may use nothing newer.
  it("have types for programs in TypeScript 5 with the settings of older templates", () => {
    mkdirSync(join(root, ".scratch"), { recursive: true });
    const folder = mkdtempSync(join(root, ".scratch", "typescript-5-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const lines = sources.map(([specifier], index) => `export * as module${index} from "${specifier}";\n`);
    writeFileSync(join(folder, "index.ts"), lines.join(""));
    const compilerOptions = { strict: true, target: "es2020", module: "commonjs", moduleResolution: "node", types: [] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
    const require = createRequire(import.meta.url);
    const compiler = require.resolve("typescript-5/bin/tsc");
    const compiled = spawnSync(process.execPath, [compiler, "--noEmit", "--project", folder], { encoding: "utf8" });
    expect(compiled).toMatchObject({ status: 0, stdout: "", stderr: "" });
  });
});
