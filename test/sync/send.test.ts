import { describe, expect, it } from "vitest";
import { EntrySet } from "../../provider/list/entry-set";
import { noEntries } from "../../provider/list/entries";
import { Deadline } from "../../provider/api/deadline";
import type { ListAccess, RequestProgress } from "../../provider/sync/access";
import { send } from "../../provider/sync/send";
import { bundles, entries, fault, testList } from "./list";

/** Requests that sending has no use for. */
const unused = { readAppList: () => expect.unreachable(), wait: () => expect.unreachable() };

describe("sending the entries of an action", () => {
  it("sends nothing if there are none", async () => {
    const list = await testList();
    expect(await send(list.access, "add", noEntries)).toEqual({
      acknowledged: noEntries,
      leftOut: noEntries,
      refused: [],
    });
    expect(list.requests()).toEqual([]);
  });

  it("shows the list as the last answer of success shows it", async () => {
    const list = await testList(["com.existing.a"], { policy: { maxEntriesPerRequest: 1 } });
    const sent = await send(list.access, "add", bundles("com.own.a", "com.own.b"));
    expect(sent.acknowledged).toEqual(bundles("com.own.a", "com.own.b"));
    expect(sent.appList?.entries.appBundles).toEqual(EntrySet.of(["com.existing.a", "com.own.a", "com.own.b"]));
    expect(sent.interruption).toBeUndefined();
  });

  it("names what was to be added and is not in the answer, and nothing of a kind that answers do not show", async () => {
    const list = await testList([], {
      behaviour: { silentlyDropped: new Set(["com.bad.a", "bad.example"]), websites: "hidden" },
    });
    const wanted = entries({ appBundles: ["com.bad.a", "com.own.a"], websites: ["bad.example"] });
    const sent = await send(list.access, "add", wanted);
    expect(sent).toMatchObject({ acknowledged: wanted, leftOut: bundles("com.bad.a") });
    const removed = await send(list.access, "remove", bundles("com.own.a"));
    expect(removed).toMatchObject({ acknowledged: bundles("com.own.a"), leftOut: noEntries });
  });

  it("ends with the first request that fails, and reports its entries", async () => {
    const list = await testList([], { policy: { maxEntriesPerRequest: 1 }, faults: [fault("add 2", 403)] });
    const sent = await send(list.access, "add", bundles("com.own.a", "com.own.b", "com.own.c"));
    expect(sent.acknowledged).toEqual(bundles("com.own.a"));
    expect(sent.interruption?.entries).toEqual(bundles("com.own.b"));
    expect(sent.interruption?.error.status).toBe(403);
    expect(list.requests()).toEqual(["token 200", "add 200", "add 403"]);
  });

  it("ends if one entry alone is too large", async () => {
    const list = await testList([], { faults: [fault("add", 413)] });
    const sent = await send(list.access, "add", bundles("com.own.a", "com.own.b"));
    expect(sent.interruption?.entries).toEqual(bundles("com.own.a"));
    expect(list.requests()).toEqual(["token 200", "add 413", "add 413"]);
  });

  it("sends nothing after the deadline", async () => {
    const list = await testList([], { access: { deadline: Deadline.after(60, { end: AbortSignal.abort() }) } });
    const sent = await send(list.access, "add", bundles("com.own.a"));
    expect(sent.interruption?.error.effect).toBe("none");
    expect(list.requests()).toEqual([]);
  });

  it("does not stop at a refused entry, of whichever kind, and keeps the reason of the API", async () => {
    const list = await testList([], { behaviour: { refused: new Set(["com.bad.a", "bad.example"]) } });
    const wanted = entries({
      appBundles: ["com.bad.a", "com.own.a", "com.own.b"],
      websites: ["own.example", "bad.example"],
    });
    const sent = await send(list.access, "add", wanted);
    expect(sent.acknowledged).toEqual(entries({ appBundles: ["com.own.a", "com.own.b"], websites: ["own.example"] }));
    expect(sent.refused.map((group) => group.entries)).toEqual([
      bundles("com.bad.a"),
      entries({ websites: ["bad.example"] }),
    ]);
    expect(sent.refused.map((group) => group.error.status)).toEqual([422, 422]);
  });

  it("separates refused entries also if the API returns status 400 for them", async () => {
    const list = await testList([], { faults: [fault("add", 400)] });
    const sent = await send(list.access, "add", bundles("com.own.a", "com.own.b"));
    expect(sent.refused.map((group) => group.entries)).toEqual([bundles("com.own.a"), bundles("com.own.b")]);
    expect(sent.interruption).toBeUndefined();
  });

  it("asks for the second half in one request if the refused entry was found in the first", async () => {
    const list = await testList([], { behaviour: { refused: new Set(["com.bad.a"]) } });
    await send(list.access, "add", bundles("com.bad.a", "com.own.a", "com.own.b", "com.own.c"));
    expect(list.requests().slice(1)).toEqual(["add 422", "add 422", "add 422", "add 200", "add 200"]);
  });

  it("asks for the only suspect by itself, and counts what is refused as answered", async () => {
    const reports: RequestProgress[] = [];
    const onProgress = (progress: RequestProgress): void => void reports.push(progress);
    const list = await testList([], { behaviour: { refused: new Set(["com.bad.a"]) }, access: { onProgress } });
    await send(list.access, "add", bundles("com.own.a", "com.bad.a"));
    expect(list.requests()).toEqual(["token 200", "add 422", "add 200", "add 422"]);
    expect(reports).toEqual([
      { sent: 1, left: 2 },
      { sent: 2, left: 1 },
      { sent: 3, left: 0 },
    ]);
  });

  it("reports the entries of a refused request that it could not send again, as refused with others", async () => {
    const list = await testList([], { behaviour: { refused: new Set(["com.bad.a"]) }, faults: [fault("add 4", 403)] });
    const sent = await send(list.access, "add", bundles("com.bad.a", "com.own.a", "com.own.b", "com.own.c"));
    expect(list.requests().slice(1)).toEqual(["add 422", "add 422", "add 422", "add 403"]);
    expect(sent.interruption?.entries).toEqual(bundles("com.own.a"));
    expect(sent.acknowledged).toEqual(noEntries);
    expect(sent.refused).toMatchObject([
      { entries: bundles("com.bad.a"), isCertain: true },
      { entries: bundles("com.own.a", "com.own.b", "com.own.c"), isCertain: false },
    ]);
  });

  it("does not acknowledge an entry of a group that it separates no further", async () => {
    const list = await testList([], {
      behaviour: { refused: new Set(["com.bad.a"]) },
      policy: { isolationRequests: 1 },
    });
    const sent = await send(list.access, "add", bundles("com.bad.a", "com.own.a", "com.own.b", "com.own.c"));
    expect(list.requests().slice(1)).toEqual(["add 422", "add 422"]);
    expect(sent.acknowledged).toEqual(noEntries);
    expect(sent.refused).toMatchObject([
      { entries: bundles("com.bad.a"), isCertain: false },
      { entries: bundles("com.own.a"), isCertain: false },
      { entries: bundles("com.own.b", "com.own.c"), isCertain: false },
    ]);
  });

  it("halves a part that is too large while it looks for a refused entry, and keeps that size", async () => {
    const list = await testList([], { behaviour: { refused: new Set(["com.bad.a"]) }, faults: [fault("add 2", 413)] });
    const wanted = bundles("com.own.a", "com.own.b", "com.own.c", "com.bad.a");
    const sent = await send(list.access, "add", wanted);
    expect(sent.acknowledged).toEqual(bundles("com.own.a", "com.own.b", "com.own.c"));
    expect(sent.refused).toMatchObject([{ entries: bundles("com.bad.a"), isCertain: true }]);
    // All, the first half, its entries one by one, and those of the second half.
    expect(list.requests().slice(1)).toEqual(["add 422", "add 413", "add 200", "add 200", "add 200", "add 422"]);
  });

  it.each(["add", "remove"] as const)("sends one request after the other, to %s as well", async (action) => {
    const ten = Array.from({ length: 10 }, (_, index) => `com.own.a${index}`);
    const list = await testList(action === "add" ? [] : ten, { policy: { maxEntriesPerRequest: 1 } });
    const { api } = list.access;
    const underWay: number[] = [];
    let current = 0;
    const changeAppList: typeof api.changeAppList = async (...request) => {
      current += 1;
      underWay.push(current);
      try {
        return await api.changeAppList(...request);
      } finally {
        current -= 1;
      }
    };
    const counting: ListAccess = { ...list.access, api: { ...unused, changeAppList } };
    const sent = await send(counting, action, bundles(...ten));
    expect(sent.acknowledged).toEqual(bundles(...ten));
    expect(list.appBundles()).toEqual(action === "add" ? ten : []);
    expect(underWay).toEqual(ten.map(() => 1));
  });
});
