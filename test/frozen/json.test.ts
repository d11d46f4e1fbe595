import { Ajv2020 } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { codeBlocksOf, readPage, sectionsOf } from "../docs/markdown";
import { jsonSchemas } from "../harness/json-schemas";
import { findBreakingChanges } from "./breaking-changes";
import { freeze, freezes, frozenFiles, readFrozen } from "./versions";

/** The outputs in docs/reference/json.md, which are of real runs, by command. */
const page = readPage("docs/reference/json.md");
const outputs = sectionsOf(page).flatMap(({ heading, text }) => {
  const command = /^`app-list ([a-z]+)`$/u.exec(heading)?.[1];
  const block = codeBlocksOf({ path: page.path, text }).find(({ language }) => language === "json");
  return command === undefined || block === undefined ? [] : [{ command, code: block.code }];
});

if (freezes) {
  for (const [command, schema] of jsonSchemas) freeze(`schemas/${command}.json`, schema);
  for (const { command, code } of outputs) freeze(`outputs/${command}.json`, JSON.parse(code));
}

/** The current schema of a command, from the name of a fixture. */
function currentSchema(path: string): object {
  const schema = jsonSchemas.get(basename(path, ".json"));
  if (schema === undefined) throw new Error(`There is no schema any more for ${path}.`);
  return schema;
}

/** What a schema finds wrong with an output. */
function problemsOf(schema: object, output: unknown): readonly string[] {
  const ajv = new Ajv2020({ strict: false });
  addFormats(ajv);
  const validate = ajv.compile(schema);
  validate(output);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

describe("the JSON of commands", () => {
  it.each(frozenFiles("schemas/*.json"))("has all members and values that it had: %s", (path) => {
    expect(findBreakingChanges(readFrozen(path), JSON.parse(JSON.stringify(currentSchema(path))))).toEqual([]);
  });

  it.each(frozenFiles("outputs/*.json"))("is still valid as an earlier version printed it: %s", (path) => {
    expect(problemsOf(currentSchema(path), readFrozen(path))).toEqual([]);
  });

  it("is valid as this version prints it by the schema of each earlier version", () => {
    for (const path of frozenFiles("schemas/*.json")) {
      const output = outputs.find(({ command }) => command === basename(path, ".json"));
      const schema: unknown = readFrozen(path);
      if (output === undefined || typeof schema !== "object" || schema === null) continue;
      expect(problemsOf(schema, JSON.parse(output.code))).toEqual([]);
    }
  });
});
