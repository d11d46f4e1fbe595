import { expect, it, onTestFinished } from "vitest";
import { startEngine, type Ended, type Engine, type Stack } from "../harness/engine";
import { numberedText } from "./declared";

const held = { appListId: 1, appBundles: numberedText(20) };

/** An engine whose one list is exclusive to a resource of twenty app bundles, and that resource's stack. */
async function exclusiveList(): Promise<{ readonly simulator: Engine["simulator"]; readonly stack: Stack }> {
  const engine = await startEngine({ lists: [{ id: 1, name: "allowed" }] });
  onTestFinished(() => engine.close());
  const stack = engine.stack();
  expect(await stack.up({ allowed: { ...held, exclusive: true } })).toEqual({ outcome: "done" });
  engine.simulator.clearJournal();
  return { simulator: engine.simulator, stack };
}

/** The first error of what failed. */
function errorOf(ended: Ended): string | undefined {
  return ended.outcome === "failed" ? ended.errors[0]?.message : undefined;
}

it("refuses in the preview what the up would refuse, also where exclusive is taken away", async () => {
  const { stack, simulator } = await exclusiveList();
  const program = { allowed: { appListId: 1, appBundles: numberedText(5) } };
  for (const ended of [await stack.preview(program), await stack.up(program)]) {
    expect(errorOf(ended)).toContain("this change would remove 15 of 20 entries (75 %)");
  }
  expect(simulator.journal).toEqual([]);
});

it("does not count entries of others that a refresh saw in the list where exclusive is taken away", async () => {
  const { stack, simulator } = await exclusiveList();
  simulator.edit(1, { add: { appBundles: numberedText(20, 5000).trim().split("\n") } });
  const program = { allowed: held };
  expect(await stack.preview(program, { refresh: true })).toEqual({ outcome: "done" });
  expect(await stack.up(program, { refresh: true })).toEqual({ outcome: "done" });
  expect(simulator.list(1)?.appBundles).toHaveLength(40);
});
