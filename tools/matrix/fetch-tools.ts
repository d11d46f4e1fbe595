import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";

import { nodeVersions, packageManagers, type Combination } from "./combination.ts";
import { mustRun, plainEnvironment } from "./must-run.ts";

/** Folders that hold the command of each Node and of each package manager. */
export interface FetchedTools {
  nodeFolder(version: Combination["node"]): string;
  packageManagerFolder(name: Combination["packageManager"]): string;
}

/**
 * Fetches all Nodes and package managers from the registry, each into a folder of its own.
 *
 * @throws ToolError when one cannot be had.
 */
export async function fetchTools(parent: string, say: (text: string) => void): Promise<FetchedTools> {
  const binaries = (name: string): string => join(parent, folderName(name), "node_modules", ".bin");
  for (const version of nodeVersions) {
    say(`node@${version}`);
    const folder = await install(parent, `node@${version}`);
    // Its install script fetches the executable, where npm lets install scripts run.
    if (!existsSync(join(folder, "node_modules", ".bin", "node"))) {
      await mustRun([process.execPath, "installArchSpecificPackage"], {
        folder: join(folder, "node_modules", "node"),
        environment: plainEnvironment(),
      });
    }
  }
  for (const { package: name } of Object.values(packageManagers)) {
    say(name);
    await install(parent, name);
  }
  return {
    nodeFolder: (version) => join(parent, folderName(`node@${version}`), "node_modules", "node", "bin"),
    packageManagerFolder: (name) => binaries(packageManagers[name].package),
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
