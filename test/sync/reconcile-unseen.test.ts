import { describe, expect, it } from "vitest";
import { noChanges, noEntries, union, type Entries } from "../../provider/list/entries";
import { EntrySet } from "../../provider/list/entry-set";
import { nothingManaged } from "../../provider/list/ownership";
import { seenViews } from "../../provider/list/views";
import { hidingWebsites } from "../harness/shows";
import { bundles, entries } from "../list/entries";
import { endOf, fault, numbered, readPath, testList, words, type TestList } from "./list";

const own = bundles("com.own.a");
const website = entries({ websites: ["own.example"] });
const unread = { access: { observe: "off" } } as const;

/** The unconfirmed entries of a change without unconfirmed additions. */
const removing = (remove: Entries) => ({ add: noEntries, remove });

describe("an exclusive list", () => {
  it("that the API never shows is a failure, because its other entries are unknown", async () => {
    const goal = { desired: own, managed: own, exclusive: true };
    expect(await endOf(goal, ["com.existing.a", "com.own.a"], unread)).toMatchObject({
      code: "LIST_UNVERIFIED",
      message: words("it could not be read: app-list:observe is off"),
      requests: "",
    });
  });

  it("is cleared of unmanaged entries as soon as a response shows it", async () => {
    const end = { code: undefined, appBundles: ["com.own.a"] };
    expect(await endOf({ desired: own, exclusive: true }, ["com.existing.a"], unread)).toMatchObject(end);
  });

  it("is cleared of entries of a kind that only reads show", async () => {
    const shown = { kinds: ["appBundles"] } as const;
    const behavior = { read: readPath, shows: { add: shown, remove: shown } } as const;
    const list = await testList([], { behavior, access: { observe: "read" } });
    list.simulator.edit(7, { add: { websites: ["z.example"] } });
    expect(await list.end({ desired: website, exclusive: true })).toMatchObject({ code: undefined });
    expect(list.simulator.list(7)?.websites).toEqual(["own.example"]);
  });
});

it("an addition without an answer is completed in the kinds that are shown, and is why the others are unknown", async () => {
  const unanswered = { behavior: hidingWebsites, faults: [fault("add 1", "reset")] };
  expect(await endOf({ desired: union(website, own) }, [], unanswered)).toMatchObject({
    code: "CHANGE_INTERRUPTED",
    message: words("ECONNRESET"),
    unconfirmed: { add: website },
    appBundles: ["com.own.a"],
  });
});

describe("a kind that the first response lacks", () => {
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
    const list = await testList([], { ...unread, behavior: { refused: new Set(all.slice(0, 20)) } });
    const end = { code: "ENTRIES_REFUSED", appBundles: all.slice(20) };
    expect(await list.end({ desired: bundles(...all) })).toMatchObject(end);
    // Entries that are refused are beside each other.
    const sizes = [1, 1, 1, 997, 498, 499, 250, 125, 125];
    expect(additions(list).slice(0, 9)).toEqual(sizes.map((size) => [size, 0]));
  });

  it("is not shown as empty by the response to an addition to it: the list is read once more", async () => {
    const emptied = { kind: "status", status: 200, body: '{"id":7,"app_bundles":"","websites":""}' } as const;
    const end = { code: undefined, viewsAfter: { websites: { basis: "seen", entries: website.websites } } };
    expect(await endOf({ desired: website }, [], { faults: [fault("add", emptied, "after")] })).toMatchObject(end);
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
    expect(await list.end({ desired: website })).toMatchObject(added);
    expect(await list.end(removal)).toMatchObject({ code: undefined, acknowledged: removing(website) });
    expect(list.simulator.list(7)?.websites).toEqual([]);
  });

  it("are not sent again if they are managed, unless they may have been removed", async () => {
    const list = await testList([], { behavior });
    await list.end({ desired: website, managed: website });
    expect(list.simulator.list(7)?.websites).toEqual([]);
    const ownership = { ...nothingManaged, managed: website, unconfirmedRemovals: website };
    const again = { desired: website, managed: website, ownership };
    expect(await list.end(again)).toMatchObject({ code: undefined });
    expect(list.simulator.list(7)?.websites).toEqual(["own.example"]);
  });

  it.each([
    ["has no response", "reset", "CHANGE_INTERRUPTED"],
    ["is denied by the API", 403, "PERMISSION_DENIED"],
  ] as const)("stay unconfirmed if their removal %s", async (_, answer, code) => {
    const faults = [fault("remove 2", answer, "after")];
    const end = { code, unconfirmed: removing(website), mayHaveChanged: true };
    expect(await endOf(removal, [], { behavior, faults })).toMatchObject(end);
  });

  it.each([
    ["with 422", { behavior: refusing }],
    ["with 404", { behavior: { ...refusing, statuses: { absent: 404 } } }],
    [
      "and the read endpoint reads the list",
      { behavior: { ...refusing, read: readPath }, access: { observe: "read" } },
    ],
    ["and nothing reads the list", { behavior: refusing, ...unread }],
  ] as const)("stay managed if an API that refuses absent entries refuses to remove them, %s", async (_, options) => {
    expect(await endOf(removal, ["com.existing.a"], options)).toMatchObject({
      ...refused,
      message: words(
        "The API does not show these entries. They may be gone already.",
        "add them by hand and run the command again, or forget them: pulumi state delete URN",
      ),
      acknowledged: noChanges,
      removed: noEntries,
    });
  });

  it("are named if they are refused, beside others that are removed", async () => {
    const list = await testList([], { behavior: refusing });
    const gone = entries({ websites: ["a.example", "b.example"] });
    list.simulator.edit(7, { add: { websites: ["own.example"] } });
    expect(await list.end({ desired: noEntries, managed: union(gone, website) })).toMatchObject({
      code: "ENTRIES_REFUSED",
      acknowledged: removing(website),
      unconfirmed: removing(gone),
    });
    expect(list.simulator.list(7)?.websites).toEqual([]);
  });

  it("are named as a group if they were refused together too often", async () => {
    const list = await testList([], { behavior: refusing });
    const many = entries({ websites: Array.from({ length: 200 }, (_, index) => `x${index}.example`) });
    const end = { acknowledged: noChanges, removed: noEntries };
    expect(await list.end({ desired: noEntries, managed: many })).toMatchObject(end);
    expect(list.requests().length).toBeLessThanOrEqual(40);
  });
});
