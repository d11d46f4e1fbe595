import { relative } from "node:path";

import manifest from "pulumi-app-list/package.json" with { type: "json" };

import { bundleFolder } from "../setup/bundle.mjs";
import { blockedApps, blockedPlacements } from "./entries.ts";
import { changedLines, listFileOf } from "./list-file.ts";
import { describeList, entriesOf } from "./list-report.ts";
import { addedApps, appsAfterEdit, droppedApps, expected, foreignApp, initialList, parties, takenApp } from "./plot.ts";
import type { Edition } from "./edition.ts";
import { account, check, checkEqual, checkSame, type Played, type Stage } from "./stage.ts";

/** One step of the story. */
export interface Step {
  readonly title: string;
  readonly play: (stage: Stage) => Promise<void>;
}

const adoptedCount = parties.declared.intersection(parties.before).size;

/** The story, in order. Each step begins where the one before it ended. */
export const story = ({ title, introduction, program, appsFile, placementsFile }: Edition): readonly Step[] => [
  {
    title,
    play: async (stage) => {
      const { terminal, simulator, project, pulumi } = stage;
      terminal.say(`A simulator of the service listens on ${simulator.url}. One of its lists has entries already:`);
      showList(stage);
      terminal.say(introduction);
      terminal.quote(project.read(program).trimEnd().split("\n"));
      const content = listFileOf(blockedApps);
      project.write(appsFile, content);
      project.write(placementsFile, `${blockedPlacements.join("\n")}\n`);
      terminal.say(`For the demo, ${appsFile} lists ${blockedApps.length} made-up apps. It begins with:`);
      terminal.quote(content.split("\n").slice(0, 4));
      terminal.say("A stack needs the list's id, where the service is, and an account:");
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
      stage.terminal.say("The probe removes an app bundle that cannot exist: the answer shows the whole list.");
      showList(stage);
    },
  },
  {
    title: "Nothing has changed, so there is nothing to do",
    play: async (stage) => {
      const { text, requests } = await operate(stage, "preview");
      check(text.includes("2 unchanged"), 'the preview does not say "2 unchanged"');
      checkEqual("the requests of a preview", requests, "none");
    },
  },
  {
    title: `Somebody edits the list file: ${addedApps.length} lines in, ${droppedApps.length} lines out`,
    play: async (stage) => {
      const { terminal, project } = stage;
      const content = listFileOf(appsAfterEdit);
      terminal.say(`${appsFile}:`);
      terminal.changes(changedLines(project.read(appsFile), content));
      project.write(appsFile, content);
      const { text, requests } = await operate(stage, "preview", "--diff");
      const edits = [...droppedApps.map((app) => `- ${app}`), ...addedApps.map(({ appBundle }) => `+ ${appBundle}`)];
      checkSame("the changes in the preview", changesShown(text), new Set(edits));
      checkEqual("the requests of a preview", requests, "none");
    },
  },
  {
    title: "The up sends these lines and nothing else",
    play: async (stage) => {
      const { requests } = await operate(stage, "up", "--yes", "--skip-preview");
      const changes = `add ${addedApps.length}, remove ${droppedApps.length}`;
      checkEqual("the requests of the second up", requests, `token, probe, ${changes}`);
      checkSame("the list's entries after the second up", entriesOf(stage.list()), expected.afterEdit);
    },
  },
  {
    title: "Behind our back, somebody changes the list by hand",
    play: async (stage) => {
      const { terminal, simulator } = stage;
      simulator.edit(initialList.id, { remove: { appBundles: [takenApp] }, add: { appBundles: [foreignApp] } });
      terminal.say(
        `Without Pulumi, somebody removes ${takenApp}, which we declare, and adds ${foreignApp}, which we do not.\n` +
          "A preview with a refresh shows the drift and how it will be healed:",
      );
      const { text } = await operate(stage, "preview", "--refresh", "--diff");
      checkSame("the changes in the preview", changesShown(text), new Set([`- ${takenApp}`, `+ ${takenApp}`]));
      check(!text.includes(foreignApp), `the preview names ${foreignApp}, which is none of our business`);
    },
  },
  {
    title: "An up with a refresh heals the list, and leaves the entry of somebody else",
    play: async (stage) => {
      await operate(stage, "up", "--refresh", "--yes", "--skip-preview");
      checkSame("the list's entries after healing", entriesOf(stage.list()), expected.afterHealing);
      showList(stage);
    },
  },
  {
    title: "Destroy removes what we put there, and leaves what stood there before",
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

/** Runs a command that deals with the list, and prints what it asked the service for. */
async function operate(stage: Stage, ...commandArguments: readonly string[]): Promise<Played> {
  const played = await stage.pulumi(...commandArguments);
  stage.terminal.remark(`(requests to the service: ${played.requests})`);
  return played;
}

function showList({ terminal, list }: Stage): void {
  terminal.quote(describeList(list(), parties));
}

/** The lines of app bundles that a preview shows as changed, without their notes: "+ com.example". */
function changesShown(preview: string): ReadonlySet<string> {
  return new Set(Array.from(preview.matchAll(/^\s*([+-]) (com\.\S+)/gmu), ([, sign, entry]) => `${sign} ${entry}`));
}
