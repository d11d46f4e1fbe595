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

const texts = z.record(z.string(), z.coerce.string()).default({});
const stepSchema = z
  .object({ name: z.string(), id: z.string(), if: z.string(), uses: z.string(), run: z.string() })
  .partial()
  .extend({ with: z.record(z.string(), z.union([z.boolean(), z.coerce.string()])).default({}), env: texts });

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
  permissions: texts,
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

/** The inputs of the component, and the text that they are put into. */
export function readComponent() {
  const [head = "", body = "", ...more] = componentText.split(/^---\n/mu);
  if (body === "" || more.length > 0) throw new Error("A component has a head and a body.");
  return { inputs: headSchema.parse(parseYaml(head)).spec.inputs, body };
}

export type ComponentInputs = Readonly<Record<string, string | boolean>>;

/** The text of the jobs with these inputs. */
export function fillIn({ inputs, body }: ReturnType<typeof readComponent>, given: ComponentInputs): string {
  return body.replaceAll(/\$\[\[ inputs\.([\w-]+) \]\]/gu, (_, name: string) => {
    const value = given[name] ?? inputs[name]?.default;
    if (value === undefined) throw new Error(`The component has no value for the input ${name}.`);
    return String(value);
  });
}

const componentJobSchema = z.looseObject({
  rules: z.array(z.unknown()),
  timeout: z.string(),
  variables: texts,
  artifacts: z.object({ when: z.literal("always"), paths: z.array(z.string()), expire_in: z.string() }),
  before_script: z.array(z.string()),
  script: z.array(z.string()),
  allow_failure: z.unknown().optional(),
});

/** The jobs of the component, each with what it takes from the job that it extends. */
export function readJobs(
  given: ComponentInputs = { "stack-name": "dev" },
): Readonly<Record<string, z.infer<typeof componentJobSchema>>> {
  const schema = z.record(z.string(), z.looseObject({ variables: z.looseObject({}).default({}) }));
  const [hidden, ...jobs] = Object.entries(schema.parse(parseYaml(fillIn(readComponent(), given))));
  if (hidden?.[0].startsWith(".") !== true)
    throw new Error("The first job of the component is not the one that the others extend.");
  const [, base] = hidden;
  return Object.fromEntries(
    jobs.map(([name, job]) => {
      // GitLab merges mappings, and replaces everything else.
      return [name, componentJobSchema.parse({ ...base, ...job, variables: { ...base.variables, ...job.variables } })];
    }),
  );
}
