import * as pulumi from "@pulumi/pulumi";
import { AppListEntries, entriesFromFile } from "pulumi-app-list";

const config = new pulumi.Config();
const appListId = config.requireNumber("appListId");

// The entries that people have decided on.
const reviewed = entriesFromFile("lists/reviewed-apps.txt");
new AppListEntries("reviewed", { appListId, appBundles: reviewed, additionLimit: "50%" });

// The output of the other stack. Only one resource may declare an entry, so the reviewed entries are left out.
const decided = new Set(reviewed.map(({ entry }) => entry));
const signals = new pulumi.StackReference(config.require("signalsStack"));
const flagged = signals.requireOutput("flaggedApps").apply((output) => appBundlesOf(output));
new AppListEntries("flagged", {
  appListId,
  appBundles: flagged.apply((apps) => apps.filter((app) => !decided.has(app))),
});

/** Checks the output of the other stack, which can be any value. */
function appBundlesOf(output: unknown): string[] {
  if (Array.isArray(output) && output.every((item) => typeof item === "string")) return output;
  throw new pulumi.RunError("The output flaggedApps of the other stack is not an array of app bundles.");
}
