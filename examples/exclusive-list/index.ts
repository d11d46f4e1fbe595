import * as pulumi from "@pulumi/pulumi";
import { AppListEntries, entriesFromFile } from "pulumi-app-list";

const config = new pulumi.Config();

const allowed = new AppListEntries("allowed", {
  appListId: config.requireNumber("appListId"),
  appBundles: entriesFromFile("lists/allowed-apps.txt"),
  // Unmanaged entries are drift, and the next pulumi up --refresh removes them.
  exclusive: true,
  // The most that one update may remove: a truncated file must not stop the campaigns.
  removalLimit: "20%",
  additionLimit: "50%",
});

export const entries = allowed.appBundles.apply((apps) => apps.length);
