import * as pulumi from "@pulumi/pulumi";
import { AppListEntries, entriesFromFile } from "pulumi-app-list";

const blocked = new AppListEntries("blocked", {
  appListId: new pulumi.Config().requireNumber("appListId"),
  purpose: "block",
  appBundles: entriesFromFile("lists/blocked-apps.txt"),
  additionLimit: "50%",
});

export const listName = blocked.name;
export const unmanagedEntries = blocked.unmanaged;
