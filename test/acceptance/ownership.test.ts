import { describe, expect, it } from "vitest";
import { defaultAccount } from "../../provider/simulator/index";
import { oneOrAllHosts, pluginHost } from "../harness/hosts";
import type { Declared, Program } from "../harness/program";
import { failed, succeeded } from "../harness/project";
import { resourcesOf } from "../harness/stack-state";
import { inList, listsOf, testbed } from "./testbed";

describe.each(oneOrAllHosts(pluginHost))("with $name, entries of resources that change, each in its list", (host) => {
  const [dropping, claiming, account, shared, first, second] = [1, 2, 3, 4, 5, 6];
  const pair = (id: number, ofFrom: readonly string[], ofTo: readonly string[]) => ({
    [`from-${id}`]: inList(id, ofFrom),
    [`to-${id}`]: inList(id, ofTo),
  });
  const reversed = (program: Program): Program => Object.fromEntries(Object.entries(program).toReversed());
  const before: Program = {
    dropping: inList(dropping, ["com.shared.a", "com.shared.b"]),
    claiming: inList(claiming, ["com.shared.a"]),
    account: inList(account, ["com.own.a", "com.shared.b"]),
    one: inList(shared, ["com.one.a"]),
    two: inList(shared, ["com.two.a"]),
    ...pair(first, ["com.a", "com.b", "com.shared.c"], ["com.d"]),
    ...reversed(pair(second, ["com.a", "com.b", "com.shared.c"], ["com.d"])),
  };
  const after: Program = {
    dropping: inList(dropping, ["com.shared.a"]),
    claiming: inList(claiming, ["com.shared.a"], { claimExisting: true }),
    account: inList(account, ["com.own.a", "com.shared.b"], { account: "main" }),
    two: inList(shared, ["com.two.a"]),
    ...pair(first, ["com.a"], ["com.b", "com.d", "com.shared.c"]),
    ...reversed(pair(second, ["com.a"], ["com.b", "com.d", "com.shared.c"])),
  };

  it("are removed, claimed, moved and handed over as declared, and unmanaged ones stay", async () => {
    const { project, simulator, appBundles } = await testbed({
      host,
      program: before,
      lists: listsOf({
        [dropping]: ["com.existing.x", "com.shared.a", "com.shared.b"],
        [claiming]: ["com.existing.x", "com.shared.a"],
        [account]: ["com.shared.b"],
        [shared]: ["com.existing.x"],
        [first]: ["com.existing.x", "com.shared.c"],
        [second]: ["com.existing.x", "com.shared.c"],
      }),
    });
    succeeded(await project.up());
    // Two resources on one list manage entries of their own.
    expect(appBundles(shared)).toEqual(["com.existing.x", "com.one.a", "com.two.a"]);

    project.declare(after);
    // Another configuration makes another provider in the state: the run must still know all resources.
    project.configure({
      plain: { timeoutSeconds: "120" },
      secret: { accounts: JSON.stringify({ main: defaultAccount }) },
    });
    const preview = succeeded(await project.preview("--diff"));
    expect(preview.text).toMatch(/- com\.shared\.b/u);

    // Both resources of a pair are known before one of them changes the list: its first response is slow.
    for (const appListId of [first, second]) {
      const on = { appListId, action: "remove", nth: 1 } as const;
      simulator.addFault({ on, effect: "after", answer: { kind: "slow", seconds: 1 } });
    }
    simulator.clearJournal();
    const up = succeeded(await project.up());
    const changed = new Set(simulator.journal.flatMap(({ appListId }) => appListId ?? []));
    // The line of an entry is dropped that was in the list before.
    expect(appBundles(dropping)).toEqual(["com.existing.x", "com.shared.a"]);
    // An entry that was in the list before is claimed later.
    expect(up.text).toContain("claims 1 adopted");
    expect(changed).not.toContain(claiming);
    // Another name of its account is another list: nothing is removed, and all is adopted.
    expect(appBundles(account)).toEqual(["com.own.a", "com.shared.b"]);
    // One of two resources is deleted without the entries of the other.
    expect(appBundles(shared)).toEqual(["com.existing.x", "com.two.a"]);
    // Lines move out of the first of two resources, or out of the second.
    for (const id of [first, second]) {
      expect(appBundles(id)).toEqual(["com.a", "com.b", "com.d", "com.existing.x", "com.shared.c"]);
      const ofList = (await resourcesOf(project)).filter(({ outputs }) => outputs["appListId"] === id);
      expect(new Set(ofList.map(({ outputs }) => outputs["appBundles"]))).toEqual(
        new Set(["com.a\n", "com.b\ncom.d\ncom.shared.c\n"]),
      );
    }
    expect(succeeded(await project.preview("--refresh", "--expect-no-changes")).text).toContain("9 unchanged");

    succeeded(await project.destroy());
    expect(Object.fromEntries([claiming, account, first, second].map((id) => [id, appBundles(id)]))).toEqual({
      [claiming]: ["com.existing.x"],
      [account]: ["com.own.a", "com.shared.b"],
      [first]: ["com.existing.x", "com.shared.c"],
      [second]: ["com.existing.x", "com.shared.c"],
    });
  });
});

