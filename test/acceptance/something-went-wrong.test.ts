import { describe, expect, it, onTestFinished } from "vitest";
import { dynamicHost } from "../harness/hosts";
import { failed, succeeded } from "../harness/project";
import { openScene, runAndKill } from "../laws/kills/survive";
import { openPage, runPage } from "./page-run";
import { emptyLists, inList } from "./testbed";

const path = "docs/how-to/when-something-went-wrong.md";

describe("docs/how-to/when-something-went-wrong.md", () => {
  it("has commands that continue after a kill", async () => {
    const scene = await openScene(dynamicHost);
    onTestFinished(() => scene.close());
    const { simulator, project } = scene;
    const { run } = runPage(path, project);
    await runAndKill(scene, { kill: "everything", operation: "create", nth: 3, effect: "after" });
    const values = { "brand-safety-dev": "acceptance-dev" };
    await run("The deployment was canceled or killed", "pulumi cancel");
    await run("The deployment was canceled or killed", "pulumi up", { values });
    expect(succeeded(await project.up()).text).toContain("1 pending operations");
    expect(simulator.list(4321)?.appBundles).toEqual(["com.d", "com.z", "com.a", "com.b"]);
    await run("The deployment was canceled or killed", "pulumi refresh");
    expect(succeeded(await project.up()).text).not.toContain("pending operations");
  });

  it("removes a list that was deleted on the ad platform from the state, also after a replacement", async () => {
    const [gone, replaced, replacement] = [4321, 4322, 4323];
    const bed = await openPage(path, { lists: emptyLists(gone, replaced, replacement) });
    const { project, simulator, state, appBundles } = bed;
    const { run, block } = runPage("docs/how-to/common-tasks.md", project);
    const program = (id: number) => ({ other: inList(id, ["com.own.a"]) });
    project.declare({ ...program(replaced), gone: inList(gone, ["com.own.a"], {}, { protect: true }) });
    succeeded(await project.up());
    for (const id of [gone, replaced]) simulator.deleteList(id);
    const refresh = succeeded(await project.refresh());
    expect(refresh.text).toContain(
      `If app list ${gone} no longer exists, remove its resource from the state, then from the program: pulumi state delete URN`,
    );

    await bed.run("A list that no longer exists", "npx", { exitCode: "failure" });
    const heading = "Stop managing a list";
    const [, shown = ""] = /pulumi state delete (urn:\S+)/u.exec(block(heading, "sh")) ?? [];
    const ofGone = { [shown]: (await state("gone")).urn };
    project.declare(program(replaced));
    const forget = "pulumi state delete";
    expect(await run(heading, forget, { values: ofGone, exitCode: "failure" })).toContain("protected");
    await run(heading, forget, { values: { ...ofGone, [forget]: `${forget} --force` } });
    await expect(state("gone")).rejects.toThrow("The stack has no AppListEntries gone");

    // The other one gets another list: the new one is filled, and the old resource stays.
    project.declare(program(replacement));
    expect(failed(await project.up()).text).toContain(`If app list ${replaced} no longer exists`);
    expect(appBundles(replacement)).toEqual(["com.own.a"]);
    const values = { [shown]: (await state("other")).urn };
    // In a terminal, it asks for one of them.
    expect(await run(heading, forget, { values, exitCode: "failure" })).toContain("ambiguously referred");
  });
});
