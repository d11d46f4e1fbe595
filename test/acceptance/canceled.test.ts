import { describe, expect, it } from "vitest";
import type { Fault } from "../../provider/simulator/index";
import type { Printed } from "../harness/project";
import { failed, succeeded } from "../harness/project";
import { resourcesOf } from "../harness/stack-state";
import { blocked, testbed, type Testbed } from "./testbed";

/** A stack, and a function that runs an up and presses Ctrl-C when a request has a fault. */
async function open(appBundles: readonly string[]): Promise<Testbed & { upAndCancel(fault: Fault): Promise<Printed> }> {
  const struck = Promise.withResolvers<void>();
  const bed = await testbed({
    program: blocked(appBundles),
    holds: ["com.theirs"],
    onRequest: ({ fault }) => {
      if (fault !== undefined) struck.resolve();
    },
  });
  const upAndCancel = async (fault: Fault): Promise<Printed> => {
    bed.simulator.addFault(fault);
    let engine = 0;
    const command = bed.project.watch(["up", "--yes", "--skip-preview"], { onStart: (id) => (engine = id) });
    await Promise.race([struck.promise, command]);
    bed.simulator.clearFaults();
    process.kill(engine, "SIGINT");
    return failed(await command);
  };
  return { ...bed, upAndCancel };
}

describe("Ctrl-C during an up", () => {
  it("ends it although a change has no response, and the next up finds out the outcome", async () => {
    const { project, appBundles, requests, state, upAndCancel } = await open(["com.own", "com.theirs"]);
    const { text } = await upAndCancel({ on: { action: "add" }, effect: "after", answer: { kind: "hang" } });
    expect(text).toContain("the command was canceled. No change was observed.");
    expect(text).toContain("Outcome unknown: the last request for 1 app bundle may have taken effect.");
    expect(text).toContain("The next pulumi up reads the list and sends the rest.");
    expect(requests()).toEqual(["token 200", "remove 200", "add none"]);
    expect((await state()).outputs).toMatchObject({
      appBundles: "com.theirs\n",
      unconfirmed: { add: { appBundles: "com.own\n" } },
    });
    succeeded(await project.up());
    expect(appBundles()).toEqual(["com.own", "com.theirs"]);
    succeeded(await project.up("--expect-no-changes"));
    // What the canceled command added is the resource's own.
    succeeded(await project.destroy());
    expect(appBundles()).toEqual(["com.theirs"]);
  });

  it("ends a wait, and a create of which nothing was sent leaves no resource", async () => {
    const { project, appBundles, requests, upAndCancel } = await open(["com.own"]);
    const busy = { kind: "status", status: 429, headers: { "retry-after": "100" } } as const;
    const { text } = await upAndCancel({ on: { action: "remove" }, effect: "before", answer: busy });
    expect(text).toContain("The command was canceled before PATCH /v1/app_list/4321/remove had a result.");
    expect(requests()).toEqual(["token 200", "remove 429"]);
    expect(await resourcesOf(project)).toEqual([]);
    succeeded(await project.up());
    expect(appBundles()).toEqual(["com.own", "com.theirs"]);
  });
});
