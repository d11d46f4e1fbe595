import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installPlugin, useHost } from "../../test/harness/language-host.ts";
import { openProject, root } from "../../test/harness/project.ts";
import { settingsFor } from "../../test/harness/simulator-settings.ts";
import type { Printed } from "../../tools/pulumi/run.ts";
import type { Setting, Work } from "../figures/results.ts";
import type { Candidate } from "./candidates.ts";
import { listText } from "./entries.ts";
import { limitedEntries, startSimulatorProcess } from "./simulator.ts";
import { openTerraform } from "./terraform.ts";

/** The project of a candidate, ready for its first command. */
export interface CandidateProject {
  /** Writes the files of the lists. */
  declare(content: "original" | "changed"): void;
  run(work: Work, onStart: (processId: number) => void): Promise<Printed>;
  close(): Promise<void>;
}

/** What of a project depends on its tool. */
export type CandidateTool = Pick<CandidateProject, "run">;

const peers = fileURLToPath(new URL("../peers", import.meta.url));

/** Compiled code, the same for all candidates, and kept between runs. */
const compileCache = join(root, ".scratch", "bench", "compile-cache");

/** Copies the project of a candidate to a folder, and starts a simulator for it if it sends requests. */
export async function openCandidate(candidate: Candidate, setting: Setting, parent: string): Promise<CandidateProject> {
  const surroundings = join(parent, candidate.name);
  const folder = join(surroundings, "project");
  cpSync(join(peers, candidate.name), folder, { recursive: true });
  mkdirSync(join(folder, "lists"));
  const simulator = candidate.sendsRequests ? await startSimulatorProcess(setting) : undefined;
  const places = { folder, surroundings, url: simulator?.url ?? "http://127.0.0.1:1" };
  const tool =
    candidate.tool === "terraform" ? await openTerraform(places) : await openPulumi(candidate, setting, places);
  return {
    declare: (content) => {
      const text = listText(setting.entries, content === "changed");
      for (let id = 1; id <= setting.lists; id += 1) writeFileSync(join(folder, "lists", `${id}.txt`), text);
    },
    run: tool.run,
    close: async () => simulator?.close(),
  };
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
  { language, hasPlugin }: Candidate,
  { circumstances }: Setting,
  { folder, surroundings, url }: { readonly folder: string; readonly surroundings: string; readonly url: string },
): Promise<CandidateTool> {
  // All have the same settings, because Pulumi itself takes time to decrypt them.
  const { plain, secret } = settingsFor({ url });
  const limit = circumstances === "200 ms, 500 entries per request" && {
    maxEntriesPerRequest: String(limitedEntries),
  };
  const project = await openProject({ folder, surroundings, settings: { plain: { ...plain, ...limit }, secret } });
  project.environment["NODE_COMPILE_CACHE"] = circumstances === "no compile cache" ? undefined : compileCache;
  if (hasPlugin) await installPlugin(project);
  if (language !== undefined) useHost(project, language);
  return { run: (work, onStart) => project.watch(pulumiCommands[work], { onStart }) };
}
