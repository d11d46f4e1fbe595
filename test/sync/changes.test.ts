import { join } from "node:path";
import { expect, it } from "vitest";
import { isEmpty, noEntries, union, type Changes, type Entries } from "../../provider/list/entries";
import type { Update } from "../../provider/list/update";
import { observe } from "../../provider/sync/observe";
import { changeList } from "../../provider/sync/reconcile";
import { gatewayNotFound } from "../harness/gateway-not-found";
import { bundles, entries } from "../list/entries";
import { examplesFor, fault, goalOf, guardWith, numbered, readPath, testChanges, testList, type Example } from "./list";

const own = bundles("com.own.a");
const second = bundles("com.own.b");
const both = union(own, second);
const three = union(both, bundles("com.own.c"));
const none = { desired: noEntries };
const removal = { ...none, managed: own };

/** An API that can read a list. */
const readable = { behavior: { read: readPath }, access: { observe: "read" } } as const;
const nulls = { kind: "status", status: 200, body: '{"id":7,"app_bundles":null,"placement_ids":"1-a"}' } as const;
const notFound = { ...gatewayNotFound, empty: 404 } as const;

const reads: Readonly<Record<string, Example>> = {
  "by the probe": [none, ["com.own.a"]],
  "by the read endpoint": [none, ["com.own.a"], readable],
  "that shows nothing of a null, by the probe": [none, ["com.own.a"], { faults: [fault("remove", nulls)] }],
  "that shows nothing of a null, by the endpoint": [none, [], { ...readable, faults: [fault("read", nulls)] }],
  "by the probe, if the path of the endpoint is wrong": [none, ["com.own.a"], { access: readable.access }],
  "of nothing, if it is off": [none, ["com.own.a"], { access: { observe: "off" } }],
  ...examplesFor(["html", "json", "empty"] as const, (form) => ({
    "by a second probe after 404 of a gateway": [none, ["com.own.a"], { faults: [fault("remove 1", notFound[form])] }],
  })),
  ...examplesFor([400, 404, 405, 409, 410, 422], (status) => ({
    "that the API refuses": [none, [], { faults: [fault("remove", status)] }],
  })),
  "that fails with 302, which is not about the entry": [none, [], { faults: [fault("remove", 302)] }],
  "that fails with 413, which is not about the entry": [none, [], { faults: [fault("remove", 413)] }],
  "of an endpoint that fails with 403": [none, [], { ...readable, faults: [fault("read", 403)] }],
};

const perRequest = { policy: { maxEntriesPerRequest: 1 } };

