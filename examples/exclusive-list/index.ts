import * as pulumi from "@pulumi/pulumi";
import { AppListEntries, entriesFromFile } from "pulumi-app-list";

const config = new pulumi.Config();

const allowed = new AppListEntries("allowed", {
  appListId: config.requireNumber("appListId"),
  appBundles: entriesFromFile("lists/allowed-apps.txt"),
  // What anybody else puts into the list is drift, and the next up --refresh takes it out.
  exclusive: true,
  // No update takes out more than this at once: a file that was cut short must not stop the campaigns.
  removalLimit: "20%",
});

export const entries = allowed.appBundles.apply((apps) => apps.length);
