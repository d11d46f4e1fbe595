import { describe, expect, it } from "vitest";
import { oneOrAllHosts, pluginHost } from "../harness/hosts";
import type { Program } from "../harness/program";
import { succeeded } from "../harness/project";
import { resourcesOf } from "../harness/stack-state";
import { inList, listsOf, testbed } from "./testbed";

describe.each(oneOrAllHosts(pluginHost))("with $name, entries of resources that change, each in its list", (host) => {
  const [dropping, claiming, shared, moving, exclusive] = [1, 2, 3, 4, 5];
  const whole = { exclusive: true, removalLimit: "100%" };
  const before: Program = {
    dropping: inList(dropping, ["com.shared.a", "com.shared.b"]),
    claiming: inList(claiming, ["com.shared.a"]),
    one: inList(shared, ["com.one.a"]),
    two: inList(shared, ["com.two.a"]),
    from: inList(moving, ["com.a", "com.b", "com.shared.c"]),
    to: inList(moving, ["com.d"]),
    exclusive: inList(exclusive, ["com.own.a", "com.own.b"], whole),
  };
  const after: Program = {
    dropping: inList(dropping, ["com.shared.a"]),
    claiming: inList(claiming, ["com.shared.a"], { claimExisting: true }),
    two: inList(shared, ["com.two.a"]),
    from: inList(moving, ["com.a"]),
    to: inList(moving, ["com.b", "com.d", "com.shared.c"]),
    exclusive: inList(exclusive, ["com.own.a", "com.own.b"], whole),
  };

  it("are removed, claimed, handed over and cleared as declared, and other unmanaged ones stay", async () => {
    const { project, simulator, appBundles } = await testbed({
      host,
      program: before,
      lists: listsOf({
        [dropping]: ["com.existing.x", "com.shared.a", "com.shared.b"],
        [claiming]: ["com.existing.x", "com.shared.a"],
        [shared]: ["com.existing.x"],
        [moving]: ["com.existing.x", "com.shared.c"],
        [exclusive]: ["com.existing.x", "com.own.b"],
      }),
    });
    succeeded(await project.up());
    // Two resources on one list manage entries of their own, and an exclusive list loses what is not declared.
    expect(appBundles(shared)).toEqual(["com.existing.x", "com.one.a", "com.two.a"]);
    expect(appBundles(exclusive)).toEqual(["com.own.a", "com.own.b"]);

    simulator.edit(exclusive, { add: { appBundles: ["com.existing.y"] } });
    project.declare(after);
    // Another configuration makes another provider in the state: the run must still know all resources.
    project.configure({ plain: { timeoutSeconds: "120" } });
    const preview = succeeded(await project.preview("--refresh", "--diff"));
    for (const entry of ["com.shared.b", "com.existing.y"]) expect(preview.text).toMatch(new RegExp(`- ${entry}`, "u"));
    expect(preview.text).toContain('drift: 1 app bundle ("com.existing.y") unexpected');

    // Both resources of the pair are known before one of them changes the list: each reads it first, and slowly. The refresh
    // reads it as well.
    const on = { appListId: moving, action: "remove" } as const;
    simulator.addFault({ on, effect: "after", answer: { kind: "slow", seconds: 1 } });
    simulator.clearJournal();
    const up = succeeded(await project.up("--refresh"));
    // The line of an entry is dropped that was in the list before.
    expect(appBundles(dropping)).toEqual(["com.existing.x", "com.shared.a"]);
    // An entry that was in the list before is claimed later.
    expect(up.text).toContain("pulumi destroy will remove 1 adopted");
    // One of two resources is deleted without the entries of the other.
    expect(appBundles(shared)).toEqual(["com.existing.x", "com.two.a"]);
    // Lines move from one resource to the other.
    expect(appBundles(moving)).toEqual(["com.a", "com.b", "com.d", "com.existing.x", "com.shared.c"]);
    const ofMoving = (await resourcesOf(project)).filter(({ outputs }) => outputs["appListId"] === moving);
    expect(new Set(ofMoving.map(({ outputs }) => outputs["appBundles"]))).toEqual(
      new Set(["com.a\n", "com.b\ncom.d\ncom.shared.c\n"]),
    );
    expect(appBundles(exclusive)).toEqual(["com.own.a", "com.own.b"]);
    expect(succeeded(await project.preview("--refresh", "--expect-no-changes")).text).toContain("7 unchanged");

    succeeded(await project.destroy());
    expect([dropping, claiming, shared, moving, exclusive].map((id) => appBundles(id))).toEqual([
      ["com.existing.x", "com.shared.a"],
      ["com.existing.x"],
      ["com.existing.x"],
      ["com.existing.x", "com.shared.c"],
      ["com.own.b"],
    ]);
  });
});
