import { unknownValue } from "@pulumi/pulumi/runtime";
import { expect, it } from "vitest";
import { createOperations, type Operations } from "../../../provider/hosts/dynamic/operations";
import { done, errorsOf, startRun, startStack } from "../../resource/started";

it("keeps an entry that moves to a resource whose removals are refused", async () => {
  const { stack, appBundles } = await startStack();
  await stack.up({
    first: { appListId: 1, appBundles: "com.moving\n" },
    second: { appListId: 1, appBundles: "com.b\n" },
  });
  const ended = await stack.up({
    first: { appListId: 1 },
    second: { appListId: 1, appBundles: "com.moving\n", removalLimit: 0 },
  });
  expect(errorsOf(ended)).toContain("more than the limit of 0");
  expect(appBundles()).toEqual(["com.b", "com.moving"]);
});

it("adds again an entry that another resource of the run removed: after a failed move, both managed it", async () => {
  const { stack, appBundles } = await startStack();
  await stack.up({ first: { appListId: 1, appBundles: "com.moving\n" } });
  // The probe of the first one.
  const faults = [{ on: { nth: 2 }, effect: "before", answer: { kind: "status", status: 403 } }] as const;
  const moved = {
    first: { appListId: 1, appBundles: "com.a\n" },
    second: { appListId: 1, appBundles: "com.moving\n" },
  };
  expect(await stack.up(moved, { faults })).toMatchObject({ outcome: "failed" });
  for (const name of ["first", "second"]) expect(stack.state(name)).toMatchObject({ appBundles: "com.moving\n" });
  // In sequence, the first one lets go before the engine has shown that the second one declares it.
  expect(await stack.up(moved, { inSequence: true })).toEqual(done);
  expect(appBundles()).toEqual(["com.a", "com.moving"]);
  expect(await stack.destroy()).toEqual(done);
  expect(appBundles()).toEqual([]);
});

/** Operations of a process without settings: nothing can be sent. */
function operations(): Operations {
  const { run } = startRun({});
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
  const replaced = await operations().diff("4321", state, inputs ?? {});
  expect(replaced).toMatchObject({ changes: true, replaces: ["appListId"] });
  const others = { appListId: 4321, websites: unknownValue };
  expect(await operations().diff("4321", state, others)).toMatchObject({ changes: true, replaces: [] });
});

it("never names a property in a failure, as the engine would print its whole value", async () => {
  const { failures } = await operations().check({}, { appListId: 4321, appBundles: "com.a,com.b\n" });
  const reason: unknown = expect.stringContaining('"com.a,com.b" contains a comma');
  expect(failures).toEqual([{ property: "", reason }]);
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
