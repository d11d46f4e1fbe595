import { describe, expect, it } from "vitest";
import { findColumn, findMisspelt } from "../../provider/check/columns";

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

  it("can have last days, and no name that only seems to be of last days", () => {
    for (const name of ["expires_at", "Valid till", "valid-to", "End Date", "ends on"])
      expect(findColumn(name)).toEqual({ role: "expires" });
    for (const name of ["blocked till", "until when", "block ends", "contract expiring", "last end day", "Expired?"])
      expect(findMisspelt(name)).toBe("expires");
  });

  it.each(["iOS", "Android version", "Apple domain", "iOS note", "Placement ID iOS", "radios", "OS", "App"])(
    "is ignored if its name has another meaning: %s",
    (name) => expect(findColumn(name)).toEqual({ role: "ignored" }),
  );

  it.each([
    ["Pakage name", "package_name"],
    ["bundelId", "bundle_id"],
    ["Andriod Bundle ID", "android_bundle_id"],
    ["iOS Bundel ID", "ios_bundle_id"],
    ["expries", "expires"],
    ["apkname", undefined],
    ["commend", undefined],
    ["votes", undefined],
    ["owner", undefined],
  ])("is misspelt if its name differs from a known one in one letter: %s", (name, known) => {
    expect(findMisspelt(name)).toBe(known);
  });
});
