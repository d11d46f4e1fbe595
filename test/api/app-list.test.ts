import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { EntrySet } from "../../provider/list/entry-set";
import { appListSchema, changeCall, processAppList, readCall } from "../../provider/api/app-list";
import { Redactor } from "../../provider/api/redaction";
import { expectExamples } from "../harness/example-texts";
import { entries } from "../list/entries";

const settings = {
  owner: {},
  redactor: new Redactor(["the-secret"]),
  baseUrl: "https://api.example.com/ads",
  readPath: "/lists/{id}?list={id}",
};
const change = changeCall(
  settings,
  7,
  "add",
  entries({ appBundles: ["com.b", "com.a"], websites: ["a.com"] }),
  "change",
);

function process(body: unknown) {
  return processAppList(change, { outcome: "response", status: 200, body: JSON.stringify(body) });
}

describe("the call that changes a list", () => {
  it("sends only the kinds that have entries, sorted, below the path of the base URL", () => {
    expect(change).toMatchObject({
      purpose: "change",
      appListId: 7,
      request: {
        method: "PATCH",
        path: "/ads/v1/app_list/7/add",
        headers: { "content-type": "application/json" },
        body: '{"app_bundles":"com.a,com.b","websites":"a.com"}',
      },
    });
  });

  it("is a probe if it removes an entry that cannot exist: then it reads", () => {
    expect(changeCall(settings, 7, "remove", entries({ appBundles: ["com.a"] }), "probe")).toMatchObject({
      purpose: "probe",
      content: "probe",
      activity: "app list 7 was being read",
      request: { path: "/ads/v1/app_list/7/remove" },
    });
  });

  it("returns the list in the response, without secrets in its texts", () => {
    const body = { id: 7, name: "the-secret list", description: "the-secret", app_bundles: "com.a" };
    expect(process(body)).toMatchObject({ name: "[secret]", description: "[secret]" });
  });

  it.each([
    [{ id: 8 }, /it is about app list 8 and not 7/],
    [{ ok: true }, /unexpected id/],
  ])("fails with the problem of an unreadable response: %j", (body, problem) => {
    expect(() => process(body)).toThrow(problem);
  });
});

describe("the call that reads a list", () => {
  it("has the ID in each place of the path, and shows no query", () => {
    const { request, shownPath } = readCall(settings, 7);
    expect([request.method, request.path, shownPath]).toEqual(["GET", "/ads/lists/7?list=7", "/ads/lists/7"]);
  });

  it("needs a path in the settings", () => {
    expect(() => readCall({ ...settings, readPath: undefined }, 7)).toThrow(RangeError);
  });
});

/** Members with entries, as an API can send them. */
const members: readonly unknown[] = [
  undefined,
  null,
  "",
  "com.a",
  "com.Ä",
  "com.a, com.b,com.b",
  "com.b,com.a,com.C",
  // By code unit, as the provider sorts.
  "com.a,com.B",
  " a.com ,, b.com,\n",
  [],
  ["com.a,com.b"],
  [12, "com.B"],
  [" a.b ", "", "c.d"],
  7,
  ["a", 1.5],
  ["a", null],
];

const listed = ["a.b", "invalid.pulumiapplist.x1", "Invalid.PulumiAppList.x2", "my.invalid.pulumiapplist.x3"];

const bodies: readonly unknown[] = [
  ...members.map((member) => ({ id: "4321", app_bundles: member, websites: member })),
  // Sentinels are not counted among the app bundles, in any letter case.
  { id: 1, app_bundles: listed.join() },
  { id: 1, app_bundles: listed },
  // Members that only inform may be wrong.
  { id: 1, name: null, description: 5, has_associated_campaigns: "yes" },
  { id: 1, name: "n", description: "d", has_associated_campaigns: true, placement_ids: "1-a" },
  [],
  "text",
  {},
  ...[null, 1.5, "4321x", "4321.0"].map((id) => ({ id })),
];

it("an app list is parsed from a body with entries as text or arrays, and has its form", () => {
  const print = (_: string, value: unknown) => (value instanceof EntrySet ? [...value] : value);
  const lines = bodies.map((body) => {
    const { data } = appListSchema.safeParse(body);
    return [JSON.stringify(body), [data === undefined ? "not parsed" : JSON.stringify(data, print)]] as const;
  });
  expectExamples(join(import.meta.dirname, "app-list.txt"), Object.fromEntries(lines));
});
