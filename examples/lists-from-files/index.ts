import * as pulumi from "@pulumi/pulumi";
import { AppListEntries, entriesByKindFromFile, entriesFromFile } from "pulumi-app-list";

const config = new pulumi.Config();

// A table with entries of all kinds: its columns contain the kind, the note and the last day of each entry.
const blocked = new AppListEntries("blocked", {
  appListId: config.requireNumber("blockListId"),
  ...entriesByKindFromFile("lists/blocked.csv"),
  additionLimit: "50%",
});

// Files with app bundles only. A new file in the folder adds its entries.
const allowed = new AppListEntries("allowed", {
  appListId: config.requireNumber("allowListId"),
  appBundles: entriesFromFile("lists/allowed-apps/*.txt"),
  additionLimit: "50%",
});

export const blockedApps = blocked.appBundles.apply((entries) => entries.length);
export const allowedApps = allowed.appBundles.apply((entries) => entries.length);
