import * as pulumi from "@pulumi/pulumi";
import { AppListEntries, entriesFromFile } from "pulumi-app-list";

const config = new pulumi.Config();

new AppListEntries(
  "blocked",
  {
    appListId: config.requireNumber("appListId"),
    appBundles: entriesFromFile("lists/blocked-apps.txt"),
    additionLimit: "50%",
  },
  {
    // Pulumi does not delete or replace the resource.
    protect: true,
    // Without the protection, deleting the resource keeps its entries in the list.
    retainOnDelete: true,
  },
);
