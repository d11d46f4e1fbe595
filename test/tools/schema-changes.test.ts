import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../../tools/paths.mjs";
import { breakingChanges } from "../../tools/release/breaking-changes.mjs";
import { schemaPath } from "../../tools/release/registry-files.mjs";
import { temporaryFolder } from "../harness/shared-files";

const text = readFileSync(join(root, schemaPath), "utf8");
const setting = ['"readPath": {', '"path": {', "removed: variables > readPath"] as const;

it.each([
  ["nothing", '"name": "app-list"', '"name": "app-list"'],
  ["a description", "The ID of an existing app list. Another", "An ID. Another"],
  ["the name of an input", '"exclusive": {', '"isExclusive": {', "removed: inputProperties > exclusive"],
  ["a setting", ...setting],
  ["a value", '"name": "Block"', '"name": "Deny"', "removed: enum > Block"],
  [
    "a required input",
    '"requiredInputs": [',
    '"requiredInputs": ["websites", ',
    "now required: requiredInputs > websites",
  ],
  [
    "the first required input of a function",
    '"type": "object",\n        "properties": {\n          "account": {',
    '"required": ["account"], "properties": {"account": {',
    "now required: required > account",
  ],
  [
    "the first required setting",
    '"provider": {',
    '"provider": {"requiredInputs": ["baseUrl"],',
    "now required: requiredInputs > baseUrl",
  ],
  ["a required output", '"required": ["appListId", "n', '"required": ["name", "appListId", "n'],
])("a change of %s in the schema is named if it breaks programs", (_, before, after, ...named) => {
  expect(text).toContain(before);
  const edited: unknown = JSON.parse(text.replace(before, () => after));
  const found = breakingChanges(JSON.parse(text), edited);
  expect(found.map((each) => each.replace(/: .* > (?=\w+ > \w+$)/u, ": "))).toEqual(named);
});

it("CI prints what breaks programs in a pull request, and fails for it once a version is released", () => {
  const workflow = readFileSync(join(root, ".github/workflows/ci.yaml"), "utf8");
  const [, command = ""] = /run: (node tools\/schema-changes\.mjs .*)/u.exec(workflow) ?? [];
  const run = command.replace("HEAD^1", "HEAD").replace("$GITHUB_STEP_SUMMARY", "/dev/null");
  const folder = temporaryFolder();
  const write = (path: string, content: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  cpSync(join(root, "tools"), join(folder, "tools"), { recursive: true });
  write("package.json", readFileSync(join(root, "package.json"), "utf8"));
  const author = ["-c", "user.name=Ana", "-c", "user.email=ana@example.com"];
  const git = (...words: readonly string[]) => execFileSync("git", [...author, ...words], { cwd: folder });
  git("init", "--quiet");
  for (const [heading, status] of [
    ["## [Unreleased]\n", 0],
    ["## [0.1.0] - 2027-01-31\n", 1],
  ] as const) {
    write(schemaPath, text);
    write("CHANGELOG.md", heading);
    git("add", "CHANGELOG.md", schemaPath);
    git("commit", "--quiet", "--message", "Before");
    write(schemaPath, text.replace(setting[0], setting[1]));
    const ended = spawnSync("bash", ["-eo", "pipefail", "-c", run], { cwd: folder, encoding: "utf8" });
    expect(ended).toMatchObject({ stdout: "- removed: config > variables > readPath\n", status });
  }
});
