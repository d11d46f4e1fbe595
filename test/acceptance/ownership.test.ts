import { describe, expect, it } from "vitest";
import { defaultAccount } from "../../provider/simulator/index";
import { dynamicHost, oneOrAllHosts, pluginHost } from "../harness/hosts";
import { succeeded } from "../harness/project";
import { resourcesOf } from "../harness/stack-state";
import { argsOf, programWith, testbed } from "./testbed";

type Resource = readonly [name: string, args: string, options?: string];

/** Lists by their IDs, each with the app bundles in it. */
function listsOf(appBundles: Readonly<Record<number, readonly string[]>>) {
  return Object.entries(appBundles).map(([id, held]) => ({ id: Number(id), name: `list ${id}`, appBundles: held }));
}

describe.each(oneOrAllHosts(dynamicHost))("with $name, entries of resources that change, each in its list", (host) => {
  const [dropping, claiming, aliased, renamed, from, to, account, shared, first, second] = [
    101, 102, 103, 104, 105, 106, 107, 108, 109, 110,
  ];
  const pair = (appListId: number, ofFrom: readonly string[], ofTo: readonly string[]): readonly Resource[] => [
    [`from-${appListId}`, argsOf(appListId, ofFrom)],
    [`to-${appListId}`, argsOf(appListId, ofTo)],
  ];
  const before = programWith(
    ["dropping", argsOf(dropping, ["com.shared.a", "com.shared.b"])],
    ["claiming", argsOf(claiming, ["com.shared.a"])],
    ["old-name", argsOf(aliased, ["com.own.a"])],
    ["renamed", argsOf(renamed, ["com.own.a", "com.own.b"])],
    ["moving", argsOf(from, ["com.own.a", "com.shared.b"])],
    ["account", argsOf(account, ["com.own.a", "com.shared.b"])],
    ["one", argsOf(shared, ["com.one.a"])],
    ["two", argsOf(shared, ["com.two.a"])],
    ...pair(first, ["com.a", "com.b", "com.shared.c"], ["com.d"]),
    ...pair(second, ["com.a", "com.b", "com.shared.c"], ["com.d"]).toReversed(),
  );
  const after = programWith(
    ["dropping", argsOf(dropping, ["com.shared.a"])],
    ["claiming", argsOf(claiming, ["com.shared.a"], "claimExisting: true")],
    ["new-name", argsOf(aliased, ["com.own.a"]), `{ aliases: [{ name: "old-name" }] }`],
    ["other-name", argsOf(renamed, ["com.own.a"])],
    ["moving", argsOf(to, ["com.own.a", "com.shared.b"])],
    ["account", argsOf(account, ["com.own.a", "com.shared.b"], `account: "main"`)],
    ["two", argsOf(shared, ["com.two.a"])],
    ...pair(first, ["com.a"], ["com.b", "com.d", "com.shared.c"]),
    ...pair(second, ["com.a"], ["com.b", "com.d", "com.shared.c"]).toReversed(),
  );

  it("are removed, claimed, moved and handed over as declared, and unmanaged ones stay", async () => {
    const { project, simulator, appBundles } = await testbed({
      host,
      program: before,
      lists: listsOf({
        [dropping]: ["com.existing.x", "com.shared.a", "com.shared.b"],
        [claiming]: ["com.existing.x", "com.shared.a"],
        [aliased]: [],
        [renamed]: [],
        [from]: ["com.existing.x", "com.shared.b"],
        [to]: ["com.existing.y"],
        [account]: ["com.shared.b"],
        [shared]: ["com.existing.x"],
        [first]: ["com.existing.x", "com.shared.c"],
        [second]: ["com.existing.x", "com.shared.c"],
      }),
    });
    succeeded(await project.up());
    // Two resources on one list manage entries of their own.
    expect(appBundles(shared)).toEqual(["com.existing.x", "com.one.a", "com.two.a"]);

    project.write("index.js", after);
    // Another configuration makes another provider in the state: the run must still know all resources.
    project.configure({
      plain: { timeoutSeconds: "120" },
      secret: { accounts: JSON.stringify({ main: defaultAccount }) },
    });
    const preview = succeeded(await project.preview("--diff"));
    expect(preview.text).toMatch(/- com\.shared\.b/u);
    expect(preview.text).toMatch(/replace\b.*\n.*\n.*::moving\]/u);

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
    // An alias names the old resource.
    expect(changed).not.toContain(aliased);
    // No alias names it: what is declared stays, and the message explains it.
    expect(up.text).toContain("because another resource of this program declares them");
    expect(appBundles(renamed)).toEqual(["com.own.a"]);
    // Another list: the old one is as it was.
    expect(appBundles(from)).toEqual(["com.existing.x", "com.shared.b"]);
    expect(appBundles(to)).toEqual(["com.existing.y", "com.own.a", "com.shared.b"]);
    expect(simulator.list(to)?.name).toBe(`list ${to}`);
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
    expect(succeeded(await project.preview("--refresh", "--expect-no-changes")).text).toContain("12 unchanged");

    succeeded(await project.destroy());
    expect(Object.fromEntries([claiming, aliased, account, first, second].map((id) => [id, appBundles(id)]))).toEqual({
      [claiming]: ["com.existing.x"],
      [aliased]: [],
      [account]: ["com.own.a", "com.shared.b"],
      [first]: ["com.existing.x", "com.shared.c"],
      [second]: ["com.existing.x", "com.shared.c"],
    });
  });
});

