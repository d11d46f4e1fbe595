import { describe, expect, it } from "vitest";
import { noEntries } from "../../provider/list/entries";
import type { FaultAnswer } from "../../provider/simulator/index";
import { seenViews } from "../../provider/list/views";
import { bundles, entries } from "../list/entries";
import { fault, numbered, testList, words } from "./list";
import { hidingWebsites } from "../harness/shows";

/** The statuses of a refusal that is about entries whatever its body is. */
const aboutEntries = [400, 409, 410, 422] as const;
const others = numbered(5);
const six = entries({ appBundles: others, websites: ["present.example"] });
const website = entries({ websites: ["own.example"] });

/** An answer with a body in JSON, as an API gives it. */
const inJson = (status: number): FaultAnswer => ({ kind: "status", status, body: '{"message":"no"}' });

describe.each(aboutEntries)("an API that answers %d to entries", (status) => {
  it("that it does not show and has already is sent all others, and the refused one is named", async () => {
    const behavior = { addPresent: "error", ...hidingWebsites, statuses: { present: status } } as const;
    const list = await testList([], { behavior });
    list.simulator.edit(7, { add: { websites: ["present.example"] } });
    expect(await list.end({ desired: six })).toMatchObject({
      code: "ENTRIES_REFUSED",
      message: words('refused to add 1 website ("present.example")', "This change added 5 app bundles."),
      appBundles: others,
      requests: [
        "token 200, remove 200",
        ...(status === 409 ? ["add 409"] : []),
        `add ${status}, add 200, add 200, add ${status}, remove 200`,
      ].join(", "),
    });
  });

  it("that it has in another letter case is sent all others, and the form in the list is named", async () => {
    const behavior = { addPresent: "error", letterCase: "lower", statuses: { present: status } } as const;
    const list = await testList(["com.present"], { behavior });
    expect(await list.end({ desired: bundles("Com.Present", ...others) })).toMatchObject({
      code: "ENTRIES_REFUSED",
      message: words('refused to add 1 app bundle ("Com.Present")', 'The API stores "Com.Present" as "com.present"'),
      appBundles: [...others, "com.present"],
    });
  });

  it("that are gone already removes the others with one delete, and names those that it does not show", async () => {
    const behavior = { removeAbsent: "error", ...hidingWebsites, statuses: { absent: status } } as const;
    const list = await testList(others, { behavior });
    expect(await list.end({ desired: noEntries, managed: six })).toMatchObject({
      code: "ENTRIES_REFUSED",
      message: words('refused to remove 1 website ("present.example")', "This change removed 5 app bundles"),
      appBundles: [],
    });
  });

  it("keeps what it does not show if it accepts the removal of an entry of that kind that cannot exist", async () => {
    const removalRefused = new Set(["own.example"]);
    const behavior = { ...hidingWebsites, removalRefused, statuses: { refused: status } } as const;
    const list = await testList([], { behavior });
    const refused = { code: "ENTRIES_REFUSED", unconfirmed: { remove: website } };
    expect(await list.end({ desired: noEntries, managed: website })).toMatchObject(refused);
  });
});

describe.each([400, 422])("an API that answers %d to more than 100 entries", (tooMany) => {
  const behavior = { maxEntriesPerRequest: 100, statuses: { tooMany } } as const;
  const all = numbered(2000, "com.own.y");

  it("is sent all entries by one change, and gets no larger request for the rest of it", async () => {
    const list = await testList(all, { behavior });
    const [old, declared] = [bundles(...all), bundles(...numbered(2000))];
    expect(await list.end({ desired: declared, managed: old })).toMatchObject({
      code: undefined,
      appBundles: numbered(2000).toSorted(),
    });
    const patches = list.requests().filter((request) => !request.startsWith("token"));
    const refused = patches.filter((request) => request.endsWith(String(tooMany)));
    expect(refused.length).toBeLessThanOrEqual(8);
    // Requests of 63 entries, as 2,000 are halved five times.
    expect(patches.length).toBeLessThanOrEqual(1 + 8 + 2 * 32 + 4);
  });

  it("is sent all but the entries that it refuses for themselves", async () => {
    const refused = new Set(["com.own.y007", "com.own.y1500"]);
    const list = await testList([], { behavior: { ...behavior, refused, statuses: { tooMany, refused: tooMany } } });
    expect(await list.end({ desired: bundles(...all) })).toMatchObject({
      code: "ENTRIES_REFUSED",
      message: words('refused to add 2 app bundles ("com.own.y007", "com.own.y1500")'),
    });
    expect(list.appBundles()).toHaveLength(1998);
  });
});

