import { describe, expect, it } from "vitest";
import { exitCodes } from "../../provider/cli/exit-code";
import { runProgram, type Ended } from "../cli/run-program";
import { pulumiHosts } from "../harness/hosts";
import { succeeded, type Project } from "../harness/project";
import { blocked, inList, listsOf, testbed } from "./testbed";

/** What `app-list report` prints for a preview by the real engine. */
async function report(project: Pick<Project, "preview">, ...options: readonly string[]): Promise<Ended> {
  const { text: input } = await project.preview("--json", "--show-sames", ...options);
  return runProgram(["report"], { input });
}

describe.each(pulumiHosts)("with $name, a report", (host) => {
  it("of two resources that are deleted together shows that the entries of the second one stay (deletedWith)", async () => {
    const program = { anchor: inList(1, ["com.a"]), blocked: inList(2, ["com.b"], {}, { deletedWith: "anchor" }) };
    const { project, appBundles } = await testbed({ host, program, lists: listsOf({ 1: [], 2: [] }) });
    succeeded(await project.up());
    project.declare({});
    const { code, output } = await report(project);
    expect(code).toBe(exitCodes.changes);
    expect(output).toContain("2 app lists will change: −1\n");
    expect(output).toContain("  Its entries stay in the list (deletedWith).\n");
    succeeded(await project.up());
    expect([appBundles(1), appBundles(2)]).toEqual([[], ["com.b"]]);
  });

  it("names the variable with which Pulumi prints events", async () => {
    const { project } = await testbed({ host, program: blocked(["com.a"]) });
    project.environment["PULUMI_ENABLE_STREAMING_JSON_PREVIEW"] = "true";
    const { code, messages } = await report(project);
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
