import { describe, expect, it } from "vitest";
import { noChanges, noEntries } from "../../provider/list/entries";
import { seenViews } from "../../provider/list/views";
import { bundles } from "../list/entries";
import { fault, testList, words, type TestList } from "./list";

const own = bundles("com.own.a");

/** A list that holds an entry so many times, in an API that takes out one of them with each removal. */
async function listWithCopies(copies: number): Promise<TestList> {
  const holds = Array.from({ length: copies }, () => "com.own.a");
  return testList(holds, { behavior: { removedCopies: "first" } });
}

describe("the four rounds of a change", () => {
  it("suffice for an entry that is in the list four times", async () => {
    const list = await listWithCopies(4);
    expect(await list.end({ desired: noEntries, managed: own })).toMatchObject({ code: undefined, appBundles: [] });
  });

  it("are not followed by a fifth: what is still there is named", async () => {
    const list = await listWithCopies(5);
    expect(await list.end({ desired: noEntries, managed: own })).toMatchObject({
      code: "ENTRIES_NOT_APPLIED",
      message: words('kept 1 app bundle ("com.own.a").\nNo change was observed.'),
      requests: "token 200, remove 200, remove 200, remove 200, remove 200, remove 200",
    });
  });
});

describe("an entry with a comma in it, which a request would take for two", () => {
  it("is left in an exclusive list, and named", async () => {
    const body = '{"id": 7, "app_bundles": ["com.own.a", "com.x,com.y"]}';
    const list = await testList([], { faults: [fault("remove", { kind: "status", status: 200, body })] });
    expect(await list.end({ desired: own, exclusive: true })).toMatchObject({
      code: "ENTRIES_NOT_APPLIED",
      message: words('kept 1 app bundle ("com.x,com.y").'),
      requests: "token 200, remove 200",
    });
  });
});

describe("a change of which a part is done", () => {
  it("reports its changes before it was stopped, and the rest", async () => {
    const [policy, faults] = [{ maxEntriesPerRequest: 1 }, [fault("remove 3", 403)]];
    const list = await testList(["com.own.a", "com.own.b"], { policy, faults });
    const managed = bundles("com.own.a", "com.own.b");
    expect(await list.end({ desired: bundles("com.own.c"), managed })).toMatchObject({
      message: words(
        'app list 7 "brand-safety": the login of app-list:username is not allowed to change app list 7 (403).',
        "\nThis change added 1 app bundle and removed 1 app bundle.\nAsk for access: ",
      ),
      code: "PERMISSION_DENIED",
      acknowledged: { add: bundles("com.own.c"), remove: own },
      mayHaveChanged: true,
      unconfirmed: noChanges,
    });
  });

  it("counts what it added without an answer, once it is seen", async () => {
    const faults = [fault("add 1", "reset", "after"), fault("remove 3", 403)];
    const list = await testList(["com.own.b"], { faults });
    const message = words("This change added 1 app bundle.");
    expect(await list.end({ desired: own, managed: bundles("com.own.b") })).toMatchObject({ message });
  });

  it("does not count entries as added that another writer added in the meantime", async () => {
    const list = await testList([], {
      faults: [fault("add 1", 403)],
      onRequest: ({ action }) => {
        if (action === "add") list.simulator.edit(7, { add: { appBundles: ["com.existing.a"] } });
      },
    });
    expect(await list.end({ desired: own })).toMatchObject({
      message: words("\nNo change was observed.\n"),
      viewsAfter: seenViews(bundles("com.existing.a")),
    });
  });
});
