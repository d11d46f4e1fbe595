import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openProject, pathWithoutPlugin, root, usualStart } from "../../test/harness/project.ts";
import { settingsFor } from "../../test/harness/simulator-settings.ts";
import type { Printed } from "../../tools/pulumi/run.ts";
import { executable } from "../../tools/setup/bundle.mjs";
import type { Work } from "../figures/results.ts";
import type { Candidate } from "./candidates.ts";
import { listText } from "./entries.ts";
import { buildFloor } from "./floor.ts";
import { startSimulatorProcess } from "./simulator.ts";

/** The project of a candidate, ready for its first command. */
export interface CandidateProject {
  /** Writes the file of the list. */
  declare(entries: number, isChanged: boolean): void;
  run(work: Work, onStart: (processId: number) => void): Promise<Printed>;
  close(): Promise<void>;
}

/** The folders of a project, and the URL of its API. */
interface Places {
  readonly folder: string;
  readonly surroundings: string;
  readonly url: string;
}

const peers = fileURLToPath(new URL("../peers", import.meta.url));

/**
 * Copies the project of a candidate to a folder, and starts a simulator for it if it sends requests.
 *
 * @throws Error if something that the candidate needs is not on this machine.
 */
export async function openCandidate(candidate: Candidate, parent: string): Promise<CandidateProject> {
  const surroundings = join(parent, candidate.name);
  const folder = join(surroundings, "project");
  cpSync(join(peers, candidate.project ?? candidate.name), folder, { recursive: true });
  const simulator = candidate.sendsRequests ? await startSimulatorProcess() : undefined;
  try {
    const run = await openPulumi(candidate, { folder, surroundings, url: simulator?.url ?? "http://127.0.0.1:1" });
    return {
      declare: (entries, isChanged) => writeFileSync(join(folder, "entries.txt"), listText(entries, isChanged)),
      run,
      close: async () => simulator?.close(),
    };
  } catch (error) {
    await simulator?.close();
    throw error;
  }
}

const pulumiCommands: Readonly<Record<Work, readonly string[]>> = {
  create: ["up", "--yes", "--skip-preview"],
  "no-op preview": ["preview", "--expect-no-changes"],
  "no-op up": ["up", "--yes", "--skip-preview", "--expect-no-changes"],
  "preview of 37 changes": ["preview"],
  "up of 37 changes": ["up", "--yes", "--skip-preview"],
  "preview --refresh": ["preview", "--refresh", "--expect-no-changes"],
  destroy: ["destroy", "--yes", "--skip-preview"],
};

async function openPulumi(
  { plugin }: Candidate,
  { folder, surroundings, url }: Places,
): Promise<CandidateProject["run"]> {
  // All have the same settings, because Pulumi itself takes time to decrypt them.
  const project = await openProject({ folder, surroundings, settings: settingsFor({ url }) });
  Object.assign(project.environment, usualStart);
  // Pulumi.yaml names the plugin in node_modules/.bin, as the README has it.
  project.environment["PATH"] = pathWithoutPlugin(project);
  if (plugin === "own") symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  if (plugin === "floor") {
    const commands = join(folder, "node_modules", ".bin");
    mkdirSync(commands, { recursive: true });
    symlinkSync(join(await buildFloor(), executable), join(commands, executable));
  }
  return (work, onStart) => project.watch(pulumiCommands[work], { onStart });
}
