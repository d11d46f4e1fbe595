import { describe, expect, it } from "vitest";
import { noEntries } from "../../provider/list/entries";
import { seenViews } from "../../provider/list/views";
import type { FaultAnswer } from "../../provider/simulator/index";
import { hidingWebsites } from "../harness/shows";
import { bundles, entries } from "../list/entries";
import { endOf, fault, numbered, testList, words } from "./list";

/** The statuses of a refusal that is about entries whatever its body is. */
const aboutEntries = [400, 409, 410, 422] as const;
const others = numbered(5);
const six = entries({ appBundles: others, websites: ["present.example"] });
const website = entries({ websites: ["own.example"] });

/** An answer with a body in JSON, as an API gives it. */
const inJson = (status: number): FaultAnswer => ({ kind: "status", status, body: '{"message":"no"}' });

describe.each(aboutEntries)("an API that answers %d to entries", (status) => {
  const statuses = { present: status, absent: status, refused: status };

  it("that it does not show and has already is sent all others, and the refused one is named", async () => {
    const list = await testList([], { behavior: { addPresent: "error", ...hidingWebsites, statuses } });
    list.simulator.edit(7, { add: { websites: ["present.example"] } });
    // A conflict is sent once more, and the halves in the other order.
    const sent = status === 409 ? [409, 409, 200, 409, 409, 200] : [status, status, 200, status, 200];
    expect(await list.end({ desired: six })).toMatchObject({
      code: "ENTRIES_REFUSED",
      message: words('refused to add 1 website ("present.example")', "This change added 5 app bundles."),
      appBundles: others,
      requests: `token 200, remove 200, ${sent.map((each) => `add ${each}`).join(", ")}, remove 200`,
    });
  });

  it("that it has in another letter case is sent all others, and the form in the list is named", async () => {
    const behavior = { addPresent: "error", letterCase: "lower", statuses } as const;
    expect(await endOf({ desired: bundles("Com.Present", ...others) }, ["com.present"], { behavior })).toMatchObject({
      code: "ENTRIES_REFUSED",
      message: words('refused to add 1 app bundle ("Com.Present")', 'The API stores "Com.Present" as "com.present"'),
      appBundles: [...others, "com.present"],
    });
  });

  it("that are gone already removes the others with one delete, and names those that it does not show", async () => {
    const behavior = { removeAbsent: "error", ...hidingWebsites, statuses } as const;
    expect(await endOf({ desired: noEntries, managed: six }, others, { behavior })).toMatchObject({
      code: "ENTRIES_REFUSED",
      message: words('refused to remove 1 website ("present.example")', "This change removed 5 app bundles"),
      appBundles: [],
    });
  });

  it("keeps what it does not show if it accepts the removal of an entry of that kind that cannot exist", async () => {
    const behavior = { ...hidingWebsites, removalRefused: new Set(["own.example"]), statuses };
    const refused = { code: "ENTRIES_REFUSED", unconfirmed: { remove: website } };
    expect(await endOf({ desired: noEntries, managed: website }, [], { behavior })).toMatchObject(refused);
  });
});

describe.each([400, 422])("an API that answers %d to more than 100 entries", (tooMany) => {
  const behavior = { maxEntriesPerRequest: 100, statuses: { tooMany, refused: tooMany } } as const;
  const all = numbered(2000, "com.own.y");

  it("is sent all entries by one change, and gets no larger request for the rest of it", async () => {
    const list = await testList(all, { behavior });
    const end = { code: undefined, appBundles: numbered(2000).toSorted() };
    expect(await list.end({ desired: bundles(...numbered(2000)), managed: bundles(...all) })).toMatchObject(end);
    const patches = list.requests().slice(1);
    expect(patches.filter((request) => request.endsWith(String(tooMany))).length).toBeLessThanOrEqual(8);
    // Requests of 63 entries, as 2,000 are halved five times.
    expect(patches.length).toBeLessThanOrEqual(1 + 8 + 2 * 32 + 4);
  });

  it("is sent all but the entries that it refuses for themselves", async () => {
    const refused = ["com.own.y007", "com.own.y1500"];
    const options = { behavior: { ...behavior, refused: new Set(refused) } };
    expect(await endOf({ desired: bundles(...all) }, [], options)).toMatchObject({
      code: "ENTRIES_REFUSED",
      message: words('refused to add 2 app bundles ("com.own.y007", "com.own.y1500")'),
      appBundles: all.filter((name) => !refused.includes(name)).toSorted(),
    });
  });
});

