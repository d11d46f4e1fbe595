import { describe, expect, it } from "vitest";
import { noChanges, noEntries, union, type Entries } from "../../provider/list/entries";
import { EntrySet } from "../../provider/list/entry-set";
import { seenViews } from "../../provider/list/views";
import { nothingManaged } from "../../provider/list/ownership";
import { bundles, entries } from "../list/entries";
import { fault, numbered, testList, words, type TestList } from "./list";
import { hidingWebsites } from "../harness/shows";

const own = bundles("com.own.a");
const website = entries({ websites: ["own.example"] });
const unread = { access: { observe: "off" } } as const;

/** The unconfirmed entries of a change without unconfirmed additions. */
const removing = (remove: Entries) => ({ add: noEntries, remove });

describe("an exclusive list that the API never shows", () => {
  it("is a failure, because its other entries are unknown", async () => {
    const list = await testList(["com.existing.a", "com.own.a"], unread);
    expect(await list.end({ desired: own, managed: own, exclusive: true })).toMatchObject({
      code: "LIST_UNVERIFIED",
      message: words("it could not be read: app-list:observe is off"),
      requests: "",
    });
  });

  it("is none if the list need not be exclusive, and is reported as not verified", async () => {
    const list = await testList(["com.own.a"], unread);
    const first = { reason: "app-list:observe is off" };
    const end = { code: undefined, appList: undefined, first, mayHaveChanged: false };
    expect(await list.end({ desired: own, managed: own })).toMatchObject(end);
  });

  it("is cleared of unmanaged entries as soon as a response shows it", async () => {
    const list = await testList(["com.existing.a"], unread);
    const end = { code: undefined, appBundles: ["com.own.a"] };
    expect(await list.end({ desired: own, exclusive: true })).toMatchObject(end);
  });
});

describe("a list that turns out not to exist", () => {
  it("is a failure with what was done before if something was", async () => {
    const list = await testList(["com.own.a"], { ...unread, faults: [fault("remove", 404)] });
    expect(await list.end({ desired: bundles("com.own.b"), managed: own })).toMatchObject({
      code: "CHANGE_INTERRUPTED",
      message: words("This change added 1 app bundle;"),
      unconfirmed: removing(own),
    });
  });
});

describe("a list that cannot be read after an addition without a response", () => {
  it.each([501, 422])("keeps what was to be removed, with status %d", async (status) => {
    const list = await testList(["com.own.a"], { faults: [fault("add", "reset", "after"), fault("remove 2", status)] });
    expect(await list.end({ desired: bundles("com.own.b"), managed: own })).toMatchObject({
      code: "CHANGE_INTERRUPTED",
      requests: `token 200, remove 200, add none, remove ${status}`,
      appBundles: ["com.own.a", "com.own.b"],
    });
  });
});

describe("an addition without an answer", () => {
  it("is completed in the kinds that are shown, and is the reason why the others are unknown", async () => {
    const list = await testList([], { behavior: hidingWebsites, faults: [fault("add 1", "reset")] });
    expect(await list.end({ desired: union(website, own) })).toMatchObject({
      code: "CHANGE_INTERRUPTED",
      message: words("ECONNRESET"),
      unconfirmed: { add: website },
      appBundles: ["com.own.a"],
    });
  });

  it("is not the reason after its outcome is known, if another writer removes the additions", async () => {
    const list = await testList([], {
      policy: { maxEntriesPerRequest: 1 },
      faults: [fault("add 1", "reset")],
      onRequest: ({ action }) => {
        if (action === "add") list.simulator.edit(7, { remove: { appBundles: ["com.own.a", "com.own.b"] } });
      },
    });
    const end = await list.end({ desired: bundles("com.own.a", "com.own.b") });
    expect(end).toMatchObject({ code: "ENTRIES_NOT_APPLIED" });
  });
});

