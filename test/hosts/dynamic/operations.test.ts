import { unknownValue } from "@pulumi/pulumi/runtime";
import { expect, it, onTestFinished } from "vitest";
import { createOperations, type Operations } from "../../../provider/hosts/dynamic/operations";
import { Run } from "../../../provider/resource/run";
import { startEngine } from "../../laws/engine";
import { dynamicHost } from "../../laws/hosts/dynamic";

it("keeps an entry that moves to a resource whose removals are refused", async () => {
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

it("adds again an entry that another resource of the run removed: after a failed move, both managed it", async () => {
  const engine = await startEngine(dynamicHost, { lists: [{ id: 1, name: "brand-safety" }] });
  onTestFinished(() => engine.close());
  const stack = engine.stack();
  await stack.up({ first: { appListId: 1, appBundles: "com.moving\n" } });
  // The probe of the first one.
  const faults = [{ on: { nth: 2 }, effect: "before", answer: { kind: "status", status: 403 } }] as const;
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

/** Operations of a process without settings: nothing can be sent. */
function operations(): Operations {
  const run = new Run({ config: () => undefined, environment: {} }, () => {});
  return createOperations(
    () => run,
    () => {},
  );
}

it("returns unknown values to the engine, and reports an update or a replacement", async () => {
  const news = { appListId: unknownValue, appBundles: "com.b\ncom.a\n", refused: unknownValue, __provider: "…" };
  const { inputs } = await operations().check({}, news);
  expect(inputs).toEqual({ appListId: unknownValue, appBundles: "com.a\ncom.b\n" });
  const state = { stateVersion: 1, appListId: 4321 };
  expect(await operations().diff("4321", state, inputs ?? {})).toMatchObject({
    changes: true,
    replaces: ["appListId"],
  });
  const others = { appListId: 4321, websites: unknownValue };
  expect(await operations().diff("4321", state, others)).toMatchObject({ changes: true, replaces: [] });
});

it("never names a property in a failure, as the engine would print its whole value", async () => {
  const { failures } = await operations().check({}, { appListId: 4321, appBundles: "com.a,com.b\n" });
  expect(failures).toHaveLength(1);
  expect(failures?.[0]?.property).toBe("");
  expect(failures?.[0]?.reason).toContain('"com.a,com.b" contains a comma');
});

it("reports an update if the state lacks __provider, as those of the plugin do, and sends nothing in it", async () => {
  const state = { stateVersion: 1, appListId: 4321, appBundles: "com.a\n" };
  const news = { appListId: 4321, appBundles: "com.a\n", __provider: "exports.handler = __f0;" };
  const changes = async (olds: object) => (await operations().diff("4321", { ...state, ...olds }, news)).changes;
  expect(await changes({})).toBe(true);
  expect(await changes({ __provider: "exports.handler = __f1;" })).toBe(false);
  const { outs } = await operations().update("4321", state, news);
  expect(outs).toEqual({ ...state, notVerified: [] });
});
