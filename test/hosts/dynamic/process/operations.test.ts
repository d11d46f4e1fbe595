import { expect, it, onTestFinished } from "vitest";
import { startEngine } from "../../../laws/engine";
import { dynamicHost } from "../../../laws/hosts/dynamic";

it("leaves an entry in the list that a resource comes to declare whose other removals are refused", async () => {
  const engine = await startEngine(dynamicHost, { lists: [{ id: 1, name: "brand-safety" }] });
  onTestFinished(() => engine.close());
  const stack = engine.stack();
  await stack.up({
    first: { appListId: 1, appBundles: "com.moving\n" },
    second: { appListId: 1, appBundles: "com.b\n" },
  });
  const ended = await stack.up({
    first: { appListId: 1 },
    second: { appListId: 1, appBundles: "com.moving\n", removalLimit: 0 },
  });
  const messages = ended.outcome === "failed" ? ended.errors.map(({ message }) => message) : [];
  expect(messages.join("")).toContain("more than the limit of 0");
  expect(engine.simulator.list(1)?.appBundles).toEqual(["com.moving", "com.b"]);
});

it("puts back what another resource of the run, that managed it too after a failed move, has taken away", async () => {
  const engine = await startEngine(dynamicHost, { lists: [{ id: 1, name: "brand-safety" }] });
  onTestFinished(() => engine.close());
  const stack = engine.stack();
  await stack.up({ first: { appListId: 1, appBundles: "com.moving\n" } });
  const faults = [{ on: { nth: 1 }, effect: "before", answer: { kind: "status", status: 401 } }] as const;
  const moved = {
    first: { appListId: 1, appBundles: "com.a\n" },
    second: { appListId: 1, appBundles: "com.moving\n" },
  };
  expect(await stack.up(moved, { faults })).toMatchObject({ outcome: "failed" });
  expect([stack.state("first"), stack.state("second")]).toMatchObject([
    { appBundles: "com.moving\n" },
    { appBundles: "com.moving\n" },
  ]);
  // In sequence, the first one lets go before the engine has shown that the second one declares it.
  expect(await stack.up(moved, { inSequence: true })).toEqual({ outcome: "done" });
  expect(engine.simulator.list(1)?.appBundles.toSorted()).toEqual(["com.a", "com.moving"]);
  expect(await stack.destroy()).toEqual({ outcome: "done" });
  expect(engine.simulator.list(1)?.appBundles).toEqual([]);
});
