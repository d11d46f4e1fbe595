import { describe, expect, it } from "vitest";
import { actionText } from "./files";
import { readAction } from "./run/action";
import { readJobs } from "./run/gitlab";

const { steps } = readAction(actionText).runs;
const jobs = Object.values(readJobs());

/** The commands that load much code. */
const heavy = /node_modules\/\.bin\/|^ *pulumi |^ *node node_modules/mu;

describe("the caches of the pipelines", () => {
  it("are in the folder that is kept, on GitHub and on GitLab", () => {
    const prefix = "${{ github.workspace }}/${{ inputs.working-directory }}/.cache";
    expect(steps.find(({ name }) => name === "Install")?.env["npm_config_cache"]).toBe(`${prefix}/npm`);
    const loading = steps.filter(({ run = "" }) => heavy.test(run));
    expect(loading.map(({ name }) => name)).toEqual([
      "Validate the list files",
      "Check the types",
      "Preview",
      "Compare with the base branch",
      "Report",
      "Deploy",
    ]);
    for (const { env } of loading) expect(env["NODE_COMPILE_CACHE"]).toBe(`${prefix}/compile`);
    for (const { variables, cache } of jobs) {
      expect(variables["npm_config_cache"]).toBe("$CI_PROJECT_DIR/.cache/npm");
      expect(variables["NODE_COMPILE_CACHE"]).toBe("$CI_PROJECT_DIR/.cache/compile");
      expect(cache.paths).toEqual([".cache"]);
    }
  });

  it("are restored before the packages are installed, and saved at the end", () => {
    const cache = steps.findIndex(({ uses }) => uses?.startsWith("actions/cache/restore@"));
    expect(steps.at(-1)?.uses).toMatch(/^actions\/cache\/save@/u);
    for (const step of [steps[cache], steps.at(-1)]) {
      expect(step?.with["path"]).toBe("${{ inputs.working-directory }}/.cache");
    }
    expect(steps.at(-1)?.with["key"]).toBe("${{ steps.cache.outputs.cache-primary-key }}");
    expect(cache).toBeGreaterThan(steps.findIndex(({ id }) => id === "node"));
    expect(cache).toBeLessThan(steps.findIndex(({ name }) => name === "Install"));
  });

  it("are new for other packages, and on GitHub for another version of Node.js", () => {
    for (const { cache } of jobs) expect(cache.key.files).toEqual(["package-lock.json"]);
    const key = steps.find(({ uses }) => uses?.startsWith("actions/cache/restore@"))?.with["key"];
    expect(key).toContain("${{ steps.node.outputs.node-version }}");
    expect(key).toContain("${{ hashFiles('**/package-lock.json') }}");
    expect(steps.find(({ id }) => id === "node")?.uses).toMatch(/^actions\/setup-node@/u);
  });
});

describe("the types of the program", () => {
  it("are checked in a pull request only, after the lists and before the program runs", () => {
    const names = steps.map(({ name }) => name ?? "");
    const order = ["Install", "Validate the list files", "Check the types", "Preview", "Compare with the base branch"];
    expect(names.filter((name) => order.includes(name))).toEqual(order);
    for (const [name, { script }] of Object.entries(readJobs())) {
      const isRequest = /preview|compare/u.test(name);
      expect(script.indexOf("check_files_and_types")).toBe(isRequest ? 0 : -1);
    }
  });

  it("are not checked again by Pulumi", () => {
    const running = steps.filter(({ run = "" }) => /^ *pulumi |compare-with-base/mu.test(run));
    for (const { env } of running) expect(env["PULUMI_NODEJS_TRANSPILE_ONLY"]).toBe("true");
    for (const { variables } of jobs) expect(variables["PULUMI_NODEJS_TRANSPILE_ONLY"]).toBe("true");
    expect(running).toHaveLength(3);
  });
});
