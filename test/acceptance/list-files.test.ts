import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { failed, succeeded } from "../harness/project";
import { blocked, testbed } from "./testbed";

it("Pulumi rejects a text in YAML that is not UTF-8, as the page on errors describes", async () => {
  const { project } = await testbed({ program: blocked({ "fn::readFile": "./latin.txt" }) });
  writeFileSync(join(project.folder, "latin.txt"), Buffer.from("com.example.a # Würfel\n", "latin1"));
  const { text } = failed(await project.preview());
  expect(text).toContain("grpc: error while marshaling: string field contains invalid UTF-8");
});

it("a preview in JavaScript names likely mistakes in files, a file without entries, and an option without effect", async () => {
  const program = `const { AppListEntries, entriesFromFile } = require("pulumi-app-list");
const appBundles = entriesFromFile(["junk.txt", "e*.txt"]);
new AppListEntries("junk", { appListId: 4321, appBundles }, { customTimeouts: { create: "5s" } });
`;
  const { project } = await testbed({ program, language: "javascript" });
  project.write("junk.txt", "com.example.a;com.example.b\nN/A\n");
  project.write("empty.txt", "");
  const { text } = succeeded(await project.preview());
  expect(text).toContain('2 likely mistakes: junk.txt:1: "com.example.a;com.example.b" contains ";"');
  expect(text).toContain('junk.txt:2: "N/A" is a filler');
  expect(text).toContain("warning: empty.txt: the file has no entries");
  expect(text).toContain("customTimeouts have no effect, because Pulumi does not pass them to dynamic providers");
});
