import { describe, expect, it, onTestFinished } from "vitest";
import { describeMoment, type Moment } from "../harness/kills/moments.ts";
import { openScene, runAndKill, surviveKill } from "../harness/kills/survive.ts";
import { succeeded } from "../harness/project";

/** Of all moments, those that differ most; `npm run lab -- kills` tries every one. */
const sample: readonly Moment[] = [
  { kill: "everything", operation: "create", nth: 3, effect: "after", recovery: "up" },
  { kill: "everything", operation: "update", nth: 3, effect: "after", recovery: "up" },
  { kill: "everything", operation: "destroy", nth: 3, effect: "after", recovery: "up --refresh" },
  { kill: "the engine", operation: "create", nth: 3, effect: "before", recovery: "up" },
  { kill: "the engine", operation: "update", nth: 4, effect: "after", recovery: "up" },
  { kill: "the provider", operation: "create", nth: 3, effect: "after", recovery: "up" },
  { kill: "the provider", operation: "destroy", nth: 3, effect: "before", recovery: "destroy" },
  { kill: "Ctrl-C", operation: "create", nth: 3, effect: "after", recovery: "up" },
  { kill: "Ctrl-C", operation: "update", nth: 4, effect: "before", recovery: "up" },
  { kill: "Ctrl-C twice", operation: "update", nth: 4, effect: "after", recovery: "up --refresh" },
];

describe("a command that is killed", () => {
  it.each(sample.map((moment) => [describeMoment(moment), moment] as const))(
    "loses nothing of anybody and is made up for: %s",
    async (_, moment) => {
      expect(await surviveKill(moment)).toEqual([]);
    },
  );
});

describe("after a command that was killed", () => {
  it("an up looks at nothing where the program is the same as the state, and with --refresh it puts back what is gone", async () => {
    const scene = await openScene();
    onTestFinished(() => scene.close());
    const { project, simulator } = scene;
    succeeded(await project.up());
    await runAndKill(scene, { kill: "everything", operation: "destroy", nth: 3, effect: "after" });
    // The stack is locked.
    expect((await project.up()).text).toContain("pulumi cancel");
    succeeded(await project.pulumi("cancel", "--yes"));
    simulator.clearJournal();
    expect(succeeded(await project.up()).text).toContain("2 unchanged");
    expect(simulator.journal).toEqual([]);
    succeeded(await project.up("--refresh"));
    expect(simulator.list(4321)?.appBundles).toEqual(["com.foreign.x", "com.shared.s", "com.own.a", "com.own.b"]);
  });

  it("Pulumi warns of a killed create until its pending operations are cleared", async () => {
    const scene = await openScene();
    onTestFinished(() => scene.close());
    const { project } = scene;
    await runAndKill(scene, { kill: "everything", operation: "create", nth: 3, effect: "before" });
    succeeded(await project.pulumi("cancel", "--yes"));
    expect(succeeded(await project.up()).text).toContain("1 pending operations");
    expect(succeeded(await project.up()).text).toContain("1 pending operations");
    succeeded(await project.pulumi("refresh", "--yes", "--skip-preview", "--clear-pending-creates"));
    expect(succeeded(await project.up()).text).not.toContain("pending operations");
  });
});