describe.each(oneOrAllHosts(pluginHost))("with $name, exclusive lists", (host) => {
  const [drifting, unseen, strange, released] = [101, 102, 103, 104];
  const accounts = (observe: string) => ({
    secret: { accounts: JSON.stringify({ unseen: { ...defaultAccount, observe } }) },
  });
  const exclusive = { exclusive: true, removalLimit: "100%" };
  const program = (ofUnseen: Declared["properties"], ofStrangers: Declared["properties"]): Program => ({
    drifting: inList(drifting, ["com.own.a", "com.own.b"], exclusive),
    unseen: inList(unseen, ["com.own.a"], { account: "unseen", ...ofUnseen }),
    strange: inList(strange, ["com.own.a"], ofStrangers),
    released: inList(released, ["com.own.a"], ofStrangers),
  });

  it("lose what is not declared, again and again, unless that cannot be seen", async () => {
    const { project, simulator, appBundles, state } = await testbed({
      host,
      program: program({}, { exclusive: true }),
      lists: listsOf({
        [drifting]: ["com.existing.x", "com.own.b"],
        [unseen]: ["com.existing.x"],
        [strange]: [],
        [released]: [],
      }),
    });
    project.configure(accounts("probe"));
    succeeded(await project.up());
    expect(appBundles(drifting)).toEqual(["com.own.a", "com.own.b"]);

    simulator.edit(drifting, { add: { appBundles: ["com.existing.y"] } });
    const drift = succeeded(await project.preview("--refresh", "--diff"));
    expect(drift.text).toMatch(/- com\.existing\.y/u);
    expect(drift.text).toContain('drift: 1 app bundle unexpected ("com.existing.y")');

    project.configure(accounts("off"));
    project.declare(program(exclusive, { exclusive: true }));
    const repair = failed(await project.up("--refresh", "--continue-on-error"));
    expect(appBundles(drifting)).toEqual(["com.own.a", "com.own.b"]);
    // A list that cannot be seen is not taken for done.
    expect(repair.text).toContain("exclusive requires that the list can be read, and it could not be");
    expect((await state("unseen")).outputs["exclusive"]).toBeUndefined();
    expect(appBundles(unseen)).toEqual(["com.existing.x", "com.own.a"]);

    // An entry that no program could declare can be refreshed again and again.
    simulator.edit(strange, { add: { appBundles: ["my app"] } });
    simulator.edit(released, {
      add: { appBundles: Array.from({ length: 20 }, (_, index) => `com.existing.x${index}`) },
    });
    for (const _ of ["once", "twice"]) {
      expect(succeeded(await project.refresh()).text).toContain('1 app bundle unexpected ("my app")');
    }
    // Unmanaged entries stay if exclusive is removed after a refresh.
    project.declare(program({}, {}));
    expect(succeeded(await project.up()).text).toContain("no longer exclusive, so unmanaged entries stay");
    expect(appBundles(released)).toHaveLength(21);

    succeeded(await project.destroy());
    expect(appBundles(drifting)).toEqual(["com.own.b"]);
  });
});
