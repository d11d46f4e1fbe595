import { describe, expect, it, onTestFinished } from "vitest";
import { startEngine, type Engine } from "./engine";

/** Starts an engine whose service has the lists 1, which holds an app bundle of others, and 2, which is empty. */
async function engineForTest(): Promise<Engine> {
  const engine = await startEngine({
    lists: [
      { id: 1, name: "brand-safety", appBundles: ["com.foreign"] },
      { id: 2, name: "games" },
    ],
  });
  onTestFinished(() => engine.close());
  return engine;
}

function requestsOf({ simulator }: Engine): readonly string[] {
  const requests = simulator.journal.map(({ action, appListId = "" }) => `${action} ${appListId}`.trim());
  simulator.clearJournal();
  return requests;
}

describe("the stand-in for the engine", () => {
  it("creates, updates and deletes with the requests that docs/life-cycle.md measures of the real one", async () => {
    const engine = await engineForTest();
    const stack = engine.stack();
    expect(await stack.preview({ blocked: { appListId: 1, appBundles: "com.a\ncom.b\n" } })).toEqual({
      outcome: "done",
    });
    expect(requestsOf(engine)).toEqual([]);
    expect(await stack.up({ blocked: { appListId: 1, appBundles: "com.a\ncom.b\n" } })).toEqual({ outcome: "done" });
    expect(requestsOf(engine)).toEqual(["token", "remove 1", "add 1"]);
    expect(await stack.up({ blocked: { appListId: 1, appBundles: "com.a\ncom.b\n" } })).toEqual({ outcome: "done" });
    expect(requestsOf(engine)).toEqual([]);
    expect(await stack.up({ blocked: { appListId: 1, appBundles: "com.c\n" } })).toEqual({ outcome: "done" });
    expect(requestsOf(engine)).toEqual(["token", "remove 1", "add 1", "remove 1"]);
    expect(await stack.destroy()).toEqual({ outcome: "done" });
    expect(requestsOf(engine)).toEqual(["token", "remove 1", "remove 1"]);
    expect(engine.simulator.list(1)?.appBundles).toEqual(["com.foreign"]);
    expect(stack.names()).toEqual([]);
  });

  it("replaces a resource by creating the new one first and deleting the old one later", async () => {
    const engine = await engineForTest();
    const stack = engine.stack();
    await stack.up({ blocked: { appListId: 1, appBundles: "com.a\n" } });
    requestsOf(engine);
    expect(await stack.up({ blocked: { appListId: 2, appBundles: "com.a\n" } })).toEqual({ outcome: "done" });
    expect(requestsOf(engine)).toEqual(["token", "remove 2", "add 2", "remove 1", "remove 1"]);
    expect(stack.names()).toEqual(["blocked"]);
  });

  it("renames with an alias and sends nothing", async () => {
    const engine = await engineForTest();
    const stack = engine.stack();
    await stack.up({ blocked: { appListId: 1, appBundles: "com.a\n" } });
    requestsOf(engine);
    const aliases = { banned: "blocked" };
    expect(await stack.up({ banned: { appListId: 1, appBundles: "com.a\n" } }, { aliases })).toEqual({
      outcome: "done",
    });
    expect(requestsOf(engine)).toEqual([]);
    expect(stack.names()).toEqual(["banned"]);
  });

  it("keeps the state of the last step that finished when the process is killed at a request", async () => {
    const engine = await engineForTest();
    const stack = engine.stack();
    const program = { blocked: { appListId: 1, appBundles: "com.a\n" } };
    expect(await stack.up(program, { kill: { request: 3, effect: "after" } })).toEqual({ outcome: "killed" });
    expect(engine.simulator.list(1)?.appBundles).toEqual(["com.foreign", "com.a"]);
    expect(stack.names()).toEqual([]);
    expect(await stack.up(program)).toEqual({ outcome: "done" });
    expect(stack.state("blocked")).toMatchObject({ adopted: { appBundles: "com.a\n" } });
  });

  it("drops a resource from the state when a refresh finds its list gone", async () => {
    const engine = await engineForTest();
    const stack = engine.stack();
    await stack.up({ blocked: { appListId: 1, appBundles: "com.a\n" } });
    engine.simulator.deleteList(1);
    expect(await stack.refresh()).toEqual({ outcome: "done" });
    expect(stack.names()).toEqual([]);
  });
});
