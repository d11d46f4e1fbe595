import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../test/harness/project.ts";
import type { Measurement, Memory, Omission, Results, Work } from "../figures/results.ts";
import { openCandidate, type CandidateProject } from "./candidate-project.ts";
import type { Candidate } from "./candidates.ts";
import { watchMemory } from "./memory.ts";
import type { Section } from "./sections.ts";

/** A candidate of a section, while it is measured. */
interface Contender {
  readonly candidate: Candidate;
  readonly project: CandidateProject;
  readonly seconds: Map<Work, number[]>;
  readonly memory: Memory[];
  failure?: string;
}

/**
 * Measures a section: each command of a round with all candidates, before the next command. Every second round has them
 * in the opposite order. An untimed round comes first: it fills caches, and shows the memory of the processes.
 *
 * @param report gets a line per round.
 */
export async function measureSection(section: Section, report: (text: string) => void): Promise<Results> {
  const { entries, work } = section;
  const omissions: Omission[] = [];
  const contenders: Contender[] = [];
  const parent = join(root, ".scratch", "bench");
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, "section-"));
  try {
    for (const candidate of section.candidates) {
      try {
        const project = await openCandidate(candidate, folder);
        contenders.push({ candidate, project, seconds: new Map(), memory: [] });
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        omissions.push({ candidate: candidate.name, entries, reason: reason.replaceAll(/\s+/gu, " ") });
      }
    }
    const runAll = async (each: Work, order: readonly Contender[], isTimed: boolean): Promise<void> => {
      for (const contender of order) {
        if (contender.failure === undefined) await runOne(contender, entries, each, isTimed);
      }
    };
    const isOnce = !work.includes("create");
    if (isOnce) await runAll("create", contenders, false);
    for (let round = 0; round <= section.rounds; round += 1) {
      report(`round ${round} of ${section.rounds}`);
      const order = round % 2 === 1 ? contenders : contenders.toReversed();
      for (const each of work) await runAll(each, order, round > 0);
    }
    if (isOnce) await runAll("destroy", contenders, false);
  } finally {
    await Promise.all(contenders.map(({ project }) => project.close()));
    rmSync(folder, { recursive: true, force: true });
  }
  for (const { candidate, failure } of contenders) {
    if (failure !== undefined) omissions.push({ candidate: candidate.name, entries, reason: failure });
  }
  const completed = contenders.filter(({ failure }) => failure === undefined);
  return {
    // A candidate that failed has fewer rounds than the others.
    measurements: completed.flatMap(({ candidate, seconds }): readonly Measurement[] =>
      Array.from(seconds, ([each, values]) => ({ candidate: candidate.name, work: each, entries, seconds: values })),
    ),
    omissions,
    memory: contenders.flatMap(({ memory }) => memory),
  };
}

/** Runs a command: either its time is taken or its memory, which takes time to read. */
async function runOne(contender: Contender, entries: number, work: Work, isTimed: boolean): Promise<void> {
  const { candidate, project, seconds, memory } = contender;
  if (work === "create" || work.endsWith("37 changes")) project.declare(entries, work !== "create");
  let stopWatching: (() => ReadonlyMap<string, number>) | undefined;
  const start = performance.now();
  const { code, text } = await project.run(work, (id) => {
    if (!isTimed) stopWatching = watchMemory(id);
  });
  const elapsed = (performance.now() - start) / 1000;
  for (const [role, megabytes] of stopWatching?.() ?? [])
    memory.push({ candidate: candidate.name, work, entries, role, megabytes });
  if (code !== 0) {
    contender.failure = `failed: ${work} ended with ${code}`;
    process.stderr.write(`${candidate.name}: ${work} ended with ${code}:\n${text.slice(-5000)}\n`);
  }
  if (code === 0 && isTimed) seconds.set(work, [...(seconds.get(work) ?? []), elapsed]);
}
