import * as pulumi from "@pulumi/pulumi";
import { AppListEntries, entriesFromFile } from "pulumi-app-list";

const config = new pulumi.Config();

const blocked = new AppListEntries("blocked", {
  appListId: config.requireNumber("appListId"),
  appBundles: entriesFromFile("lists/blocked-apps.txt"),
  placementIds: entriesFromFile("lists/blocked-placements.txt"),
});

export const listName = blocked.name;
/** How many apps of the list are kept in the files here. */
export const blockedApps = blocked.appBundles.apply((apps) => apps.length);
/** How many entries other people keep in the list; they are left alone. */
export const entriesOfOthers = blocked.unmanaged;