describe("a kind that the first response lacks", () => {
  const desired = union(website, own);

  const many = entries({ appBundles: numbered(100), websites: ["a.example", "b.example", "c.example"] });

  /** The numbers of entries of the additions, by request. */
  const additions = (list: TestList) =>
    list.simulator.journal
      .filter(({ action }) => action === "add")
      .map(({ entries: { appBundles = [], websites = [] } = {} }) => [appBundles.length, websites.length]);

  it.each([undefined, null])("is read by the addition of one of its entries, if it is %s", async (websites) => {
    const body = JSON.stringify({ id: 7, app_bundles: "", websites });
    const list = await testList([], { faults: [fault("remove 1", { kind: "status", status: 200, body })] });
    list.simulator.edit(7, { add: { websites: ["c.example", "z.example"] } });
    const { viewsBefore, viewsAfter } = await list.end({ desired: many });
    expect(viewsBefore).toMatchObject({
      appBundles: { basis: "seen", entries: EntrySet.none },
      websites: { basis: "seen", entries: EntrySet.of(["a.example", "c.example", "z.example"]) },
    });
    expect(viewsAfter).toEqual(seenViews(union(many, entries({ websites: ["z.example"] }))));
    expect(additions(list)).toEqual([
      [100, 1],
      [0, 1],
    ]);
  });

  it("is read so if nothing reads the list before", async () => {
    const list = await testList(["com.own.x002"], unread);
    const { viewsBefore } = await list.end({ desired: many });
    const websites = { basis: "seen", entries: EntrySet.of(["a.example"]) };
    const appBundles = { basis: "seen", entries: EntrySet.of(["com.own.x000", "com.own.x002"]) };
    expect(viewsBefore).toMatchObject({ appBundles, websites });
    expect(additions(list)).toEqual([
      [1, 1],
      [98, 2],
    ]);
  });

  it("is not read again after an accepted addition", async () => {
    const list = await testList([], { behavior: hidingWebsites });
    expect(await list.end({ desired: many })).toMatchObject({ viewsBefore: { websites: { basis: "believed" } } });
    expect(additions(list)).toEqual([
      [100, 1],
      [0, 2],
    ]);
  });

  it("is read by none of the first three entries if the API refuses the first 20 of 1,000, and others are added", async () => {
    const all = numbered(1000);
    const refused = all.slice(0, 20);
    const list = await testList([], { ...unread, behavior: { refused: new Set(refused) } });
    const end = await list.end({ desired: bundles(...all) });
    expect(end).toMatchObject({ code: "ENTRIES_REFUSED", appBundles: all.slice(35) });
    expect(
      additions(list)
        .slice(0, 4)
        .map(([size]) => size),
    ).toEqual([1, 1, 1, 997]);
  });

  it("is not shown as empty by the response to an addition to it: the API may never fill it", async () => {
    const emptied = { kind: "status", status: 200, body: '{"id":7,"app_bundles":"","websites":""}' } as const;
    const list = await testList([], { faults: [fault("add", emptied, "after")] });
    const end = { code: undefined, viewsAfter: { websites: { basis: "believed", entries: many.websites } } };
    expect(await list.end({ desired: entries({ websites: [...many.websites] }) })).toMatchObject(end);
  });

  it("is cleared of unmanaged entries in an exclusive list as soon as a response shows it", async () => {
    const behavior = { shows: { remove: { kinds: ["appBundles"] } } } as const;
    const list = await testList([], { behavior });
    list.simulator.edit(7, { add: { websites: ["z.example"] } });
    expect(await list.end({ desired, exclusive: true })).toMatchObject({ code: undefined });
    expect(list.simulator.list(7)?.websites).toEqual(["own.example"]);
  });
});

describe("an exclusive list that only reads show as a whole", () => {
  it("is cleared of unmanaged entries, although the response to an addition of their kind lacks them", async () => {
    const shown = { kinds: ["appBundles"] } as const;
    const behavior = { read: "/v1/app_list/{id}", shows: { add: shown, remove: shown } } as const;
    const list = await testList([], { behavior, access: { observe: "read" } });
    list.simulator.edit(7, { add: { websites: ["z.example"] } });
    const end = { code: undefined, viewsAfter: { websites: { entries: website.websites, basis: "believed" } } };
    expect(await list.end({ desired: website, exclusive: true })).toMatchObject(end);
    expect(list.simulator.list(7)?.websites).toEqual(["own.example"]);
  });
});

describe("a change that the API denies", () => {
  it("is followed by another sentinel if the API refuses the probe", async () => {
    const options = { behavior: { removeAbsent: "error" }, faults: [fault("add 2", 403)] } as const;
    const list = await testList(["com.own.a"], options);
    const requests = "token 200, remove 422, add 200, remove 200, add 403, add 200, remove 200";
    expect(await list.end({ desired: bundles("com.own.b"), managed: own })).toMatchObject({ requests });
  });
});

describe("a refused removal of an entry that the API shows", () => {
  it("is verified by the list", async () => {
    const list = await testList(["com.own.a"], { behavior: { removeAbsent: "error" } });
    const end = { code: undefined, acknowledged: { remove: own }, appBundles: [] };
    expect(await list.end({ desired: noEntries, managed: bundles("com.gone.a", "com.own.a") })).toMatchObject(end);
  });
});

