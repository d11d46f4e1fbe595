import { describe, expect, it, onTestFinished } from "vitest";
import { startSimulator } from "../../provider/simulator/index";
import { createProject, succeeded } from "../harness/project";
import { settingsFor } from "../harness/simulator-settings";
import { blocked } from "./testbed";

describe("two stacks that change one list at the same time", () => {
  it("both end well when one changes the list while the other waits for an answer that never comes", async () => {
    const held = Promise.withResolvers<void>();
    const simulator = await startSimulator({
      lists: [{ id: 4321, name: "brand-safety", appBundles: ["com.existing.x", "com.existing.y"] }],
      onRequest: ({ fault }) => {
        if (fault?.kind === "hang") held.resolve();
      },
    });
    onTestFinished(() => simulator.close());
    const settings = settingsFor(simulator);
    const waiting = await createProject({ program: blocked(["com.a.x", "com.shared.s", "com.shared.t"]), settings });
    onTestFinished(() => waiting.remove());
    const other = await createProject({ program: blocked(["com.b.x", "com.shared.s", "com.shared.t"]), settings });
    onTestFinished(() => other.remove());

    simulator.addFault({ on: { action: "add", nth: 1 }, effect: "before", answer: { kind: "hang" } });
    const waits = waiting.up();
    await Promise.race([held.promise, waits]);
    succeeded(await other.up());
    simulator.edit(4321, { add: { appBundles: ["com.script.x"] }, remove: { appBundles: ["com.shared.s"] } });
    simulator.resetHanging();
    const printed = succeeded(await waits);
    // Neither put there by this stack, nor to be removed by its destroy.
    expect(printed.text).not.toContain('"com.b.x"');
    const all = [
      "com.a.x",
      "com.b.x",
      "com.existing.x",
      "com.existing.y",
      "com.script.x",
      "com.shared.s",
      "com.shared.t",
    ];
    expect(simulator.list(4321)?.appBundles.toSorted()).toEqual(all);

    succeeded(await waiting.destroy());
    expect(simulator.list(4321)?.appBundles).toContain("com.b.x");
    succeeded(await other.up("--refresh"));
    expect(simulator.list(4321)?.appBundles.toSorted()).toEqual(all.filter((entry) => entry !== "com.a.x"));
  });
});
