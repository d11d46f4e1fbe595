import { expect, it } from "vitest";
import { exitCodes } from "../../provider/cli/exit-code";
import { runProgram } from "../../provider/cli/run";
import { testTerminal } from "../cli/terminal";
import { projectFileWithPlugin } from "../harness/plugin-project";
import { succeeded, type Project } from "../harness/project";
import { programOf, testbed } from "./testbed";

/** The text of `app-list report` for a preview by the real engine, without its line that names the stack. */
async function reportOn(project: Project, ...previewArguments: readonly string[]) {
  const preview = await project.preview("--json", ...previewArguments);
  const terminal = testTerminal({ input: preview.text });
  const code = await runProgram(["report"], terminal);
  const text = terminal
    .output()
    .replaceAll(/^(?:stack|Drift is not known) .*\n/gmu, "")
    // Of the simulator's address, too.
    .replaceAll(/(?<=APP_LIST_APPROVE=)\S+/gu, "DIGEST");
  return { code, text };
}

/** A simulator, and a project whose program runs with either host. */
async function bedOfBoth(options: Omit<Parameters<typeof testbed>[0], "program">) {
  const bed = await testbed({ program: "", ...options });
  bed.project.write("Pulumi.yaml", projectFileWithPlugin());
  return bed;
}

/** The same program for the plugin. */
function ofPlugin(program: string): string {
  return program.replace('"pulumi-app-list"', '"pulumi-app-list/plugin"');
}

it("A report on the plugin is that on the dynamic provider: changes, drift, refusals and what is not verified", async () => {
  const noted = (entries: readonly string[], more = "") => {
    const items = entries.map((entry) => `{ entry: "${entry}", note: "gambling" }`).join(", ");
    return programOf([], more).replace("appBundles: []", `appBundles: [${items}]`);
  };
  const reportsOf = async (host: (program: string) => string) => {
    const { project, simulator } = await bedOfBoth({ holds: ["com.a", "com.existing"] });
    const run = async (program: string, ...args: readonly string[]) => {
      project.write("index.js", host(program));
      return reportOn(project, ...args);
    };
    const reports = [await run(noted(["com.a", "com.b"]))];
    succeeded(await project.up());
    simulator.edit(4321, { remove: { appBundles: ["com.b"] } });
    reports.push(await run(noted(["com.a", "com.b", "com.c"]), "--refresh"));
    reports.push(await run(programOf(["com.a"], "", "blocked", '{ ignoreChanges: ["appBundles"] }'), "--refresh"));
    reports.push(await run(programOf(["com.c"], "exclusive: true, removalLimit: 1"), "--refresh"));
    simulator.setBehaviour({ removeAbsent: "error" });
    reports.push(await run(noted(["com.a", "com.b"]), "--refresh"));
    return reports;
  };
  const [ofDynamic, ofPluginHost] = await Promise.all([reportsOf((program) => program), reportsOf(ofPlugin)]);
  const { changes, error, notVerified } = exitCodes;
  expect(ofDynamic.map(({ code }) => code)).toEqual([changes, changes, changes, error, notVerified]);
  expect(ofPluginHost).toEqual(ofDynamic);
});

it("A report shows a stack that moves to the plugin, explicit providers, imports and secrets", async () => {
  const { project, simulator, requests } = await bedOfBoth({
    lists: [
      { id: 4321, name: "brand-safety", appBundles: ["com.x"] },
      { id: 9876, name: "allowed", appBundles: ["com.a", "com.b", "com.c"] },
    ],
  });
  project.write("index.js", programOf(["com.a", "com.b"]));
  succeeded(await project.up());
  simulator.edit(4321, { remove: { appBundles: ["com.b"] } });

  project.write("index.js", ofPlugin(programOf(["com.a", "com.b", "com.c"])));
  const moving = await reportOn(project, "--refresh");
  expect(moving.code).toBe(exitCodes.changes);
  expect(moving.text).toBe(`1 app list to change: up to +2; drift in 1 (1 missing)

app list 4321 "brand-safety" (resource blocked, update)
  app list 4321 "brand-safety": drift: 1 app bundle missing ("com.b"). The next pulumi up adds the entries that are still declared.
  1 app bundle added
    + com.c
  1 app bundle missing (drift): added again
    + com.b
`);
  project.write("index.js", ofPlugin(programOf(["com.a", "com.b"])));
  succeeded(await project.up("--refresh"));
  simulator.edit(4321, { remove: { appBundles: ["com.a"] } });
  requests();

  const canary = "canary-of-a-secret";
  project.write(
    "index.js",
    `const pulumi = require("@pulumi/pulumi");
const { AppListEntries, Provider } = require("pulumi-app-list/plugin");
const config = new pulumi.Config("app-list");
const settings = Object.fromEntries(["baseUrl", "username", "password", "apiKey", "apiSecret"].map((key) => [key, config.require(key)]));
class Source extends pulumi.dynamic.Resource {
  constructor() { super({ create: async () => ({ id: "1", outs: { password: "x" } }) }, "source", { password: undefined }); }
}
const eu = new Provider("eu", settings);
const later = new Provider("later", { ...settings, apiKey: "${canary}", password: new Source().password });
new AppListEntries("blocked", { appListId: 4321, appBundles: ["com.a", "com.b"] });
new AppListEntries("allowed", { appListId: 9876, appBundles: ["com.a", "com.new"] }, { provider: eu, import: "9876" });
new AppListEntries("hidden", { appListId: 4321, websites: pulumi.secret(["${canary}.example"]) }, { provider: eu });
new AppListEntries("unchecked", { appListId: 4321, appBundles: [{ entry: "com.z", note: "dating" }, "com.y"] }, { provider: later });
`,
  );
  const { code, text } = await reportOn(project, "--refresh");
  expect(code).toBe(exitCodes.changes);
  expect(text).not.toContain(canary);
  expect(text).not.toContain("pulumi:providers");
  expect(text).toContain(`app list 4321 "brand-safety" (resource blocked, update)
  app list 4321 "brand-safety": drift: 1 app bundle missing ("com.a"). The next pulumi up adds the entries that are still declared.
  1 app bundle missing (drift): added again
    + com.a
`);
  expect(text).toContain(`app list 9876 "allowed" (resource allowed, update, provider eu)
  app list 9876 "allowed": imported 3 app bundles ("com.a", "com.b", "com.c"). They count as adopted: pulumi destroy keeps them, unless claimExisting is true.
  app list 9876 "allowed": 2 app bundles of the imported list ("com.b", "com.c") are not declared. The resource no longer manages them, and they stay in the list.
  1 app bundle added
    + com.new
  2 app bundles kept in the list, no longer managed here
      com.b  (adopted)
      com.c  (adopted)
`);
  expect(text).toContain(
    "(resource hidden, create, provider eu)\n  Its websites are secret: their changes are not shown.\n",
  );
  expect(text).toContain(`app list 4321 (resource unchecked, create, provider later)
  2 app bundles added
    + com.y
    + com.z  # dating
`);
  expect(text).toContain("Other resources that change:\n  pulumi-nodejs:dynamic:Resource source (create)\n");
});
