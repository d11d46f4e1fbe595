import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { failed, succeeded } from "../harness/project";
import type { Program } from "../harness/program";
import { testbed } from "./testbed";

/** Two files with likely mistakes, and one that is not UTF-8. */
const files = {
  "junk.txt": "com.example.a;com.example.b\nN/A\ncom.example.c # fraudcom.example.d # x\n",
  "empty.txt": "",
  "latin.txt": Buffer.from("com.example.a # Würfel\n", "latin1"),
};

async function previewOf(program: Program | string) {
  const { project } = await testbed({ program, ...(typeof program === "string" && { language: "javascript" }) });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(project.folder, name), content);
  return project.preview();
}

const mistakes = (place: string) =>
  `3 likely mistakes: ${place}1: "com.example.a;com.example.b" contains ";", which no app bundle contains: write ` +
  `2 entries, one per line: "com.example.a", "com.example.b"; ${place}2: "N/A" is a filler or the name of a column, ` +
  `and no entry; ${place}3: "com.example.c" has another entry in its note: put "com.example.d" on its own line.`;

const inYaml = (appListId: number, name: string) => ({
  properties: { appListId, appBundles: { "fn::readFile": `./${name}` } },
});

it("a preview in YAML names likely mistakes in a text, and a text without entries", async () => {
  const { text } = succeeded(await previewOf({ junk: inYaml(4321, "junk.txt"), none: inYaml(9, "empty.txt") }));
  expect(text).toContain(mistakes("appBundles, line "));
  expect(text).toContain("1 likely mistake: appBundles has no entries: its text is empty.");
});

it("Pulumi rejects a text in YAML that is not UTF-8, as the page on errors describes", async () => {
  const { text } = failed(await previewOf({ latin: inYaml(4321, "latin.txt") }));
  expect(text).toContain("grpc: error while marshaling: string field contains invalid UTF-8");
});

it("a preview in JavaScript names likely mistakes in files, and a file without entries", async () => {
  const program =
    'const { AppListEntries, entriesFromFile } = require("pulumi-app-list");\n' +
    'new AppListEntries("junk", { appListId: 4321, appBundles: entriesFromFile(["junk.txt", "e*.txt"]) });\n';
  const { text } = succeeded(await previewOf(program));
  expect(text).toContain(mistakes("junk.txt:"));
  expect(text).toContain("warning: empty.txt: the file has no entries");
});
