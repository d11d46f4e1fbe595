import type { Simulator } from "pulumi-app-list/simulator";
import { createProject, succeeded, type Printed } from "../project.ts";
import { settingsFor } from "../simulator-settings.ts";
import { appBundlesOf, type AppBundleState } from "../stack-state.ts";
import { appListId, contention, type Writer } from "./rounds.ts";

const program = `const { AppListEntries, entriesFromFile } = require("pulumi-app-list");
new AppListEntries("blocked", { appListId: ${appListId}, appBundles: entriesFromFile("entries.txt") });
`;

/** A stack with a real engine. */
export async function writerWithEngine(simulator: Simulator): Promise<Writer> {
  const { plain, secret } = settingsFor(simulator);
  const settings = { plain: { ...plain, maxEntriesPerRequest: "20" }, secret };
  const project = await createProject({ program, settings });
  let state: AppBundleState | undefined;
  const run = async (command: Promise<Printed>): Promise<Printed> => {
    const printed = await command;
    state = await appBundlesOf(project);
    return printed;
  };
  return {
    up: async (appBundles) => {
      project.write("entries.txt", appBundles.map((entry) => `${entry}\n`).join(""));
      const printed = await run(project.up());
      return printed.code === 0 || (!printed.text.includes(contention) && succeeded(printed).code === 0);
    },
    refresh: async () => {
      succeeded(await run(project.pulumi("refresh", "--yes", "--skip-preview")));
    },
    held: () => state?.held ?? new Set(),
    missing: () => state?.missing ?? new Set(),
    close: async () => project.remove(),
  };
}
