import { describe, expect, it } from "vitest";
import { isEmpty, noEntries, union, type Entries } from "../../provider/list/entries";
import { bundles, entries } from "../list/entries";
import { endOf } from "./list";

const own = bundles("com.own.a");
const all = union(own, bundles("com.foreign.x", "com.foreign.y"));

/** Changes a list as a planner wants that takes what it must not take. */
const lied = (goal: Parameters<typeof endOf>[0]) => endOf(goal, [...all.appBundles]);

const refused = {
  code: "INTERNAL",
  appBundles: ["com.foreign.x", "com.foreign.y", "com.own.a"],
  requests: "token 200, remove 200",
};

describe("the last filter, whatever is planned,", () => {
  it("lets no request remove what the state does not manage, and counts it, because it may be secret", async () => {
    const permit = { declared: noEntries, removable: own };
    expect(await lied({ desired: noEntries, managed: all, permit })).toMatchObject({
      ...refused,
      message:
        'app list 7 "brand-safety": the provider did not send a request to remove 2 app bundles, ' +
        "because this resource must not remove these entries.\nNothing was changed.\nThis is a defect of pulumi-app-list: report it with this message.",
    });
  });

  it("names the way to end a resource whose delete it stops", async () => {
    const permit = { declared: noEntries, removable: noEntries };
    const end = await lied({ what: "delete", desired: noEntries, managed: own, permit });
    expect(end).toMatchObject(refused);
    expect(end.message).toContain("To forget the resource, and keep its entries in the list: pulumi state delete URN");
  });

  it.each([
    ["remove what the resource declares, of an exclusive list either", own, { declared: all, removable: "any" }],
    ["add what the program does not declare", bundles("com.own.a", "com.other.b"), { declared: own, removable: own }],
  ] as const)("lets no request %s", async (_, desired, permit) => {
    const exclusive = permit.removable === "any";
    expect(await lied({ desired, managed: own, exclusive, permit })).toMatchObject(refused);
  });

  it("sends no removal of what other resources declare just before it, and names nothing", async () => {
    const asked: Entries[] = [];
    // The plan is older than the declaration.
    const declaredElsewhere = (removing: Entries): Entries => {
      if (!isEmpty(removing)) asked.push(removing);
      return asked.length === 0 ? noEntries : own;
    };
    expect(await lied({ desired: noEntries, managed: all, declaredElsewhere })).toMatchObject({
      code: undefined,
      appBundles: ["com.own.a"],
      requests: "token 200, remove 200, remove 200",
    });
    expect(asked).toEqual([all]);
    asked.length = 0;
    expect(await lied({ desired: noEntries, managed: own, declaredElsewhere })).toMatchObject({
      code: undefined,
      requests: "token 200, remove 200",
      removed: noEntries,
    });
  });

  it("keeps what was added before in the result", async () => {
    const desired = entries({ appBundles: ["com.own.a"], websites: ["new.example"] });
    const permit = { declared: desired, removable: own };
    expect(await lied({ desired, managed: all, permit })).toMatchObject({
      ...refused,
      mayHaveChanged: true,
      acknowledged: { add: entries({ websites: ["new.example"] }), remove: noEntries },
      requests: "token 200, remove 200, add 200",
    });
  });
});
