import * as pulumi from "@pulumi/pulumi";
import { AppListEntries, entriesFromFile } from "pulumi-app-list";

const config = new pulumi.Config();

// The credentials are environment variables of the command: APP_LIST_USERNAME, APP_LIST_PASSWORD, APP_LIST_API_KEY and
// APP_LIST_API_SECRET. A preview needs none of them.
new AppListEntries("blocked", {
  appListId: config.requireNumber("appListId"),
  appBundles: entriesFromFile("lists/blocked-apps.txt"),
  additionLimit: "50%",
});
