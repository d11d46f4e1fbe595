import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { root } from "../../tools/paths.mjs";

function filesIn(...path: readonly string[]) {
  const folder = join(root, ...path);
  return readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));
}

/** The workflows of this repository. */
export const ownFiles = filesIn(".github", "workflows");

/** The workflows that users copy. */
export const githubFiles = filesIn("examples", "pipelines", "github");

/** The pipeline for GitLab. */
export const gitlabFiles = filesIn("examples", "pipelines", "gitlab");

/** The action for GitHub, which the workflows use. */
export const actionText = readFileSync(join(root, "action.yml"), "utf8");

/** The component for GitLab, which the pipeline includes. */
export const componentText = readFileSync(join(root, "templates", "app-list.yml"), "utf8");

/** Parses YAML 1.2, in which `on` is no boolean. */
export const parseYaml: (text: string) => unknown = parse;

const texts = z.record(z.string(), z.coerce.string());
const stepSchema = z
  .object({ name: z.string(), id: z.string(), if: z.string(), uses: z.string(), run: z.string() })
  .partial()
  .extend({
    "working-directory": z.string().default("."),
    with: z.record(z.string(), z.union([z.boolean(), z.coerce.string()])).default({}),
    env: texts.default({}),
  });

// That the files have no other members is what their JSON schemas check.
const actionSchema = z.object({
  inputs: z.record(z.string(), z.object({ description: z.string(), default: z.string().optional() })),
  runs: z.object({ steps: z.array(stepSchema) }),
});

/** Reads the action. */
export function readAction(): z.infer<typeof actionSchema> {
  return actionSchema.parse(parseYaml(actionText));
}

const jobSchema = z.object({
  if: z.string().optional(),
  needs: z.string().optional(),
  permissions: texts.optional(),
  "timeout-minutes": z.number(),
  steps: z.array(stepSchema),
});

const workflowSchema = z.object({
  permissions: texts,
  jobs: z.record(z.string(), jobSchema),
});

/** Reads a workflow by the name of its file. */
export function readWorkflow(name: string): z.infer<typeof workflowSchema> {
  const file = [...ownFiles, ...githubFiles].find((each) => each.name === name);
  if (file === undefined) throw new Error(`There is no workflow ${name}.`);
  return workflowSchema.parse(parseYaml(file.text));
}

const inputSchema = z.strictObject({
  description: z.string(),
  type: z.enum(["string", "boolean"]).default("string"),
  default: z.union([z.string(), z.boolean()]).optional(),
});
const headSchema = z.strictObject({ spec: z.strictObject({ inputs: z.record(z.string(), inputSchema) }) });

const [head = "", body = ""] = componentText.split(/^---$/mu);

/** The inputs of the component. */
export function readInputs(): z.infer<typeof headSchema>["spec"]["inputs"] {
  return headSchema.parse(parseYaml(head)).spec.inputs;
}

const jobSchemaOfGitlab = z.looseObject({ before_script: z.array(z.string()).default([]) });

/** The jobs of the component as they are written, without what they extend. The first one is the base of the others. */
export function readJobs(): readonly z.infer<typeof jobSchemaOfGitlab>[] {
  return Object.values(z.record(z.string(), jobSchemaOfGitlab).parse(parseYaml(body)));
}
