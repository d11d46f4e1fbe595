import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../../tools/paths.mjs";
import { schemaPath } from "../../tools/release/registry-files.mjs";
import { breaksPrograms, schemaChanges, schemaProblem } from "../../tools/release/schema-changes.mjs";

const text = readFileSync(join(root, schemaPath), "utf8");

/** The changes of an edit of the schema's text. The ones that break programs end with an exclamation mark. */
function changesOf(before: string, after: string): readonly string[] {
  expect(text).toContain(before);
  const edited: unknown = JSON.parse(text.replace(before, () => after));
  return schemaChanges(JSON.parse(text), edited).map(
    (change) => `${change.what} ${change.path.slice(-2).join(" ")}${breaksPrograms(change) ? "!" : ""}`,
  );
}

it.each([
  ["nothing", '"name": "app-list"', '"name": "app-list"', []],
  ["a description", "The ID of an existing app list. Another", "An ID. Another", ["changed appListId description"]],
  [
    "the name of an input",
    '"exclusive": {',
    '"isExclusive": {',
    ["removed inputProperties exclusive!", "added inputProperties isExclusive"],
  ],
  ["a setting", '"readPath": {', '"path": {', ["removed variables readPath!", "added variables path"]],
  ["a value", '"name": "Block"', '"name": "Deny"', ["removed enum Block!", "added enum Deny"]],
  [
    "a required input",
    '"requiredInputs": ["appListId"',
    '"requiredInputs": ["appListId", "websites"',
    ["added requiredInputs websites!"],
  ],
  [
    "a required output",
    '"required": ["appListId", "notVerified"]',
    '"required": ["appListId", "notVerified", "name"]',
    ["added required name"],
  ],
])("a change of %s in the schema is named, and whether it breaks programs", (_, before, after, changes) => {
  expect(changesOf(before, after)).toEqual(changes);
});

it("changes that break programs fail the check once a version is released", () => {
  const breaking = schemaChanges({ types: { a: {} } }, { types: {} });
  const [unreleased, released] = ["## [Unreleased]\n", "## [Unreleased]\n\n## [0.1.0] - 2027-01-31\n"] as const;
  expect(schemaProblem(breaking, unreleased)).toBeUndefined();
  expect(schemaProblem([], released)).toBeUndefined();
  expect(schemaProblem(breaking, released)).toContain("breaks programs of the released version");
});

it("CI prints what a pull request changes in the schema", () => {
  const [, command = ""] =
    /run: (node tools\/schema-changes\.mjs .*)/u.exec(readFileSync(join(root, ".github/workflows/ci.yaml"), "utf8")) ??
    [];
  const run = command.replace('"HEAD^1"', "HEAD").replace("$GITHUB_STEP_SUMMARY", "/dev/null");
  expect(execFileSync("bash", ["-eo", "pipefail", "-c", run], { cwd: root, encoding: "utf8" })).toMatch(
    /^(?:- |The schema is unchanged\.\n)/u,
  );
});
