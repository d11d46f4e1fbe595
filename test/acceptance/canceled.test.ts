import { describe, expect, it } from "vitest";
import type { Fault } from "../../provider/simulator/index";
import { descendantsOf, isRunning, killAtOnce, type RunningProcess } from "../harness/process-tree";
import { succeeded, type Printed } from "../harness/project";
import { resourcesOf } from "../harness/stack-state";
import { listOf, open, withProviders, type Scene } from "./regions";

/** Runs an up, and ends the engine in a way when a request is under way. */
async function upAndEnd(scene: Scene, fault: Fault, end: (engine: number) => void): Promise<Printed> {
  const struck = scene.addFault(fault);
  let engine: number | undefined;
  const command = scene.project.watch(["up", "--yes", "--skip-preview"], { onStart: (id) => (engine = id) });
  await Promise.race([struck, command]);
  scene.simulator().clearFaults();
  if (engine === undefined) throw new Error(`The command has no process: ${(await command).text}`);
  end(engine);
  return command;
}

describe("Ctrl-C during an up", () => {
  const interrupt = (engine: number): void => void process.kill(engine, "SIGINT");

  it("ends it although a change has no response, and the next up finds out the outcome", async () => {
    const scene = await open(withProviders + listOf("eu", "com.eu.own", "com.eu.theirs"));
    const { project, appBundles, requests } = scene;
    const hanging: Fault = { on: { action: "add" }, effect: "after", answer: { kind: "hang" } };
    const { code, text } = await upAndEnd(scene, hanging, interrupt);
    expect(code).not.toBe(0);
    expect(text).toContain("the command was canceled. No change was observed.");
    expect(text).toContain("Outcome unknown: the last request for 1 app bundle may have taken effect.");
    expect(text).toContain("The next pulumi up reads the list and sends the rest.");
    expect(requests()).toEqual(["token 200", "remove 200", "add none"]);
    const [interrupted] = await resourcesOf(project);
    expect(interrupted?.outputs).toMatchObject({
      appBundles: "com.eu.theirs\n",
      unconfirmed: { add: { appBundles: "com.eu.own\n" } },
    });
    succeeded(await project.up());
    expect(appBundles("eu")).toEqual(["com.eu.own", "com.eu.theirs"]);
    succeeded(await project.up("--expect-no-changes"));
    // What the canceled command added is the resource's own.
    succeeded(await project.destroy());
    expect(appBundles("eu")).toEqual(["com.eu.theirs"]);
  });

  it("ends a wait, and a create of which nothing was sent leaves no resource", async () => {
    const scene = await open(withProviders + listOf("eu", "com.eu.own"));
    const { project, appBundles, requests } = scene;
    const headers = { "retry-after": "100" };
    const busy: Fault = {
      on: { action: "remove" },
      effect: "before",
      answer: { kind: "status", status: 429, headers },
    };
    const { code, text } = await upAndEnd(scene, busy, interrupt);
    expect(code).not.toBe(0);
    expect(text).toContain("The command was canceled before PATCH /v1/app_list/4321/remove had a result.");
    expect(requests()).toEqual(["token 200", "remove 429"]);
    expect(await resourcesOf(project)).toEqual([]);
    succeeded(await project.up());
    expect(appBundles("eu")).toEqual(["com.eu.own", "com.eu.theirs"]);
  });
});

describe("a SIGKILL of the engine during an up", () => {
  it("ends the plugin as well, and the next up converges", async () => {
    const scene = await open(withProviders + listOf("eu", "com.eu.own"));
    const { project, appBundles } = scene;
    const plugins: number[] = [];
    await upAndEnd(scene, { on: { action: "add" }, effect: "after", answer: { kind: "hang" } }, (engine) => {
      const isPlugin = ({ command }: RunningProcess): boolean => command.includes("pulumi-resource-app-list");
      plugins.push(
        ...descendantsOf(engine)
          .filter(isPlugin)
          .map(({ id }) => id),
      );
      killAtOnce(engine);
    });
    expect(plugins).not.toEqual([]);
    await expect.poll(() => plugins.filter(isRunning), { timeout: 60_000 }).toEqual([]);
    succeeded(await project.pulumi("cancel", "--yes"));
    const recovered = succeeded(await project.up());
    expect(recovered.text).toContain("adopted");
    expect(appBundles("eu")).toEqual(["com.eu.own", "com.eu.theirs"]);
    succeeded(await project.up("--expect-no-changes"));
  });
});
