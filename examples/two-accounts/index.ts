import * as pulumi from "@pulumi/pulumi";
import { AppListEntries, entriesFromFile } from "pulumi-app-list";

const config = new pulumi.Config();
const gambling = entriesFromFile("lists/gambling.txt");

// The default account: app-list:username and so on.
new AppListEntries("blocked-americas", {
  appListId: config.requireNumber("americasListId"),
  appBundles: gambling,
  additionLimit: "50%",
});

// The account "europe": app-list:accounts.europe.username and so on.
new AppListEntries("blocked-europe", {
  account: "europe",
  appListId: config.requireNumber("europeListId"),
  appBundles: [...gambling, ...entriesFromFile("lists/europe-only.txt")],
  additionLimit: "50%",
});