describe("a status for every request of an action", () => {
  it.each([...aboutEntries, 418])("ends after 16 requests with %d, and names no entry", async (status) => {
    const list = await testList([], { faults: [fault("add", inJson(status))] });
    const end = await list.end({ desired: bundles(...numbered(1000)) });
    expect(end).toMatchObject({ code: "CHANGE_INTERRUPTED", message: words(`(${status})`), appBundles: [] });
    expect(end.message).not.toContain("com.own");
    expect(end.requests.match(/add/gu)).toHaveLength(16);
    expect(list.requests().length).toBeLessThanOrEqual(20);
  });

  it.each(aboutEntries)("of %d for removals takes nothing out of the state, in at most 24 requests", async (status) => {
    for (const size of [3, 6, 1000]) {
      const all = numbered(size);
      const list = await testList(all, { faults: [fault("remove", status)], behavior: hidingWebsites });
      const end = await list.end({
        desired: noEntries,
        managed: entries({ appBundles: all, websites: ["own.example"] }),
      });
      expect(end).toMatchObject({ message: words(`(${status})`), removed: noEntries });
      expect(list.requests().length).toBeLessThanOrEqual(24);
    }
  });
});

describe("a conflict (409)", () => {
  it("is sent once more, after a second", async () => {
    const list = await testList([], { faults: [fault("add 1", 409)] });
    expect(await list.end({ desired: six })).toMatchObject({
      code: undefined,
      requests: "token 200, remove 200, add 409, add 200",
    });
    expect(list.clock.now()).toBe(1000);
  });
});

describe("removals in several requests, of which one entry is gone and the probe is refused,", () => {
  const all = numbered(6);
  const left = all.filter((name) => name !== "com.own.x003");

  it.each([400, 404, 409, 410, 422])("need one delete, which counts what it removed, with %d", async (status) => {
    // If the sentinel gets 404 as well, nothing shows that the list exists.
    for (const reservedNames of status === 404 ? (["allow"] as const) : (["allow", "refuse"] as const)) {
      for (const maxEntriesPerRequest of [1, 2, 4]) {
        const behavior = {
          removeAbsent: "error",
          reservedNames,
          statuses: { absent: status, refused: status },
        } as const;
        const list = await testList([...left, "com.existing.a"], { behavior, policy: { maxEntriesPerRequest } });
        expect(await list.end({ desired: noEntries, managed: bundles(...all) })).toMatchObject({
          code: undefined,
          acknowledged: { remove: bundles(...left) },
          appBundles: ["com.existing.a"],
        });
      }
    }
  });

  it("fail with the number of entries that were removed", async () => {
    const behavior = { removeAbsent: "error", removalRefused: new Set(["com.own.x005"]) } as const;
    const list = await testList(left, { behavior, policy: { maxEntriesPerRequest: 2 } });
    expect(await list.end({ desired: noEntries, managed: bundles(...all) })).toMatchObject({
      code: "ENTRIES_REFUSED",
      message: words('refused to remove 1 app bundle ("com.own.x005")', "This change removed 4 app bundles."),
    });
  });
});

describe("a refusal of which a part took effect", () => {
  const desired = bundles("com.a", "com.b", "com.bad", "com.c");

  it.each([400, 403, 409, 422])(
    "has added what the list shows now and did not show before, with %d",
    async (status) => {
      const refused = new Set(["com.bad"]);
      const behavior = {
        refused,
        addPresent: "error",
        refusalEffect: "others",
        statuses: { refused: status },
      } as const;
      const list = await testList(["com.existing"], { behavior });
      const end = await list.end({ desired });
      expect(end).toMatchObject({
        message: words("This change added 3 app bundles."),
        viewsBefore: seenViews(bundles("com.existing")),
        viewsAfter: seenViews(bundles("com.existing", "com.a", "com.b", "com.c")),
        mayHaveChanged: true,
      });
      if (status !== 403) expect(end.message).toContain(`refused to add 1 app bundle ("com.bad") (${status}): "`);
    },
  );

  it("has removed what the list does not show any more", async () => {
    const removalRefused = new Set(["com.bad"]);
    const behavior = { removalRefused, refusalEffect: "others" } as const;
    const list = await testList([...desired.appBundles], { behavior });
    expect(await list.end({ desired: noEntries, managed: desired })).toMatchObject({
      code: "ENTRIES_REFUSED",
      message: words('refused to remove 1 app bundle ("com.bad") (422): "', "This change removed 3 app bundles."),
    });
  });
});