describe("a status for every request of an action", () => {
  it.each([...aboutEntries, 418])("ends after 20 requests with %d, and names no entry", async (status) => {
    const end = await endOf({ desired: bundles(...numbered(1000)) }, [], { faults: [fault("add", inJson(status))] });
    expect(end).toMatchObject({ code: "CHANGE_INTERRUPTED", message: words(`(${status})`), appBundles: [] });
    expect(end.message).not.toContain("com.own");
    expect(end.requests.match(/add/gu)).toHaveLength(20);
    expect(end.requests.split(", ").length).toBeLessThanOrEqual(24);
  });

  it.each(aboutEntries)("of %d for removals takes nothing out of the state, in at most 28 requests", async (status) => {
    for (const size of [3, 6, 1000]) {
      const all = numbered(size);
      const managed = entries({ appBundles: all, websites: ["own.example"] });
      const options = { faults: [fault("remove", status)], behavior: hidingWebsites };
      const end = await endOf({ desired: noEntries, managed }, all, options);
      expect(end).toMatchObject({ message: words(`(${status})`), removed: noEntries });
      expect(end.requests.split(", ").length).toBeLessThanOrEqual(28);
    }
  });
});

it("removals that are all refused end after 20 requests, including after an accepted addition", async () => {
  const all = numbered(1000);
  const options = { behavior: { removalRefused: new Set(all) } };
  const end = await endOf({ desired: bundles("com.own.new"), managed: bundles(...all) }, all, options);
  expect(end).toMatchObject({ code: "CHANGE_INTERRUPTED", removed: noEntries });
  expect(end.requests.match(/remove 422/gu)).toHaveLength(20);
});

it("a request with a conflict (409) is sent once more, after a second", async () => {
  const list = await testList([], { faults: [fault("add 1", 409)] });
  const requests = "token 200, remove 200, add 409, add 200";
  expect(await list.end({ desired: six })).toMatchObject({ code: undefined, requests });
  expect(list.clock.delays).toEqual([1000]);
});

describe("removals in several requests, of which one entry is gone and the probe is refused,", () => {
  const all = numbered(6);
  const left = all.filter((name) => name !== "com.own.x003");
  const goal = { desired: noEntries, managed: bundles(...all) };

  it.each([400, 404, 409, 410, 422])("need one delete, which counts what it removed, with %d", async (status) => {
    const statuses = { absent: status, refused: status };
    // If the sentinel gets 404 as well, nothing shows that the list exists.
    for (const reservedNames of status === 404 ? (["allow"] as const) : (["allow", "refuse"] as const)) {
      for (const maxEntriesPerRequest of [1, 2, 4]) {
        const behavior = { removeAbsent: "error", reservedNames, statuses } as const;
        const options = { behavior, policy: { maxEntriesPerRequest } };
        const acknowledged = { remove: bundles(...left) };
        const end = { code: undefined, acknowledged, appBundles: ["com.existing.a"] };
        expect(await endOf(goal, [...left, "com.existing.a"], options)).toMatchObject(end);
      }
    }
  });

  it("fail with the number of entries that were removed", async () => {
    const behavior = { removeAbsent: "error", removalRefused: new Set(["com.own.x005"]) } as const;
    expect(await endOf(goal, left, { behavior, policy: { maxEntriesPerRequest: 2 } })).toMatchObject({
      code: "ENTRIES_REFUSED",
      message: words('refused to remove 1 app bundle ("com.own.x005")', "This change removed 4 app bundles."),
    });
  });
});

describe("a refusal of which a part took effect", () => {
  const desired = bundles("com.a", "com.b", "com.bad", "com.c");
  const bad = new Set(["com.bad"]);

  it.each([400, 403, 409, 422])("has added what only the list shows now, with %d", async (status) => {
    const statuses = { refused: status };
    const behavior = { refused: bad, addPresent: "error", refusalEffect: "others", statuses } as const;
    const end = await endOf({ desired }, ["com.existing"], { behavior });
    expect(end).toMatchObject({
      message: words("This change added 3 app bundles."),
      viewsBefore: seenViews(bundles("com.existing")),
      viewsAfter: seenViews(bundles("com.existing", "com.a", "com.b", "com.c")),
      mayHaveChanged: true,
    });
    if (status !== 403) expect(end.message).toContain(`refused to add 1 app bundle ("com.bad") (${status}): "`);
  });

  it("has removed what the list does not show any more", async () => {
    const behavior = { removalRefused: bad, refusalEffect: "others" } as const;
    expect(await endOf({ desired: noEntries, managed: desired }, [...desired.appBundles], { behavior })).toMatchObject({
      code: "ENTRIES_REFUSED",
      message: words('refused to remove 1 app bundle ("com.bad") (422): "', "This change removed 3 app bundles."),
    });
  });
});
