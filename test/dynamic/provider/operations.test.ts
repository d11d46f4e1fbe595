import { expect, it, onTestFinished } from "vitest";
import { startEngine } from "../../harness/engine";

it("leaves an entry in the list that a resource comes to declare whose other removals are refused", async () => {
  const engine = await startEngine({ lists: [{ id: 1, name: "brand-safety" }] });
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
