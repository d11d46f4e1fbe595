import { describe, expect, it } from "vitest";
import { EntrySet } from "../../provider/list/entry-set";
import { byKind, type ByKind } from "../../provider/list/kinds";
import { appListSchema, changeCall, processAppList, readCall } from "../../provider/api/app-list";
import { Redactor } from "../../provider/api/redaction";
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
    expect(process(body)).toMatchObject({ name: "[secret] list", description: "[secret]" });
  });

  it.each([
    [{ id: 8 }, /it is about app list 8 and not 7/],
    [{ ok: true }, /unexpected id/],
  ])("fails with the problem of an unreadable response: %j", (body, problem) => {
    expect(() => process(body)).toThrow(problem);
  });
});

describe("the call that reads a list", () => {
  it("needs a path in the settings", () => {
    expect(() => readCall({ ...settings, readPath: undefined }, 7)).toThrow(RangeError);
  });
});

describe("an app list", () => {
  it.each<[unknown, string]>([
    [undefined, "absent"],
    [null, "null"],
    ["", "text"],
    ["com.a", "text, no capitals"],
    ["com.Ä", "text, capitals"],
    ["com.a, com.b,com.b", "text, sorted, no capitals"],
    ["com.b,com.a,com.C", "text, not sorted, capitals"],
    // By code unit, as the provider sorts.
    ["com.a,com.B", "text, not sorted, capitals"],
    [[], "array"],
    [["com.a,com.b"], "array, no capitals"],
    [[12, "com.B"], "array, sorted, capitals"],
  ])("has the form of %j, without its entries: %s", (members, form) => {
    const { forms } = appListSchema.parse({ id: 1, app_bundles: members, websites: members });
    expect(forms).toEqual({ app_bundles: form, placement_ids: "absent", websites: form });
  });

  it.each([
    ["has no entries of a kind whose documented member is empty", { placement_ids: "" }, { placementIds: [] }],
    ["does not show kinds whose members are missing or null", { app_bundles: null, websites: null }, {}],
    ["shows websites that are text", { websites: " a.com ,, b.com,\n" }, { websites: ["a.com", "b.com"] }],
    ["may have its entries as an array", { app_bundles: [" a.b ", "", "c.d"] }, { appBundles: ["a.b", "c.d"] }],
    ["may have numeric IDs as numbers in an array", { websites: [5, "a,b"] }, { websites: ["5", "a,b"] }],
  ])("%s", (_, members, shown: Partial<ByKind<string[]>>) => {
    // The ID may be a decimal text.
    const list = appListSchema.parse({ id: "4321", ...members });
    expect(list.id).toBe(4321);
    expect(list.entries).toEqual(byKind((kind) => shown[kind] && EntrySet.of(shown[kind])));
  });

  it.each(["text", "an array"])("does not count sentinels among its app bundles, in any letter case, in %s", (form) => {
    const listed = ["a.b", "invalid.pulumiapplist.x1", "Invalid.PulumiAppList.x2", "my.invalid.pulumiapplist.x3"];
    const members = { id: 1, app_bundles: form === "text" ? listed.join() : listed };
    const { entries, sentinels } = appListSchema.parse(members);
    expect(sentinels).toEqual(EntrySet.of(["invalid.pulumiapplist.x1", "Invalid.PulumiAppList.x2"]));
    expect(entries.appBundles).toEqual(EntrySet.of(["a.b", "my.invalid.pulumiapplist.x3"]));
  });

  it("is readable if members that only inform are not as documented", () => {
    const list = appListSchema.parse({ id: 1, name: null, description: 5, has_associated_campaigns: "yes" });
    const none = { name: undefined, description: undefined, hasAssociatedCampaigns: undefined };
    expect(list).toMatchObject({ id: 1, ...none });
  });

  it.each<[unknown]>([
    ...[[], "text", {}].map((body): [unknown] => [body]),
    ...[null, 1.5, "4321x", "4321.0"].map((id): [unknown] => [{ id }]),
    ...[7, ["a", 1.5], ["a", null]].map((websites): [unknown] => [{ id: 1, websites }]),
  ])("is not parsed from %j", (body) => {
    expect(appListSchema.safeParse(body).success).toBe(false);
  });
});