const changes: Readonly<Record<string, Example>> = {
  "adds all missing entries with one request": [
    { desired: entries({ appBundles: ["com.own.a"], placementIds: ["1-a"], websites: ["own.example"] }) },
    ["com.existing.a"],
  ],
  "adds before it removes, and sends only what differs": [
    { desired: bundles("com.own.b", "com.own.c"), managed: both },
    ["com.existing.a", "com.own.a", "com.own.b"],
  ],
  "sends nothing but a read if nothing differs": [{ desired: own, managed: own }, ["com.own.a"]],
  "spares what others declare during a split removal": [
    { ...none, managed: three, declaredElsewhere: declaredAfter("com.own.a") },
    [...three.appBundles],
    perRequest,
  ],
  "removes nothing after additions that the API silently leaves out": [
    { desired: bundles("com.bad.x", "com.own.b"), managed: own },
    ["com.own.a"],
    { behavior: { ignored: new Set(["com.bad.x"]) } },
  ],
  "adds entries again that somebody removed after their addition": [
    { desired: three, managed: bundles("com.old.x") },
    ["com.old.x"],
    {
      ...perRequest,
      meanwhile: ({ entries: sent }, simulator) => {
        const isSecond = sent?.appBundles?.includes("com.own.b") === true && simulator.journal.length === 4;
        if (isSecond) simulator.edit(7, { remove: { appBundles: ["com.own.a"] } });
      },
    },
  ],
  ...examplesFor([0, 1], (unknown) => ({
    "ends if somebody removes additions again and again, after unknown outcomes": [
      { desired: both },
      [],
      {
        ...perRequest,
        faults: [fault("add 1", "reset")].slice(0, unknown),
        meanwhile: ({ action }, simulator) => {
          if (action === "add") simulator.edit(7, { remove: { appBundles: [...both.appBundles] } });
        },
      },
    ],
  })),
  ...examplesFor([4, 5], (copies) => ({
    "removes an entry with several copies, one per request": [
      { desired: second, managed: own },
      Array.from({ length: copies }, () => "com.own.a"),
      { behavior: { removedCopies: "first" } },
    ],
  })),
  "leaves an entry with a comma, which a request would take for two": [
    { desired: own, exclusive: true },
    [],
    { faults: [fault("remove", { kind: "status", status: 200, body: '{"id":7,"app_bundles":["com.own.a","x,y"]}' })] },
  ],
  "ends with what was done if it is forbidden in the middle": [
    { desired: bundles("com.own.c"), managed: both },
    [...both.appBundles],
    { ...perRequest, faults: [fault("remove 3", 403)] },
  ],
  "counts what it added without an answer, once it is seen": [
    { desired: own, managed: second },
    ["com.own.b"],
    { faults: [fault("add 1", "reset", "after"), fault("remove 3", 403)] },
  ],
  "does not count entries that another writer added in the meantime": [
    { desired: own },
    [],
    {
      faults: [fault("add 1", 403)],
      meanwhile: ({ action }, simulator) => {
        if (action === "add") simulator.edit(7, { add: { appBundles: ["com.existing.a"] } });
      },
    },
  ],
  "ends with the rest after four rounds without a known outcome": [
    { desired: own },
    [],
    { faults: [fault("add", "reset")] },
  ],
  // With status 501, no request is sent again.
  ...examplesFor([501, 422], (status) => ({
    "does not know an outcome if the list cannot be read afterward": [
      { desired: second, managed: own },
      ["com.own.a"],
      { faults: [fault("add", "reset", "after"), fault("remove 2", status)] },
    ],
  })),
};

const guarded = { ...removal, exclusive: true, guard: guardWith(own) };
const all = ["com.own.a", "com.own.b", "com.x"];

const judged: Readonly<Record<string, Example>> = {
  "unmanaged entries of an exclusive list that only the response to an addition shows": [
    { desired: own, exclusive: true, guard: guardWith(noEntries) },
    numbered(20, "com.existing.x"),
    // The API refuses the sentinel, the first entry that is added after it refuses the probe.
    { behavior: { removeAbsent: "error" }, faults: [fault("add 1", 422)] },
  ],
  "unmanaged entries of an exclusive list, but none that are gone": [
    {
      desired: both,
      managed: bundles("com.own.a", "com.gone"),
      exclusive: true,
      guard: guardWith(bundles("com.own.a", "com.gone"), { unit: "entries", most: 0 }),
    },
    all,
  ],
  "two unmanaged entries that are more than a share, but not one managed entry": [guarded, all],
  "no entries that others declare": [{ ...guarded, declaredElsewhere: () => bundles("com.own.b", "com.x") }, all],
};

const foreign = union(own, bundles("com.foreign.x", "com.foreign.y"));
const managingAll = { managed: foreign };

const filtered: Readonly<Record<string, Example>> = {
  "a removal of what the state does not manage": [
    { ...none, ...managingAll, permit: { declared: noEntries, removable: own } },
    [...foreign.appBundles],
  ],
  "a removal of what the resource declares, of an exclusive list either": [
    { desired: own, managed: own, exclusive: true, permit: { declared: foreign, removable: "any" } },
    [...foreign.appBundles],
  ],
  "an addition of what the program does not declare": [
    { desired: bundles("com.own.a", "com.other.b"), managed: own, permit: { declared: own, removable: own } },
    [...foreign.appBundles],
  ],
  "a removal of what other resources declare just before it, in silence": [
    { ...none, ...managingAll, declaredElsewhere: declaredAtRemoval() },
    [...foreign.appBundles],
  ],
  "a removal of nothing else": [{ ...removal, declaredElsewhere: declaredAtRemoval() }, [...foreign.appBundles]],
  "a removal after an addition, which stays in the result": [
    {
      desired: entries({ appBundles: ["com.own.a"], websites: ["new.example"] }),
      ...managingAll,
      permit: { declared: entries({ appBundles: ["com.own.a"], websites: ["new.example"] }), removable: own },
    },
    [...foreign.appBundles],
  ],
};

