import { describe, expect, it } from "vitest";
import { EntrySet } from "../../provider/list/entry-set";
import { appListSchema } from "../../provider/api/schemas";

describe("an app list", () => {
  it("is parsed as documented", () => {
    expect(
      appListSchema.parse({
        id: 4321,
        name: "brand-safety",
        description: "Not here",
        app_bundles: "com.example.one,com.example.two",
        placement_ids: "12-abc",
        has_associated_campaigns: true,
        added_later: 1,
      }),
    ).toEqual({
      id: 4321,
      name: "brand-safety",
      description: "Not here",
      hasAssociatedCampaigns: true,
      entries: {
        appBundles: EntrySet.of(["com.example.one", "com.example.two"]),
        placementIds: EntrySet.of(["12-abc"]),
        websites: undefined,
      },
      sentinels: EntrySet.none,
    });
  });

  it("has no entries of a kind whose documented member is null or empty", () => {
    const { entries } = appListSchema.parse({ id: 1, app_bundles: null, placement_ids: "" });
    expect(entries.appBundles).toEqual(EntrySet.none);
    expect(entries.placementIds).toEqual(EntrySet.none);
  });

  it("does not show a kind whose member is missing", () => {
    const { entries } = appListSchema.parse({ id: 1 });
    expect(entries).toEqual({ appBundles: undefined, placementIds: undefined, websites: undefined });
  });

  it("shows websites only if they are text, as their member is not documented", () => {
    expect(appListSchema.parse({ id: 1, websites: null }).entries.websites).toBeUndefined();
    expect(appListSchema.parse({ id: 1, websites: "" }).entries.websites).toEqual(EntrySet.none);
    expect(appListSchema.parse({ id: 1, websites: "a.com, b.com" }).entries.websites).toEqual(
      EntrySet.of(["a.com", "b.com"]),
    );
  });

  it("may have its ID as a decimal string and its entries as an array", () => {
    const list = appListSchema.parse({ id: "4321", app_bundles: [" a.b ", "", "c.d"] });
    expect(list.id).toBe(4321);
    expect(list.entries.appBundles).toEqual(EntrySet.of(["a.b", "c.d"]));
  });

  it.each(["text", "an array"])("does not count sentinels among its app bundles, in any letter case, in %s", (form) => {
    const listed = ["a.b", "invalid.pulumiapplist.x1", "Invalid.PulumiAppList.x2", "my.invalid.pulumiapplist.x3"];
    const { entries, sentinels } = appListSchema.parse({
      id: 1,
      app_bundles: form === "text" ? listed.join() : listed,
    });
    expect(sentinels).toEqual(EntrySet.of(["invalid.pulumiapplist.x1", "Invalid.PulumiAppList.x2"]));
    expect(entries.appBundles).toEqual(EntrySet.of(["a.b", "my.invalid.pulumiapplist.x3"]));
  });

  it("may have numeric IDs as numbers, and no other items than these and texts, in an array", () => {
    expect(appListSchema.parse({ id: 1, websites: [5, "a,b"] }).entries.websites).toEqual(EntrySet.of(["5", "a,b"]));
    expect(appListSchema.safeParse({ id: 1, websites: ["a", 1.5] }).success).toBe(false);
    expect(appListSchema.safeParse({ id: 1, websites: ["a", null] }).success).toBe(false);
  });

  it("is readable if members that only inform are not as documented", () => {
    expect(appListSchema.parse({ id: 1, name: null, description: 5, has_associated_campaigns: "yes" })).toEqual({
      id: 1,
      entries: { appBundles: undefined, placementIds: undefined, websites: undefined },
      sentinels: EntrySet.none,
    });
  });

  it.each([[{}], [{ id: null }], [{ id: 1.5 }], [{ id: "4321x" }], [{ id: 1, app_bundles: 7 }], [[]], ["text"]])(
    "is not parsed from %j",
    (body) => {
      expect(appListSchema.safeParse(body).success).toBe(false);
    },
  );
});
