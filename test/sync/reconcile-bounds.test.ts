import { describe, expect, it } from "vitest";
import { noChanges } from "../../provider/list/entries";
import { seenViews } from "../../provider/list/views";
import { bundles } from "../list/entries";
import { endOf, fault, testList, words } from "./list";

const own = bundles("com.own.a");
const second = bundles("com.own.b");

describe("the four rounds of a change", () => {
  const kept = 'kept 1 app bundle ("com.own.a").\nThis change added 1 app bundle.';

  it.each([
    ["suffice for an entry that is in the list four times", 4, { code: undefined, appBundles: ["com.own.b"] }],
    [
      "are not followed by a fifth: what is still there is named",
      5,
      { code: "ENTRIES_NOT_APPLIED", message: words(kept) },
    ],
  ])("%s", async (_, copies, end) => {
    const holds = Array.from({ length: copies }, () => "com.own.a");
    // The API takes out one of them with each removal.
    const behavior = { removedCopies: "first" } as const;
    const requests = "token 200, remove 200, add 200, remove 200, remove 200, remove 200, remove 200";
    expect(await endOf({ desired: second, managed: own }, holds, { behavior })).toMatchObject({ ...end, requests });
  });
});

it("an entry with a comma, which a request would take for two, is left in an exclusive list, and named", async () => {
  const body = '{"id": 7, "app_bundles": ["com.own.a", "com.x,com.y"]}';
  const faults = [fault("remove", { kind: "status", status: 200, body })];
  expect(await endOf({ desired: own, exclusive: true }, [], { faults })).toMatchObject({
    code: "ENTRIES_NOT_APPLIED",
    message: words('kept 1 app bundle ("com.x,com.y").'),
    requests: "token 200, remove 200",
  });
});

describe("a change of which a part is done", () => {
  it("reports its changes before it was stopped, and the rest", async () => {
    const managed = bundles("com.own.a", "com.own.b");
    const options = { policy: { maxEntriesPerRequest: 1 }, faults: [fault("remove 3", 403)] };
    expect(await endOf({ desired: bundles("com.own.c"), managed }, [...managed.appBundles], options)).toMatchObject({
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
    const message = words("This change added 1 app bundle.");
    expect(await endOf({ desired: own, managed: second }, ["com.own.b"], { faults })).toMatchObject({ message });
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
