import * as pulumi from "@pulumi/pulumi";
import { AppListEntries, entriesFromFile } from "pulumi-app-list";

const config = new pulumi.Config();
const appListId = config.requireNumber("appListId");

// One list, and a resource and a file for each team. In one program, an entry in both files is an error in the preview, and
// an entry that moves from one file to the other stays in the list.
for (const team of ["brand-safety", "fraud"]) {
  new AppListEntries(team, { appListId, appBundles: entriesFromFile(`lists/${team}.txt`), additionLimit: "50%" });
}