describe.each(oneOrAllHosts(pluginHost))("with $name, two resources on one list", (host) => {
  it("are refused, with both names, when they declare the same entry or one of them is exclusive", async () => {
    const { project, requests } = await testbed({
      host,
      program: programWith(["one", argsOf(4321, ["com.own.a", "com.own.b"])], ["two", argsOf(4321, ["com.own.b"])]),
    });
    const same = await project.preview();
    expect(same.code).not.toBe(0);
    expect(same.text).toMatch(
      /app list 4321: the app bundle "com\.own\.b" is declared by the resources "(one|two)" and "(one|two)"/u,
    );
    project.write(
      "index.js",
      programWith(["one", argsOf(4321, ["com.own.a"], "exclusive: true")], ["two", argsOf(4321, ["com.own.b"])]),
    );
    const exclusive = await project.preview();
    expect(exclusive.code).not.toBe(0);
    expect(exclusive.text).toMatch(/declared by the resources "(one|two)" and "(one|two)", and "one" is exclusive/u);
    expect(requests()).toEqual([]);
  });
});

describe.each(oneOrAllHosts(pluginHost))("with $name, exclusive lists", (host) => {
  const [drifting, unseen, strange, released, guarded] = [101, 102, 103, 104, 105];
  const unmanaged = Array.from({ length: 20 }, (_, index) => `com.existing.x${index}`);
  const accounts = (observe: string) => ({
    secret: { accounts: JSON.stringify({ unseen: { ...defaultAccount, observe } }) },
  });
  const program = (more: Readonly<Partial<Record<"ofUnseen" | "ofGuarded" | "ofStrangers", string>>>): string => {
    const { ofUnseen = "", ofGuarded = `removalLimit: "100%"`, ofStrangers = "exclusive: true" } = more;
    return programWith(
      ["drifting", argsOf(drifting, ["com.own.a", "com.own.b"], `exclusive: true, removalLimit: "100%"`)],
      ["unseen", argsOf(unseen, ["com.own.a"], `account: "unseen", ${ofUnseen}`)],
      ["strange", argsOf(strange, ["com.own.a"], ofStrangers)],
      ["released", argsOf(released, ["com.own.a"], ofStrangers)],
      ["guarded", argsOf(guarded, ["com.own.a"], `exclusive: true, ${ofGuarded}`)],
    );
  };

  it("lose what is not declared, again and again, unless that is too much or cannot be seen", async () => {
    const { project, simulator, appBundles, state } = await testbed({
      host,
      program: program({ ofGuarded: "" }),
      lists: listsOf({
        [drifting]: ["com.existing.x", "com.own.b"],
        [unseen]: ["com.existing.x"],
        [strange]: [],
        [released]: [],
        [guarded]: unmanaged,
      }),
    });
    project.configure(accounts("probe"));
    const creates = await project.up("--continue-on-error");
    expect(creates.code).not.toBe(0);
    expect(appBundles(drifting)).toEqual(["com.own.a", "com.own.b"]);
    // Too much at once.
    expect(creates.text).toContain(
      "would remove 20 of 20 entries (100%), more than the limit of 30% at once. It was not started.",
    );
    expect(appBundles(guarded)).toHaveLength(20);
    expect(await resourcesOf(project)).toHaveLength(4);

    project.write("index.js", program({}));
    simulator.edit(drifting, { add: { appBundles: ["com.existing.y"] } });
    const drift = succeeded(await project.preview("--refresh", "--diff"));
    expect(drift.text).toMatch(/- com\.existing\.y/u);
    expect(drift.text).toContain('drift: 1 app bundle unexpected ("com.existing.y")');

    project.configure(accounts("off"));
    project.write("index.js", program({ ofUnseen: `exclusive: true, removalLimit: "100%"` }));
    const repair = await project.up("--refresh", "--continue-on-error");
    expect(appBundles(drifting)).toEqual(["com.own.a", "com.own.b"]);
    expect(appBundles(guarded)).toEqual(["com.own.a"]);
    // A list that cannot be seen is not taken for done.
    expect(repair.code).not.toBe(0);
    expect(repair.text).toContain("exclusive requires that the list can be read, and it could not be");
    expect((await state("unseen")).outputs["exclusive"]).toBeUndefined();
    expect(appBundles(unseen)).toEqual(["com.existing.x", "com.own.a"]);

    // An entry that no program could declare can be refreshed again and again.
    simulator.edit(strange, { add: { appBundles: ["my app"] } });
    simulator.edit(released, { add: { appBundles: unmanaged } });
    for (const _ of ["once", "twice"]) {
      const refresh = succeeded(await project.pulumi("refresh", "--yes", "--skip-preview"));
      expect(refresh.text).toContain('1 app bundle unexpected ("my app")');
    }
    // Unmanaged entries stay if exclusive is removed after a refresh.
    project.write("index.js", program({ ofStrangers: "" }));
    expect(succeeded(await project.up()).text).toContain("no longer exclusive, so unmanaged entries stay");
    expect(appBundles(released)).toHaveLength(21);

    succeeded(await project.destroy());
    expect(appBundles(drifting)).toEqual(["com.own.b"]);
  });
});
