import { expect, it } from "vitest";
import { noEntries } from "../../provider/list/entries";
import { observe } from "../../provider/sync/observe";
import { changeList } from "../../provider/sync/reconcile";
import { bundles } from "../list/entries";
import { endOf, fault, goalOf, numbered, testList, words } from "./list";

const three = bundles("com.own.a", "com.own.b", "com.own.c");
const withBad = bundles("com.bad.a", ...three.appBundles);
const refusing = { behavior: { refused: new Set(["com.bad.a", "com.x.bad"]) } };

it.each([
  [
    "ends if one entry alone is too large",
    bundles("com.own.a", "com.own.b"),
    { faults: [fault("add", 413)] },
    "add 413, add 413, remove 200",
    "No change was observed.",
  ],
  [
    "asks for both halves of each refused request, in turns the second one first",
    withBad,
    refusing,
    "add 422, add 200, add 422, add 422, add 200, remove 200",
    'refused to add 1 app bundle ("com.bad.a")',
  ],
  [
    "asks for a refused entry by itself",
    bundles("com.own.a", "com.x.bad"),
    refusing,
    "add 422, add 422, add 200, remove 200",
    'refused to add 1 app bundle ("com.x.bad")',
  ],
  [
    "reports the entries of a refused request that it could not send again with the request that ended the sending",
    withBad,
    { ...refusing, faults: [fault("add 4", "reset"), fault("remove 2", 501)] },
    "add 422, add 200, add 422, add none, remove 501",
    'This change added 2 app bundles; 2 app bundles ("com.bad.a", "com.own.a") may or may not be in the list.',
  ],
  [
    "does not acknowledge an entry of a group that it separates no further",
    withBad,
    { ...refusing, policy: { narrowedRefusals: 1 } },
    "add 422, add 200, add 422, remove 200",
    'refused to add 2 app bundles ("com.bad.a", "com.own.a")',
  ],
  [
    "halves a part that is too large while it looks for a refused entry, and keeps that size",
    bundles(...three.appBundles, "com.x.bad"),
    { ...refusing, faults: [fault("add 2", 413)] },
    // All, the second half, its entries one by one, and those of the first half.
    "add 422, add 413, add 200, add 422, add 200, add 200, remove 200",
    'refused to add 1 app bundle ("com.x.bad")',
  ],
  [
    "counts refusals anew once a refused request is known to have been too large",
    bundles(...numbered(15), "com.x.bad"),
    {
      behavior: { ...refusing.behavior, maxEntriesPerRequest: 4, statuses: { tooMany: 422 } },
      policy: { maxEntriesPerRequest: 8, narrowedRefusals: 2 },
    },
    // Eight, four twice; then four twice, the last ones in twos, and the last two one by one.
    "add 422, add 200, add 200, add 200, add 422, add 422, add 200, add 422, add 200, remove 200",
    'refused to add 1 app bundle ("com.x.bad")',
  ],
] as const)("sending %s", async (_, desired, options, requests, message) => {
  const end = await endOf({ desired }, [], options);
  expect(end).toMatchObject({ requests: `token 200, remove 200, ${requests}`, message: words(message) });
});

it("sending sends one request after the other", async () => {
  const list = await testList([], { policy: { maxEntriesPerRequest: 1 } });
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
  await changeList(access, goalOf({ desired: three }), await observe(list.access));
  expect(list.appBundles()).toEqual([...three.appBundles]);
});
