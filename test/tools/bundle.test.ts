import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { bundle, executable, writeBundle } from "../../tools/setup/bundle.mjs";
import { firstLine } from "../harness/first-line";
import { olderNode } from "../harness/older-node";

let plugin: Awaited<ReturnType<typeof bundle>>;

beforeAll(async () => {
  plugin = await bundle();
});

/** The bundle in a folder without packages. */
function writtenBundle(): string {
  const folder = mkdtempSync(join(tmpdir(), "bundle-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeBundle(plugin.files, folder);
  return join(folder, executable);
}

/** The names of the packages in a file of the bundle. */
function packagesIn(name: string): readonly string[] {
  const { inputs = {} } = plugin.metafile.outputs[`dist/plugin/${name}`] ?? {};
  const names = Object.keys(inputs).map((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/u.exec(path)?.[1]);
  return [...new Set(names.filter((package_) => package_ !== undefined))].toSorted();
}

it("contains gRPC, the messages of Pulumi's protocol and zod, and no other packages", () => {
  expect(packagesIn("main.js")).toEqual([
    "@grpc/grpc-js",
    "@js-sdsl/ordered-map",
    "@pulumi/pulumi",
    "google-protobuf",
    "zod",
  ]);
  expect(packagesIn(executable)).toEqual([]);
});

it("contains nothing of Pulumi's SDK but the messages, and one language of zod", () => {
  const paths = Object.keys(plugin.metafile.inputs);
  const ofPulumi = paths.filter((path) => path.includes("@pulumi/pulumi/"));
  expect(ofPulumi.filter((path) => !path.includes("/@pulumi/pulumi/proto/"))).toEqual([]);
  const locales = paths.filter((path) => path.includes("/zod/v4/locales/") && !path.endsWith("/index.js"));
  expect(locales).toEqual([expect.stringMatching(/\/en\.js$/u)]);
});

it("contains only the parts of zod that are used", () => {
  // With `import { z } from "zod"`, a bundle contains all of them.
  const { inputs = {} } = plugin.metafile.outputs["dist/plugin/main.js"] ?? {};
  const contained = Object.keys(inputs).filter((path) => (inputs[path]?.bytesInOutput ?? 0) > 0);
  expect(contained.filter((path) => path.endsWith("/from-json-schema.js"))).toEqual([]);
});

it("loads the HTTP client from a file of its own, as most previews send nothing", () => {
  expect(packagesIn("undici.js")).toEqual(["undici"]);
});

it("contains the schema, with all examples that it names", () => {
  const schema = plugin.files.find(({ name }) => name === "schema/schema.json")?.content ?? "";
  const examples = Array.from(schema.matchAll(/\{(\w+\.md)\}/gu), ([, name = ""]) => `schema/${name}`);
  expect(examples).toHaveLength(3);
  expect(plugin.files.map(({ name }) => name)).toEqual(expect.arrayContaining(examples));
});

it("contains the licence of each of its packages", () => {
  const notices = plugin.files.find(({ name }) => name === "THIRD-PARTY-NOTICES.txt")?.content;
  for (const name of [...packagesIn("main.js"), "undici"])
    expect(notices).toMatch(new RegExp(`^${name} \\d+\\.`, "mu"));
  expect(notices).toContain("Copyright");
});

it("prints its port as the first line, from a folder without packages", async () => {
  expect(await firstLine(writtenBundle())).toMatch(/^[1-9][0-9]+$/u);
});

it("ends with one sentence in an older Node", () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...olderNode, writtenBundle()], { encoding: "utf8" });
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toMatch(/^pulumi-app-list needs Node 22\.19 or later, and this is Node 20\.19\.6 .*\n$/u);
});
