import { describe, expect, it } from "vitest";
import { findColumn } from "../../provider/check/columns";

describe("a column of a table", () => {
  it.each([
    [
      "BundleID bundleId BUNDLE-ID bundle__id appId packageName appBundles APPBUNDLE bundle_id(s) Package:",
      "appBundles",
    ],
    ["placementIds PlacementID placement", "placementIds"],
    ["webSites Domain", "websites"],
    ["Entry", undefined],
  ])("has its kind in any spelling: %s", (names, kind) => {
    for (const name of names.split(" ")) expect(findColumn(name)).toEqual({ role: "entry", kind });
  });

  it.each([
    ["Android Bundle ID", "android"],
    ["google_package_name", "android"],
    ["Google Play app ID", "android"],
    ["Bundle ID (Android)", "android"],
    ["iOS App ID", "ios"],
    ["appleAppStoreId", "ios"],
    ["bundle_id_ios", "ios"],
  ])("can name its store: %s", (name, store) => {
    expect(findColumn(name)).toEqual({ role: "entry", kind: "appBundles", store });
  });

  it.each(["expires_at", "Valid till", "valid-to", "End Date", "ends on", "UNTIL:"])(
    "can have last days: %s",
    (name) => {
      expect(findColumn(name)).toEqual({ role: "expires" });
    },
  );

  it.each([
    "Comments / Notes",
    "App title",
    "appName",
    "APPNAME",
    "Name",
    "title",
    "app",
    "Reason & remarks",
    "note(s)",
    "App, name",
  ])("can have notes, if all its words are of notes: %s", (name) => {
    expect(findColumn(name)).toEqual({ role: "note" });
  });

  it.each(["(Country)", "(app_id)", "(#)", "(Expires on)"])("is ignored if its name is in parentheses: %s", (name) => {
    expect(findColumn(name)).toEqual({ role: "ignored" });
  });

  it.each([
    "",
    "[]",
    "()",
    "#",
    "--",
    "(a) b (c)",
    "((a))",
    "iOS",
    "Android version",
    "Apple domain",
    "iOS note",

    "Placement ID iOS",
    "radios",
    "OS",
    "Apps",
    "Note 2",
    "Comments and notes",
    "expries",
    "Pakage name",
    "apkname",
    "Valid through",
    "Last day",
    "Stop date",
    "Review by",
    "Gültig bis",
    "Ende",
    "To",
    "blocked till",
    "Expired?",
    "Last Updated",
    "Click-through rate",
    "End card",
    "advertiser_id",
    "Status",
    "package:android",
    "x:Note",
  ])("is not read if its name is another one: %s", (name) => {
    expect(findColumn(name)).toEqual({ role: "unread" });
  });
});
