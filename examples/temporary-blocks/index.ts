import * as pulumi from "@pulumi/pulumi";
import { AppListEntries, entriesFromFile } from "pulumi-app-list";

const config = new pulumi.Config();

const blocked = new AppListEntries("blocked", {
  appListId: config.requireNumber("appListId"),
  appBundles: [
    // The notes contain the last days: "until 2026-06-30". A .csv file has a column "expires" for them.
    ...entriesFromFile("lists/blocked-apps.txt"),
    { entry: "com.stadiumpulse.scores", note: "rival sponsor of the cup", until: "2025-07-31" },
  ],
  additionLimit: "50%",
});

export const blockedApps = blocked.appBundles;
