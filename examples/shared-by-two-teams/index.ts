import * as pulumi from "@pulumi/pulumi";
import { AppListEntries, entriesFromFile } from "pulumi-app-list";

const config = new pulumi.Config();
const appListId = config.requireNumber("appListId");

// One list, and for each team a resource and a file. In one program they know of each other: an entry in both files is
// an error in the preview, and one that moves from one file to the other stays in the list all the while.
for (const team of ["brand-safety", "fraud"]) {
  new AppListEntries(team, { appListId, appBundles: entriesFromFile(`lists/${team}.txt`) });
}