/** Another resource declares `both` as soon as an entry was removed. */
function declaredAfter(removed: string): (removing: Entries) => Entries {
  let elsewhere = noEntries;
  return (removing) => {
    const before = elsewhere;
    if ([...removing.appBundles].includes(removed)) elsewhere = both;
    return before;
  };
}

/** Another resource declares `own` at the first removal: the plan is older. */
function declaredAtRemoval(): (removing: Entries) => Entries {
  let elsewhere = noEntries;
  return (removing) => {
    if (!isEmpty(removing)) elsewhere = own;
    return elsewhere;
  };
}

const titled = (prefix: string, examples: Readonly<Record<string, Example>>) =>
  Object.fromEntries(Object.entries(examples).map(([title, example]) => [`${prefix} ${title}`, example]));

testChanges(join(import.meta.dirname, "changes.txt"), {
  ...titled("a read", reads),
  ...titled("a change", changes),
  ...titled("the guard stops", judged),
  ...titled("the last filter stops", filtered),
});

it("the guard judges the whole change, before anything is sent and before it removes", async () => {
  const asked: Changes[] = [];
  const guard = (update: Update): readonly [] => {
    asked.push({ add: update.add, remove: update.remove.own });
    return [];
  };
  const list = await testList(numbered(10));
  const desired = bundles(...numbered(10).slice(4), "com.own.y");
  await list.change({ desired, managed: bundles(...numbered(10)), guard });
  const whole = { add: bundles("com.own.y"), remove: bundles(...numbered(10).slice(0, 4)) };
  expect(asked).toEqual([whole, whole]);
});

it("the declarations of others are read after each part of a removal is marked as removed", async () => {
  const events: string[] = [];
  const list = await testList([...three.appBundles], {
    policy: { maxEntriesPerRequest: 2 },
    meanwhile: ({ action, entries: sent }) => events.push(`${action} ${sent?.appBundles?.length}`),
  });
  const declaredElsewhere = (removing: Entries): Entries => {
    if (!isEmpty(removing)) events.push(`mark ${removing.appBundles.size}`);
    return noEntries;
  };
  await list.change({ ...none, managed: three, declaredElsewhere });
  expect(events.slice(-4)).toEqual(["mark 2", "remove 2", "mark 1", "remove 1"]);
});

it("each probe has a name of its own, and no other request is sent meanwhile", async () => {
  const list = await testList([], perRequest);
  const [underWay, { api }] = [new Set(), list.access];
  const changeAppList: typeof api.changeAppList = async (...request) => {
    expect(underWay.size).toBe(0);
    underWay.add(request);
    const appList = await api.changeAppList(...request);
    underWay.delete(request);
    return appList;
  };
  const unused = { readAppList: () => expect.unreachable(), wait: () => expect.unreachable() };
  const permit = { declared: three, removable: noEntries };
  const access = { ...list.access, permit, api: { ...unused, changeAppList } };
  for (const desired of [both, three]) await changeList(access, goalOf({ desired }), await observe(list.access));
  const removed = list.simulator.journal.filter(({ action }) => action === "remove");
  const probes = removed.flatMap(({ entries: sent }) => sent?.appBundles ?? []);
  expect(new Set(probes).size).toBe(2);
  for (const probe of probes) expect(probe).toMatch(/^invalid\.pulumiapplist\.x[0-9a-f]{32}$/u);
  expect(list.simulator.list(7)?.appBundles).toEqual([...three.appBundles]);
});
