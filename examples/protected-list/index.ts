import * as pulumi from "@pulumi/pulumi";
import { AppListEntries, entriesFromFile } from "pulumi-app-list";

const config = new pulumi.Config();

new AppListEntries(
  "blocked",
  { appListId: config.requireNumber("appListId"), appBundles: entriesFromFile("lists/blocked-apps.txt") },
  {
    // Pulumi refuses whatever would delete or replace the resource.
    protect: true,
    // And where the protection was taken away, deleting the resource leaves its entries in the list.
    retainOnDelete: true,
  },
);
