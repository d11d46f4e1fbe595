import { expect, it } from "vitest";
import type { Fault } from "../../provider/simulator/index";
import { start } from "./started";

/** A response to the first request of an action, which shows these app bundles. */
function answer(action: "add" | "remove", appBundles: string): Fault {
  const body = JSON.stringify({ id: 1, name: "blocked", app_bundles: appBundles, placement_ids: "" });
  return { on: { action, nth: 1 }, effect: "after", answer: { kind: "status", status: 200, body } };
}

it("names entries that are in the list again after a refresh that showed an older list, unless they are secret", async () => {
  const { run, simulator, lines } = await start();
  const { state } = await run().create({ appListId: 1, appBundles: "com.a\ncom.b\n" });
  simulator.addFault(answer("remove", ""));
  const { state: missing } = await run().read(state);
  expect(missing).toMatchObject({ missing: { appBundles: "com.a\ncom.b\n" } });
  const other = { appListId: 1, appBundles: "com.c\n" };
  await run().update(missing, other);
  expect(lines.join("\n")).toContain('warning: in the list again: 2 app bundles ("com.a", "com.b").');
  await run().update(missing, other, { isSecret: true });
  expect(lines.join("\n")).toContain("in the list again: 2 app bundles.");
});

it("warns about entries of others that disappear in the response to a change", async () => {
  const { run, simulator, lines } = await start();
  simulator.edit(1, { add: { appBundles: ["com.theirs"] } });
  simulator.addFault(answer("add", "com.a"));
  await run().create({ appListId: 1, appBundles: "com.a\n" });
  expect(lines.join("\n")).toMatch(
    /warning: unmanaged entries disappeared from the list: 1 app bundle \("com\.theirs"\)/u,
  );
});
