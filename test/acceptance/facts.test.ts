import { describe, expect, it } from "vitest";
import { z } from "zod";
import { exitCodes } from "../../provider/cli/exit-code";
import { jsonReportSchema } from "../../provider/report/report";
import { runProgram } from "../cli/run-program";
import { dynamicHost, pluginHost, pulumiHosts } from "../harness/hosts";
import { succeeded, type Project } from "../harness/project";
import { blocked, inList, listsOf, testbed } from "./testbed";

/** Compares the report of a preview with that of the same preview without a message of the provider. */
async function reportOfSteps(project: Pick<Project, "preview">, ...options: readonly string[]) {
  const { text } = succeeded(await project.preview("--json", "--show-sames", ...options));
  const preview = z.looseObject({ diagnostics: z.array(z.unknown()) }).parse(JSON.parse(text.slice(text.indexOf("{"))));
  const reports = [preview, { ...preview, diagnostics: [] }].map(async (each) => {
    const { code, output } = await runProgram(["report", "--json"], { input: JSON.stringify(each) });
    const read = jsonReportSchema.parse(JSON.parse(output));
    const resources = read.resources.map((resource) => ({ ...resource, warnings: [] }));
    return {
      code,
      warnings: [read, ...read.resources].flatMap(({ warnings }) => warnings),
      report: { ...read, resources, createdAt: "", warnings: [] },
    };
  });
  const [first, second] = await Promise.all(reports);
  if (first === undefined || second === undefined) throw new Error("There is no report.");
  expect(second).toEqual({ ...first, warnings: [] });
  return first;
}

/** The variables of proxies that Pulumi's SDK reads, too. */
const lowerCase = ["http_proxy", "https_proxy", "grpc_proxy"];
const others = ["HTTP_PROXY", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"];

it.each([
  { host: pluginHost, variables: [...lowerCase, ...others, "no_grpc_proxy"] },
  { host: dynamicHost, variables: others },
])(
  "with $host.name and a proxy that refuses connections, a list that was not read is not verified, and the reason is printed",
  async ({ host, variables }) => {
    const { project, simulator } = await testbed({ host, program: blocked(["com.a"]) });
    Object.assign(project.environment, Object.fromEntries(variables.map((name) => [name, "http://127.0.0.1:9"])));
    expect(succeeded(await project.up()).text).toContain('added 1 app bundle ("com.a")');
    simulator.setBehavior({ reservedNames: "refuse" });
    const { code, warnings } = await reportOfSteps(project, "--refresh");
    expect([code, warnings]).toEqual([exitCodes.notVerified, [expect.stringContaining("Drift is not known")]]);
  },
);

describe.each(pulumiHosts)("with $name, a report", (host) => {
  it("of two resources that are deleted together shows that the entries of the second one stay (deletedWith)", async () => {
    const program = { anchor: inList(1, ["com.a"]), blocked: inList(2, ["com.b"], {}, { deletedWith: "anchor" }) };
    const { project, appBundles, report } = await testbed({ host, program, lists: listsOf({ 1: [], 2: [] }) });
    succeeded(await project.up());
    project.declare({});
    const { code, output } = await report();
    expect(code).toBe(exitCodes.changes);
    expect(output).toContain("2 app lists will change: −1\n");
    expect(output).toContain("  Its entries stay in the list (retainOnDelete or deletedWith).\n");
    succeeded(await project.up());
    expect([appBundles(1), appBundles(2)]).toEqual([[], ["com.b"]]);
  });

  it("of a list that is no longer exclusive has no drift", async () => {
    const { project, simulator } = await testbed({ host, program: blocked(["com.a"], { exclusive: true }) });
    succeeded(await project.up());
    simulator.edit(4321, { add: { appBundles: ["com.x", "com.y"] } });
    succeeded(await project.refresh());
    project.declare(blocked(["com.a"]));
    const { code, report: harmless } = await reportOfSteps(project, "--refresh");
    expect([code, harmless.verdict, harmless.counts.drifting]).toEqual([
      exitCodes.changes,
      "1 app list will change: only arguments",
      0,
    ]);
  });

  it("has the warnings about list files, with the file and the line, in each format", async () => {
    const { project } = await testbed({
      host,
      program: `const { AppListEntries, entriesFromFile } = require("pulumi-app-list");
new AppListEntries("blocked", { appListId: 4321, appBundles: entriesFromFile(["again.csv", "empty.txt"]) });
`,
    });
    project.write("again.csv", "app_bundle\ncom.a\napp_bundle\ncom.b\n");
    project.write("empty.txt", "");
    const { text: input } = await project.preview("--json");
    for (const format of ["text", "markdown", "html", "json"]) {
      const { output } = await runProgram(["report", "--format", format], { input });
      for (const place of ["again.csv:3", "empty.txt"]) expect(output).toContain(place);
    }
  });

  it("names the variable with which Pulumi prints events", async () => {
    const { project, report } = await testbed({ host, program: blocked(["com.a"]) });
    project.environment["PULUMI_ENABLE_STREAMING_JSON_PREVIEW"] = "true";
    const { code, messages } = await report();
    expect(code).toBe(exitCodes.error);
    expect(messages).toContain("env -u PULUMI_ENABLE_STREAMING_JSON_PREVIEW pulumi preview --json");
  });
});

describe.each(pulumiHosts)("with $name, a refresh", (host) => {
  it("shows drift as a change once, and expects no changes after it has recorded it", async () => {
    const program = blocked(["com.a", "com.b"], { exclusive: true, removalLimit: "100%" });
    const { project, simulator, appBundles } = await testbed({ host, program });
    succeeded(await project.up());
    const hasChanges = async (): Promise<boolean> => {
      const { code } = await project.pulumi("refresh", "--preview-only", "--expect-no-changes");
      return code !== 0;
    };
    for (const edit of [{ remove: { appBundles: ["com.b"] } }, { add: { appBundles: ["com.x"] } }]) {
      simulator.edit(4321, edit);
      expect(await hasChanges()).toBe(true);
      succeeded(await project.refresh());
      expect(await hasChanges()).toBe(false);
    }
    succeeded(await project.up());
    expect(appBundles()).toEqual(["com.a", "com.b"]);
  });
});
