import { defaultAccount } from "pulumi-app-list/simulator";

import {
  addedApps,
  adoptedCount,
  appsAfterEdit,
  blockedApps,
  blockedPlacements,
  dashboardApp,
  describeList,
  droppedApps,
  entriesOf,
  expected,
  initialList,
  missingApp,
  printListFile,
} from "./entries.ts";
import { check, checkSame, type Stage } from "./stage.ts";
import { printChanges, printLines, printParagraph } from "./terminal.ts";

const program = "examples/quickstart/index.ts";
const appsFile = "examples/quickstart/lists/blocked-apps.txt";
const placementsFile = "examples/quickstart/lists/blocked-placements.txt";

const firstUp = `The first up declares ${blockedApps.length} apps; ${adoptedCount} of them are in the list already`;
const edit = `An edit of the list file: ${addedApps.length} lines added, ${droppedApps.length} lines removed`;

/** The steps of the story by their titles, in order. Each begins where the previous one ended. */
export const story: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  "A program, and a list that already has entries": async ({ simulator, list, read, write, pulumi }) => {
    printParagraph(`A simulator of the API listens on ${simulator.url}. One of its app lists already has entries:`);
    printLines(describeList(list()));
    printParagraph(`The program is ${program}. It reads its entries from text files:`);
    printLines(read(program).trimEnd().split("\n"));
    const content = printListFile(blockedApps);
    write(appsFile, content);
    write(placementsFile, `${blockedPlacements.join("\n")}\n`);
    printParagraph(`For the demo, ${appsFile} contains ${blockedApps.length} fictional apps. It begins with:`);
    printLines(content.split("\n").slice(0, 4));
    printParagraph("A stack needs the ID of the list, the base URL of the API, and an account:");
    await pulumi(["stack", "init", "demo"]);
    const { username, password, apiKey, apiSecret } = defaultAccount;
    const plain = { appListId: initialList.id, "app-list:baseUrl": simulator.url, "app-list:username": username };
    const secret = { "app-list:apiKey": apiKey, "app-list:apiSecret": apiSecret, "app-list:password": password };
    const settings = [
      ...Object.entries(plain).flatMap(([name, value]) => ["--plaintext", `${name}=${value}`]),
      ...Object.entries(secret).flatMap(([name, value]) => ["--secret", `${name}=${value}`]),
    ];
    await pulumi(["config", "set-all", ...settings]);
  },
  [firstUp]: async ({ list, pulumi }) => {
    const missing = blockedApps.length + blockedPlacements.length - adoptedCount;
    await pulumi(["up", "--yes", "--skip-preview"], { requests: `token, probe, add ${missing}` });
    checkSame("the list's entries after the first up", entriesOf(list()), expected.afterUp);
    printParagraph(
      "The probe asks the API to remove an app bundle that cannot exist. The response contains the whole list.",
    );
    printLines(describeList(list()));
  },
  "Without changes, a preview sends nothing": async ({ pulumi }) => {
    const text = await pulumi(["preview"], { requests: "none" });
    check(text.includes("2 unchanged"), 'the preview did not print "2 unchanged"');
  },
  [edit]: async ({ read, write, pulumi }) => {
    const content = printListFile(appsAfterEdit);
    const before = new Set(read(appsFile).split("\n"));
    const after = new Set(content.split("\n"));
    printParagraph(`${appsFile}:`);
    printChanges(before.difference(after), after.difference(before));
    write(appsFile, content);
    const text = await pulumi(["preview", "--diff"], { requests: "none" });
    const edits = [...droppedApps.map((app) => `- ${app}`), ...addedApps.map(({ appBundle }) => `+ ${appBundle}`)];
    checkSame("the changes in the preview", changesShown(text), edits);
  },
  "The next up sends these changes and nothing else": async ({ list, pulumi }) => {
    const requests = `token, probe, add ${addedApps.length}, remove ${droppedApps.length}`;
    await pulumi(["up", "--yes", "--skip-preview"], { requests });
    checkSame("the list's entries after the second up", entriesOf(list()), expected.afterEdit);
  },
  "A truncated list file: the removal guard stops the change": async ({ read, write, pulumi }) => {
    const content = read(appsFile);
    const truncated = appsAfterEdit.slice(0, 100);
    write(appsFile, printListFile(truncated));
    printParagraph(`Only ${truncated.length} of ${appsAfterEdit.length} apps are left in ${appsFile}:`);
    const text = await pulumi(["preview"], { fails: true, requests: "none" });
    check(text.includes("APP_LIST_APPROVE="), "the error did not print how to approve the change");
    write(appsFile, content);
  },
  "Drift: the list is changed in the dashboard": async ({ simulator, pulumi }) => {
    simulator.edit(initialList.id, { remove: { appBundles: [missingApp] }, add: { appBundles: [dashboardApp] } });
    printParagraph(
      `A colleague removes ${missingApp}, which the program declares, and adds ${dashboardApp}.\n` +
        "A preview with --refresh reads the list. It shows the drift, and how the next up repairs it:",
    );
    const text = await pulumi(["preview", "--refresh", "--diff"]);
    checkSame("the changes in the preview", changesShown(text), [`- ${missingApp}`, `+ ${missingApp}`]);
    check(!text.includes(dashboardApp), `the preview named ${dashboardApp}, which is unmanaged`);
  },
  "An up with --refresh adds the missing entry and keeps the colleague's entry": async ({ list, pulumi }) => {
    await pulumi(["up", "--refresh", "--yes", "--skip-preview"]);
    checkSame("the list's entries after the repair", entriesOf(list()), expected.afterRepair);
    printLines(describeList(list()));
  },
  "Destroy removes the added entries and keeps all others": async ({ list, pulumi }) => {
    await pulumi(["destroy", "--yes", "--skip-preview"]);
    checkSame("the list's entries after destroy", entriesOf(list()), expected.afterDestroy);
    printLines(describeList(list()));
  },
};

/** The app bundles that a preview shows as changed, without their notes: "+ com.example". */
function changesShown(preview: string): readonly string[] {
  return Array.from(preview.matchAll(/^\s*([+-]) (com\.\S+)/gmu), ([, sign, entry]) => `${sign} ${entry}`);
}
