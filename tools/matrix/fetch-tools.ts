import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";

import { ToolError } from "../tool-error.mjs";
import { nodeVersions, packageManagers, type Combination } from "./combination.ts";
import { mustRun, plainEnvironment } from "./must-run.ts";

/** Folders that hold the command of each Node and of each package manager. */
export interface FetchedTools {
  nodeFolder(version: Combination["node"]): string;
  packageManagerFolder(name: Combination["packageManager"]): string;
  /** Why a combination cannot be tried here, if so: the first of its tools that could not be had. */
  whyMissing(combination: Combination): string | undefined;
}

/** Fetches all Nodes and package managers from the registry, each into a folder of its own. */
export async function fetchTools(parent: string, say: (text: string) => void): Promise<FetchedTools> {
  const binaries = (name: string): string => join(parent, folderName(name), "node_modules", ".bin");
  const missing = new Map<string, string>();
  const fetch = async (name: string, action: () => Promise<void>): Promise<void> => {
    say(name);
    try {
      await action();
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      missing.set(name, error.message);
    }
  };
  for (const version of nodeVersions) {
    await fetch(`node@${version}`, async () => {
      const folder = await install(parent, `node@${version}`);
      // Its install script fetches the executable, where npm lets install scripts run.
      if (!existsSync(join(folder, "node_modules", ".bin", "node"))) {
        await mustRun([process.execPath, "installArchSpecificPackage"], {
          folder: join(folder, "node_modules", "node"),
          environment: plainEnvironment(),
        });
      }
    });
  }
  for (const { package: name } of Object.values(packageManagers)) {
    await fetch(name, async () => void (await install(parent, name)));
  }
  return {
    nodeFolder: (version) => join(parent, folderName(`node@${version}`), "node_modules", "node", "bin"),
    packageManagerFolder: (name) => binaries(packageManagers[name].package),
    whyMissing: ({ node, packageManager }) =>
      missing.get(`node@${node}`) ?? missing.get(packageManagers[packageManager].package),
  };
}

async function install(parent: string, name: string): Promise<string> {
  const folder = join(parent, folderName(name));
  mkdirSync(folder);
  await mustRun(["npm", "install", "--prefix", folder, "--no-audit", "--no-fund", "--loglevel=error", name], {
    folder,
    environment: plainEnvironment(),
  });
  return folder;
}

function folderName(name: string): string {
  return name.replaceAll(/[^\w.-]/gu, "-");
}
