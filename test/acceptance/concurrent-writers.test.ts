import { describe, expect, it, onTestFinished } from "vitest";
import { startSimulator } from "../../provider/simulator/index";
import { createProject, succeeded } from "../harness/project";
import { writerInProcess } from "../harness/writers/in-process";
import { writeConcurrently } from "../harness/writers/rounds";
import { writerWithEngine } from "../harness/writers/with-engine";
import { settingsFor } from "../harness/simulator-settings";
import { programOf } from "./testbed";

/** What nobody may ever see, however the requests of the stacks and the edits of the script fall together. */
const nothingLost = { lost: 0, claimedWrongly: 0, notSaid: 0, lostAtTheEnd: 0 };

describe("two stacks that change one list at the same time, while a script edits it", () => {
  it("lose nothing that anybody declares, and say what is gone", async () => {
    const figures = await writeConcurrently(writerInProcess, { rounds: 6, own: 150, shared: 50 });
    expect(figures).toMatchObject(nothingLost);
    // Their requests did fall together, and the script did take entries away.
    expect(figures.turns).toBeGreaterThan(figures.rounds);
    expect(figures.taken).toBeGreaterThan(0);
  });

  it("lose nothing with real engines", async () => {
    const figures = await writeConcurrently(writerWithEngine, { rounds: 2, own: 150, shared: 50 });
    expect(figures).toMatchObject(nothingLost);
    expect(figures.taken).toBeGreaterThan(0);
  });

  it("both end well when one changes the list while the other waits for an answer that never comes", async () => {
    const held = Promise.withResolvers<void>();
    const simulator = await startSimulator({
      lists: [{ id: 4321, name: "brand-safety", appBundles: ["com.foreign.x", "com.foreign.y"] }],
      onRequest: ({ fault }) => {
        if (fault?.kind === "hang") held.resolve();
      },
    });
    onTestFinished(() => simulator.close());
    const settings = settingsFor(simulator);
    const waiting = await createProject({ program: programOf(["com.a.x", "com.shared.s", "com.shared.t"]), settings });
    onTestFinished(() => waiting.remove());
    const other = await createProject({ program: programOf(["com.b.x", "com.shared.s", "com.shared.t"]), settings });
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
      "com.foreign.x",
      "com.foreign.y",
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
