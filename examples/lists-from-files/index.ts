import * as pulumi from "@pulumi/pulumi";
import { AppListEntries, entriesByKindFromFile, entriesFromFile } from "pulumi-app-list";

const config = new pulumi.Config();

// A spreadsheet of all kinds: its columns say which entry is of which kind, why it is there and until when.
const blocked = new AppListEntries("blocked", {
  appListId: config.requireNumber("blockListId"),
  ...entriesByKindFromFile("lists/blocked.csv"),
});

// Files of one kind each; whoever adds a file to the folder adds its entries.
const allowed = new AppListEntries("allowed", {
  appListId: config.requireNumber("allowListId"),
  appBundles: entriesFromFile("lists/allowed-apps/*.txt"),
});

export const blockedApps = blocked.appBundles.apply((entries) => entries.length);
export const allowedApps = allowed.appBundles.apply((entries) => entries.length);
