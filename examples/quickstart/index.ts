import * as pulumi from "@pulumi/pulumi";
import { AppListEntries, entriesFromFile } from "pulumi-app-list";

const config = new pulumi.Config();

const blocked = new AppListEntries("blocked", {
  appListId: config.requireNumber("appListId"),
  appBundles: entriesFromFile("lists/blocked-apps.txt"),
  placementIds: entriesFromFile("lists/blocked-placements.txt"),
  additionLimit: "50%",
});

export const listName = blocked.name;
/** The number of app bundles that this stack manages in the list. */
export const blockedApps = blocked.appBundles.apply((apps) => apps.length);
/** The number of entries in the list that this stack does not manage. `pulumi up` keeps them. */
export const unmanagedEntries = blocked.unmanaged;
