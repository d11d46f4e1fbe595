import { relative } from "node:path";

import manifest from "pulumi-app-list/package.json" with { type: "json" };

import { bundleFolder } from "../setup/bundle.mjs";
import type { Edition } from "./edition.ts";
import { blockedApps, blockedPlacements } from "./entries.ts";
import { changedLines, printListFile } from "./list-file.ts";
import { describeList, entriesOf } from "./list-report.ts";
import {
  addedApps,
  appsAfterEdit,
  dashboardApp,
  droppedApps,
  expected,
  initialList,
  missingApp,
  origins,
  truncatedApps,
} from "./plot.ts";
import { account, check, checkEqual, checkSame, type Played, type Stage } from "./stage.ts";
import { printChanges, printLines, printNote, printParagraph } from "./terminal.ts";

/** One step of the story. */
export interface Step {
  readonly title: string;
  readonly play: (stage: Stage) => Promise<void>;
}

const adoptedCount = origins.declared.intersection(origins.before).size;

/** The story, in order. Each step begins where the previous one ended. */
export const story = ({ title, introduction, program, appsFile, placementsFile }: Edition): readonly Step[] => [
  {
    title,
    play: async (stage) => {
      const { simulator, project, pulumi } = stage;
      printParagraph(`A simulator of the API listens on ${simulator.url}. One of its app lists already has entries:`);
      showList(stage);
      printParagraph(introduction);
      printLines(project.read(program).trimEnd().split("\n"));
      const content = printListFile(blockedApps);
      project.write(appsFile, content);
      project.write(placementsFile, `${blockedPlacements.join("\n")}\n`);
      printParagraph(`For the demo, ${appsFile} contains ${blockedApps.length} fictional apps. It begins with:`);
      printLines(content.split("\n").slice(0, 4));
      printParagraph("A stack needs the ID of the list, the base URL of the API, and an account:");
      if (stage.edition.needsPlugin) await installPlugin(stage);
      await pulumi("stack", "init", "demo");
      const plain = [
        `appListId=${initialList.id}`,
        `app-list:baseUrl=${simulator.url}`,
        `app-list:username=${account.username}`,
      ];
      const secret = [
        `app-list:apiKey=${account.apiKey}`,
        `app-list:apiSecret=${account.apiSecret}`,
        `app-list:password=${account.password}`,
      ];
      const settings = [
        ...plain.flatMap((setting) => ["--plaintext", setting]),
        ...secret.flatMap((setting) => ["--secret", setting]),
      ];
      await pulumi("config", "set-all", ...settings);
    },
  },
  {
    title: `The first up declares ${blockedApps.length} apps; ${adoptedCount} of them are in the list already`,
    play: async (stage) => {
      const { requests } = await operate(stage, "up", "--yes", "--skip-preview");
      const missing = blockedApps.length + blockedPlacements.length - adoptedCount;
      checkEqual("the requests of the first up", requests, `token, probe, add ${missing}`);
      checkSame("the list's entries after the first up", entriesOf(stage.list()), expected.afterUp);
      printParagraph(
        "The probe asks the API to remove an app bundle that cannot exist. The response contains the whole list.",
      );
      showList(stage);
    },
  },
  {
    title: "Without changes, a preview sends nothing",
    play: async (stage) => {
      const { text, requests } = await operate(stage, "preview");
      check(text.includes("2 unchanged"), 'the preview did not print "2 unchanged"');
      checkEqual("the requests of a preview", requests, "none");
    },
  },
  {
    title: `An edit of the list file: ${addedApps.length} lines added, ${droppedApps.length} lines removed`,
    play: async (stage) => {
      const { project } = stage;
      const content = printListFile(appsAfterEdit);
      printParagraph(`${appsFile}:`);
      printChanges(changedLines(project.read(appsFile), content));
      project.write(appsFile, content);
      const { text, requests } = await operate(stage, "preview", "--diff");
      const edits = [...droppedApps.map((app) => `- ${app}`), ...addedApps.map(({ appBundle }) => `+ ${appBundle}`)];
      checkSame("the changes in the preview", changesShown(text), new Set(edits));
      checkEqual("the requests of a preview", requests, "none");
    },
  },
  {
    title: "The next up sends these changes and nothing else",
    play: async (stage) => {
      const { requests } = await operate(stage, "up", "--yes", "--skip-preview");
      const changes = `add ${addedApps.length}, remove ${droppedApps.length}`;
      checkEqual("the requests of the second up", requests, `token, probe, ${changes}`);
      checkSame("the list's entries after the second up", entriesOf(stage.list()), expected.afterEdit);
    },
  },
  {
    title: "A truncated list file: the removal guard refuses the change",
    play: async (stage) => {
      const { project, refused } = stage;
      const content = project.read(appsFile);
      project.write(appsFile, printListFile(truncatedApps));
      printParagraph(`Only ${truncatedApps.length} of ${appsAfterEdit.length} apps are left in ${appsFile}:`);
      const { text, requests } = noteRequests(await refused("preview"));
      check(text.includes("APP_LIST_APPROVE="), "the refusal did not print how to approve the change");
      checkEqual("the requests of a preview", requests, "none");
      project.write(appsFile, content);
    },
  },
  {
    title: "Drift: the list is changed in the dashboard",
    play: async (stage) => {
      const { simulator } = stage;
      simulator.edit(initialList.id, { remove: { appBundles: [missingApp] }, add: { appBundles: [dashboardApp] } });
      printParagraph(
        `A colleague removes ${missingApp}, which the program declares, and adds ${dashboardApp}.\n` +
          "A preview with --refresh reads the list. It shows the drift, and how the next up repairs it:",
      );
      const { text } = await operate(stage, "preview", "--refresh", "--diff");
      checkSame("the changes in the preview", changesShown(text), new Set([`- ${missingApp}`, `+ ${missingApp}`]));
      check(!text.includes(dashboardApp), `the preview named ${dashboardApp}, which is unmanaged`);
    },
  },
  {
    title: "An up with --refresh adds the missing entry and keeps the colleague's entry",
    play: async (stage) => {
      await operate(stage, "up", "--refresh", "--yes", "--skip-preview");
      checkSame("the list's entries after the repair", entriesOf(stage.list()), expected.afterRepair);
      showList(stage);
    },
  },
  {
    title: "Destroy removes the added entries and keeps all others",
    play: async (stage) => {
      await operate(stage, "destroy", "--yes", "--skip-preview");
      checkSame("the list's entries after destroy", entriesOf(stage.list()), expected.afterDestroy);
      showList(stage);
    },
  },
];

/** Installs the plugin of this clone, as examples/README.md describes it. */
async function installPlugin({ project, pulumi }: Stage): Promise<void> {
  const folder = relative(project.folder, bundleFolder);
  await pulumi("plugin", "install", "resource", "app-list", manifest.version, "--file", folder);
}

/** Runs a command, and prints the requests that it sent. */
async function operate(stage: Stage, ...commandArguments: readonly string[]): Promise<Played> {
  return noteRequests(await stage.pulumi(...commandArguments));
}

function noteRequests(played: Played): Played {
  printNote(`(requests to the API: ${played.requests})`);
  return played;
}

function showList({ list }: Stage): void {
  printLines(describeList(list(), origins));
}

/** The app bundles that a preview shows as changed, without their notes: "+ com.example". */
function changesShown(preview: string): ReadonlySet<string> {
  return new Set(Array.from(preview.matchAll(/^\s*([+-]) (com\.\S+)/gmu), ([, sign, entry]) => `${sign} ${entry}`));
}
