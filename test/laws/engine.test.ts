import { describe, expect, it, onTestFinished } from "vitest";
import { startEngine, type CommandOptions, type Ended, type Engine } from "./engine";
import { Failure, Secret, unknownValue, type Host } from "./hosts/host";
import { hosts } from "./hosts/index";

/** Starts an engine whose API has the lists 1, with an unmanaged app bundle, and 2, which is empty. */
async function engineForTest(host: Host): Promise<Engine> {
  const engine = await startEngine(host, {
    lists: [
      { id: 1, name: "brand-safety", appBundles: ["com.existing"] },
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

describe.each(hosts)("the stand-in for the engine with $name", (host) => {
  it("creates, updates and deletes with the requests that docs/reference/requests.md measures of the real one", async () => {
    const engine = await engineForTest(host);
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
    expect(engine.simulator.list(1)?.appBundles).toEqual(["com.existing"]);
    expect(stack.names()).toEqual([]);
  });

  it("logs in at most twice for 30 resources, with a wrong password or a token that no list accepts", async () => {
    const engine = await engineForTest(host);
    const names = Array.from({ length: 30 }, (_, index) => `resource-${index}`);
    const program = Object.fromEntries(names.map((name) => [name, { appListId: 2, appBundles: `com.${name}\n` }]));
    const refused = {
      on: { path: "/v1/app_list" },
      effect: "before",
      answer: { kind: "status", status: 401 },
    } as const;
    const stack = engine.stack();
    const requireFewLogins = (ended: Ended): void => {
      expect(ended.outcome).toBe("failed");
      const requests = requestsOf(engine);
      expect(requests.filter((request) => request === "token").length).toBeLessThanOrEqual(2);
      expect(requests.length).toBeLessThanOrEqual(2 + 2 * names.length);
    };
    const troubles: readonly CommandOptions[] = [{ settings: { password: "wrong" } }, { faults: [refused] }];
    for (const trouble of troubles) requireFewLogins(await stack.up(program, trouble));
    expect(await stack.up(program)).toEqual({ outcome: "done" });
    requestsOf(engine);
    for (const trouble of troubles) {
      requireFewLogins(await stack.refresh(trouble));
      requireFewLogins(await stack.destroy(trouble));
    }
  });

  it("replaces a resource by creating the new one first and deleting the old one later", async () => {
    const engine = await engineForTest(host);
    const stack = engine.stack();
    await stack.up({ blocked: { appListId: 1, appBundles: "com.a\n" } });
    requestsOf(engine);
    expect(await stack.up({ blocked: { appListId: 2, appBundles: "com.a\n" } })).toEqual({ outcome: "done" });
    expect(requestsOf(engine)).toEqual(["token", "remove 2", "add 2", "remove 1", "remove 1"]);
    expect(stack.names()).toEqual(["blocked"]);
  });

  it("renames with an alias and sends nothing", async () => {
    const engine = await engineForTest(host);
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
    const engine = await engineForTest(host);
    const stack = engine.stack();
    const program = { blocked: { appListId: 1, appBundles: "com.a\n" } };
    expect(await stack.up(program, { kill: { request: 3, effect: "after" } })).toEqual({ outcome: "killed" });
    expect(engine.simulator.list(1)?.appBundles).toEqual(["com.existing", "com.a"]);
    expect(stack.names()).toEqual([]);
    expect(await stack.up(program)).toEqual({ outcome: "done" });
    expect(stack.state("blocked")).toMatchObject({ adopted: { appBundles: "com.a\n" } });
  });

  it("keeps a resource whose list no longer exists, and deletes it when the list is there again", async () => {
    const engine = await engineForTest(host);
    const stack = engine.stack();
    await stack.up({ blocked: { appListId: 1, appBundles: "com.a\n" } });
    engine.simulator.deleteList(1);
    expect(await stack.refresh()).toEqual({ outcome: "done" });
    expect(await stack.destroy()).toMatchObject({ outcome: "failed", errors: [expect.any(Failure)] });
    expect(stack.names()).toEqual(["blocked"]);
    engine.simulator.addList({ id: 1, name: "list 1", appBundles: ["com.a", "com.existing"] });
    expect(await stack.destroy()).toEqual({ outcome: "done" });
    expect(engine.simulator.list(1)?.appBundles).toEqual(["com.existing"]);
    expect(stack.names()).toEqual([]);
  });

  it("previews values that are not known yet, and sends nothing", async () => {
    const engine = await engineForTest(host);
    const stack = engine.stack();
    const program = { blocked: { appListId: unknownValue, appBundles: unknownValue } };
    expect(await stack.preview(program)).toEqual({ outcome: "done" });
    await stack.up({ blocked: { appListId: 1, appBundles: "com.a\n" } });
    requestsOf(engine);
    expect(await stack.preview(program)).toEqual({ outcome: "done" });
    expect(requestsOf(engine)).toEqual([]);
  });

  it("adds secret entries", async () => {
    const engine = await engineForTest(host);
    const stack = engine.stack();
    const program = { blocked: { appListId: 1, appBundles: new Secret("com.a\n") } };
    expect(await stack.up(program)).toEqual({ outcome: "done" });
    expect(engine.simulator.list(1)?.appBundles).toEqual(["com.existing", "com.a"]);
    requestsOf(engine);
    expect(await stack.up(program)).toEqual({ outcome: "done" });
    expect(requestsOf(engine)).toEqual([]);
  });

  it("keeps the state of a partial failure, and completes it with the next up", async () => {
    const engine = await engineForTest(host);
    const stack = engine.stack();
    const program = { blocked: { appListId: 1, appBundles: "com.a\n" } };
    const refusal = { kind: "status", status: 403 } as const;
    const faults = [
      { on: { action: "add" }, effect: "after", answer: { kind: "cut" } },
      { on: { action: "remove", nth: 2 }, effect: "before", answer: refusal },
    ] as const;
    expect(await stack.up(program, { faults })).toMatchObject({ outcome: "failed", errors: [expect.any(Failure)] });
    expect(stack.names()).toEqual(["blocked"]);
    requestsOf(engine);
    expect(await stack.up(program)).toEqual({ outcome: "done" });
    expect(requestsOf(engine)).not.toEqual([]);
    expect(stack.state("blocked")).toMatchObject({ appBundles: "com.a\n" });
  });
});
