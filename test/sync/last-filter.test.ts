import { describe, expect, it } from "vitest";
import { isEmpty, noEntries, union, type Entries } from "../../provider/list/entries";
import type { Permit } from "../../provider/list/permit";
import { observe } from "../../provider/sync/observe";
import { changeList } from "../../provider/sync/reconcile";
import { bundles, entries } from "../list/entries";
import { goalOf, testList, withError } from "./list";

const own = bundles("com.own.a");
const foreign = bundles("com.foreign.x", "com.foreign.y");

interface Lie {
  readonly desired: Entries;
  readonly managed: Entries;
  readonly exclusive?: boolean;
  readonly isDelete?: boolean;
  readonly permit: Permit;
  readonly declaredElsewhere?: (removing: Entries) => Entries;
}

/** Changes a list as a planner wants that takes what it must not take. */
async function changeFor({ desired, managed, isDelete = false, permit, declaredElsewhere, ...lie }: Lie) {
  const list = await testList(["com.own.a", "com.foreign.x", "com.foreign.y"]);
  const access = { ...list.access, permit, ...(declaredElsewhere && { declaredElsewhere }) };
  const goal = goalOf({ desired, managed, ...lie, ...(isDelete && { what: "delete" as const }) });
  const change = withError(await changeList(access, goal, await observe(access)), goal);
  return {
    ...change,
    code: change.error?.code,
    requests: list.requests().join(", "),
    appBundles: list.appBundles(),
  };
}

const refused = {
  code: "INTERNAL",
  appBundles: ["com.foreign.x", "com.foreign.y", "com.own.a"],
  requests: "token 200, remove 200",
};

describe("the last filter, whatever is planned,", () => {
  it("lets no request remove what the state does not manage, and names it", async () => {
    const lie = { desired: noEntries, managed: union(own, foreign), permit: { declared: noEntries, removable: own } };
    const { error, ...end } = await changeFor(lie);
    expect(end).toMatchObject(refused);
    expect(error?.message).toBe(
      'app list 7 "brand-safety": the provider did not send a request to remove 2 app bundles ("com.foreign.x", "com.foreign.y"), ' +
        "because this resource must not remove these entries.\nNothing was changed.\nThis is a defect of pulumi-app-list: report it with this message.",
    );
  });

  it("names the way to end a resource whose delete it stops", async () => {
    const permit = { declared: noEntries, removable: noEntries };
    const { error, ...end } = await changeFor({ desired: noEntries, managed: own, isDelete: true, permit });
    expect(end).toMatchObject(refused);
    expect(error?.message).toContain(
      "To forget the resource, and keep its entries in the list: pulumi state delete URN",
    );
  });

  it("lets no request remove what the resource declares, of an exclusive list either", async () => {
    const permit = { declared: union(own, foreign), removable: "any" } as const;
    expect(await changeFor({ desired: own, managed: own, exclusive: true, permit })).toMatchObject(refused);
  });

  it("lets no request add what the program does not declare", async () => {
    const permit = { declared: own, removable: own };
    const desired = bundles("com.own.a", "com.other.b");
    expect(await changeFor({ desired, managed: own, permit })).toMatchObject(refused);
  });

  it("sends no removal of what other resources declare just before it, and names nothing", async () => {
    const asked: Entries[] = [];
    // The plan is older than the declaration.
    const declaredElsewhere = (removing: Entries): Entries => {
      if (!isEmpty(removing)) asked.push(removing);
      return asked.length === 0 ? noEntries : own;
    };
    const permit = { declared: noEntries, removable: union(own, foreign) };
    const end = await changeFor({ desired: noEntries, managed: union(own, foreign), permit, declaredElsewhere });
    expect(end).toMatchObject({
      code: undefined,
      appBundles: ["com.own.a"],
      requests: "token 200, remove 200, remove 200",
    });
    expect(asked).toEqual([union(own, foreign)]);
    asked.length = 0;
    const alone = { desired: noEntries, managed: own, permit: { ...permit, removable: own } };
    expect(await changeFor({ ...alone, declaredElsewhere })).toMatchObject({
      code: undefined,
      requests: "token 200, remove 200",
      removed: noEntries,
    });
  });

  it("keeps what was added before in the result", async () => {
    const desired = entries({ appBundles: ["com.own.a"], websites: ["new.example"] });
    const permit = { declared: desired, removable: own };
    expect(await changeFor({ desired, managed: foreign, permit })).toMatchObject({
      ...refused,
      mayHaveChanged: true,
      acknowledged: { add: entries({ websites: ["new.example"] }), remove: noEntries },
      requests: "token 200, remove 200, add 200",
    });
  });
});
