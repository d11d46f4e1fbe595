import { describe, expect, it, onTestFinished } from "vitest";
import { startSimulator } from "../../provider/simulator/index";
import { createProject, succeeded } from "../harness/project";
import { settingsFor } from "../harness/simulator-settings";
import { pulumiDriver } from "../laws/drivers/pulumi";
import { standInDriver } from "../laws/drivers/stand-in";
import { dynamicHost } from "../laws/hosts/dynamic";
import { hosts } from "../laws/hosts/index";
import { changeConcurrently, describeFigures, type Figures } from "../laws/writers/rounds";
import { programOf } from "./testbed";

/** Set by `npm run lab -- writers`: the rounds with the stand-in engine, and with real ones. */
const labRounds = process.env["WRITER_ROUNDS"]?.split(",").map(Number);
const [rounds = 6, realRounds = 2] = labRounds ?? [];
const entries = labRounds === undefined ? { own: 150, shared: 50 } : { own: 1500, shared: 500 };

/** Small requests, so that those of two stacks alternate. */
const maxEntriesPerRequest = "20";

function expectNothingLost(figures: Figures): void {
  if (labRounds !== undefined) process.stdout.write(describeFigures(figures));
  expect(figures).toMatchObject({ lost: 0, claimedWrongly: 0, unreported: 0, lostAtTheEnd: 0 });
  expect(figures.taken).toBeGreaterThan(0);
}

describe("two stacks that change one list at the same time, while a script edits it", () => {
  it.each(hosts)("lose nothing that anybody declares, and report what is gone, with $name", async (host) => {
    const figures = await changeConcurrently(
      host,
      async (engine, letter) => {
        // Two names of one place, because one process changes a list of one place once at a time.
        const baseUrl = engine.simulator.url.replace("127.0.0.1", letter === "a" ? "127.0.0.1" : "localhost");
        return standInDriver(engine, engine.stack({ baseUrl, maxEntriesPerRequest }));
      },
      { rounds, ...entries },
    );
    expectNothingLost(figures);
    // Their requests did alternate.
    expect(figures.turns).toBeGreaterThan(figures.rounds);
  });

  it("lose nothing with real engines", async () => {
    const figures = await changeConcurrently(
      dynamicHost,
      async ({ simulator }) => {
        const { plain, secret } = settingsFor(simulator);
        const driver = await pulumiDriver(simulator, { plain: { ...plain, maxEntriesPerRequest }, secret });
        onTestFinished(() => driver.project.remove());
        return driver;
      },
      { rounds: realRounds, ...entries },
    );
    expectNothingLost(figures);
  });

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
