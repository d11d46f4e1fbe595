import { describe, expect, it } from "vitest";
import { noEntries, type Entries } from "../../provider/list/entries";
import { sendOne } from "../../provider/sync/access";
import { observe } from "../../provider/sync/observe";
import { advance, hasEnded, makeQueue } from "../../provider/sync/queue";
import { noReader } from "../../provider/sync/reader";
import { changeList } from "../../provider/sync/reconcile";
import { bundles } from "../list/entries";
import { fault, goalOf, testList } from "./list";

/** Requests that sending has no use for. */
const unused = { readAppList: () => expect.unreachable(), wait: () => expect.unreachable() };

const three = bundles("com.own.a", "com.own.b", "com.own.c");
const withBad = bundles("com.bad.a", "com.own.a", "com.own.b", "com.own.c");
const refusing = { behavior: { refused: new Set(["com.bad.a", "com.x.bad", "bad.example"]) } };

/** Sends entries to a list without any, in an API with the given options. */
async function sendTo(options: Parameters<typeof testList>[1], entries: Entries) {
  const list = await testList([], options);
  const access = { ...list.access, permit: { declared: entries, removable: noEntries } };
  const { policy } = access;
  let queue = makeQueue("add", entries, { wasRead: true, isAccepted: false, most: policy.maxEntriesPerRequest });
  while (!hasEnded(queue)) {
    const exchange = await sendOne(access, "add", queue.pending[0]?.entries ?? noEntries);
    queue = advance(queue, exchange, noReader, policy);
  }
  return { ...queue, requests: list.requests().join(", ") };
}

describe("sending the entries of an action", () => {
  it("ends if one entry alone is too large", async () => {
    expect(await sendTo({ faults: [fault("add", 413)] }, bundles("com.own.a", "com.own.b"))).toMatchObject({
      interruption: { entries: bundles("com.own.a", "com.own.b") },
      requests: "token 200, add 413, add 413",
    });
  });

  it("asks for the second half in one request before it narrows down the first", async () => {
    const requests = "token 200, add 422, add 422, add 200, add 422, add 200";
    expect(await sendTo(refusing, withBad)).toMatchObject({ requests });
  });

  it("asks for the only suspect by itself", async () => {
    const sent = await sendTo(refusing, bundles("com.own.a", "com.x.bad"));
    expect(sent).toMatchObject({ requests: "token 200, add 422, add 200, add 422" });
  });

  it("reports the entries of a refused request that it could not send again with the request that ended the sending", async () => {
    expect(await sendTo({ ...refusing, faults: [fault("add 4", 403)] }, withBad)).toMatchObject({
      accepted: bundles("com.own.b", "com.own.c"),
      refused: [],
      interruption: { entries: bundles("com.bad.a", "com.own.a") },
      requests: "token 200, add 422, add 422, add 200, add 403",
    });
  });

  it("does not acknowledge an entry of a group that it separates no further", async () => {
    expect(await sendTo({ ...refusing, policy: { narrowedRefusals: 1 } }, withBad)).toMatchObject({
      accepted: bundles("com.own.b", "com.own.c"),
      refused: [{ entries: bundles("com.bad.a", "com.own.a"), isCertain: false }],
      requests: "token 200, add 422, add 422, add 200",
    });
  });

  it("halves a part that is too large while it looks for a refused entry, and keeps that size", async () => {
    const wanted = bundles("com.own.a", "com.own.b", "com.own.c", "com.x.bad");
    expect(await sendTo({ ...refusing, faults: [fault("add 2", 413)] }, wanted)).toMatchObject({
      accepted: three,
      refused: [{ entries: bundles("com.x.bad"), isCertain: true }],
      // All, the first half, its entries one by one, and those of the second half.
      requests: "token 200, add 422, add 413, add 200, add 200, add 200, add 422",
    });
  });

  it("sends one request after the other", async () => {
    const list = await testList([], { policy: { maxEntriesPerRequest: 1 } });
    const [underWay, { api }] = [new Set(), list.access];
    const changeAppList: typeof api.changeAppList = async (...request) => {
      expect(underWay.size).toBe(0);
      underWay.add(request);
      const appList = await api.changeAppList(...request);
      underWay.delete(request);
      return appList;
    };
    const permit = { declared: three, removable: noEntries };
    const access = { ...list.access, permit, api: { ...unused, changeAppList } };
    await changeList(access, goalOf({ desired: three }), await observe(list.access));
    expect(list.appBundles()).toEqual([...three.appBundles]);
  });
});