describe("websites that the API does not show", () => {
  const behavior = hidingWebsites;
  const refusing = { ...behavior, removeAbsent: "error" } as const;
  const removal = { desired: noEntries, managed: website };
  const refused = { code: "ENTRIES_REFUSED", unconfirmed: removing(website) };

  it("are managed after the API accepts their addition, and not after it accepts their removal", async () => {
    const list = await testList([], { behavior });
    const added = { acknowledged: { add: website, remove: noEntries }, mayHaveChanged: true };
    expect(await list.change({ desired: website })).toMatchObject(added);
    expect(await list.end(removal)).toMatchObject({
      code: undefined,
      acknowledged: removing(website),
      first: { outcome: "seen" },
    });
    expect(list.simulator.list(7)?.websites).toEqual([]);
  });

  it("are not sent again if they are managed, unless they may have been removed", async () => {
    const list = await testList([], { behavior });
    await list.change({ desired: website, managed: website });
    expect(list.simulator.list(7)?.websites).toEqual([]);
    const ownership = { ...nothingManaged, managed: website, unconfirmed: { add: noEntries, remove: website } };
    const again = { desired: website, managed: website, ownership };
    expect(await list.end(again)).toMatchObject({ code: undefined });
    expect(list.simulator.list(7)?.websites).toEqual(["own.example"]);
  });

  it.each([
    ["stay unconfirmed if their removal has no response", "reset"],
    ["stay unconfirmed if the API denies their removal", 403],
  ] as const)("%s", async (_, answer) => {
    const list = await testList([], { behavior, faults: [fault("remove 2", answer, "after")] });
    const code = answer === 403 ? "PERMISSION_DENIED" : "CHANGE_INTERRUPTED";
    expect(await list.end(removal)).toMatchObject({ code, unconfirmed: removing(website), mayHaveChanged: true });
  });

  it.each([422, 404])(
    "stay managed if an API that refuses absent entries refuses to remove them, with %s",
    async (absent) => {
      const refusing = { ...behavior, removeAbsent: "error", statuses: { absent } } as const;
      const list = await testList([], { behavior: refusing });
      expect(await list.end(removal)).toMatchObject({
        ...refused,
        message: words(
          "The API does not show these entries. They may be gone already.",
          "add them by hand and run the command again, or forget them: pulumi state delete URN",
        ),
        acknowledged: noChanges,
        removed: noEntries,
      });
    },
  );

  it("are named if they are refused, beside others that are removed", async () => {
    const list = await testList([], { behavior: refusing });
    const gone = entries({ websites: ["a.example", "b.example"] });
    list.simulator.edit(7, { add: { websites: ["own.example"] } });
    const end = await list.end({ desired: noEntries, managed: union(gone, website) });
    expect(end).toMatchObject({
      code: "ENTRIES_REFUSED",
      acknowledged: removing(website),
      unconfirmed: removing(gone),
    });
    expect(list.simulator.list(7)?.websites).toEqual([]);
  });

  it.each([
    ["from the read endpoint", { behavior: { ...refusing, read: "/v1/app_list/{id}" }, access: { observe: "read" } }],
    ["by no request", { behavior: refusing, ...unread }],
  ] as const)("stay managed if they are refused and the list is read %s", async (_, options) => {
    const list = await testList(["com.existing.a"], options);
    expect(await list.end(removal)).toMatchObject(refused);
  });

  it("stay managed if the API refuses the removal of a sentinel as well", async () => {
    const list = await testList(["com.own.a"], { behavior: refusing, faults: [fault("remove 4", 422)] });
    expect(await list.end({ desired: own, managed: union(own, website) })).toMatchObject({
      ...refused,
      requests: "token 200, remove 422, add 200, remove 200, remove 422, add 200, remove 422, remove 200",
    });
  });

  it("are named as a group if they were refused together too often", async () => {
    const list = await testList([], { behavior: refusing });
    const many = entries({ websites: Array.from({ length: 200 }, (_, index) => `x${index}.example`) });
    const end = await list.end({ desired: noEntries, managed: many });
    expect(end).toMatchObject({ acknowledged: noChanges, removed: noEntries });
    expect(list.requests().length).toBeLessThanOrEqual(40);
  });

  it("are a failure if neither an addition nor a removal had a response", async () => {
    const faults = [fault("add 1", "reset", "after"), fault("remove 3", "reset", "after")];
    const list = await testList([], { behavior, faults });
    const end = await list.end({ desired: website, managed: entries({ websites: ["old.example"] }) });
    expect(end).toMatchObject({ code: "CHANGE_INTERRUPTED" });
  });
});
