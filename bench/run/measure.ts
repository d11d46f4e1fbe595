import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../test/harness/project.ts";
import type { Measurement, Memory, Omission, Results, Work } from "../figures/results.ts";
import { openCandidate, type CandidateProject } from "./candidate-project.ts";
import type { Candidate } from "./candidates.ts";
import { watchMemory } from "./memory.ts";
import { warmUp, type Section } from "./sections.ts";

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
 * in the opposite order.
 *
 * @param findObstacle why a candidate cannot be measured on this machine.
 * @param report gets a line per round.
 */
export async function measureSection(
  section: Section,
  findObstacle: (candidate: Candidate) => string | undefined,
  report: (text: string) => void,
): Promise<Results> {
  const { entries, lists, circumstances, work } = section;
  const setting = { entries, lists, circumstances };
  const omissions: Omission[] = [];
  const contenders: Contender[] = [];
  const parent = join(root, ".scratch", "bench");
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, "section-"));
  try {
    for (const candidate of section.candidates) {
      const reason = findObstacle(candidate);
      if (reason === undefined) {
        const project = await openCandidate(candidate, setting, folder);
        contenders.push({ candidate, project, seconds: new Map(), memory: [] });
      } else omissions.push({ ...setting, candidate: candidate.name, reason });
    }
    const runAll = async (each: Work, order: readonly Contender[], isTimed: boolean): Promise<void> => {
      for (const contender of order) {
        if (contender.failure === undefined) await runOne(contender, section, each, isTimed);
      }
    };
    const isOnce = !work.includes("create");
    if (isOnce) await runAll("create", contenders, false);
    for (const each of warmUp(section)) await runAll(each, contenders, false);
    for (let round = 1; round <= section.rounds; round += 1) {
      report(`round ${round} of ${section.rounds}`);
      const order = round % 2 === 1 ? contenders : contenders.toReversed();
      for (const each of work) await runAll(each, order, true);
    }
    if (isOnce) await runAll("destroy", contenders, false);
  } finally {
    await Promise.all(contenders.map(({ project }) => project.close()));
    rmSync(folder, { recursive: true, force: true });
  }
  return {
    measurements: contenders.flatMap(({ candidate, seconds }): readonly Measurement[] =>
      Array.from(seconds, ([each, values]) => ({
        ...setting,
        candidate: candidate.name,
        work: each,
        seconds: values,
      })),
    ),
    omissions: [
      ...omissions,
      ...contenders.flatMap(({ candidate, failure }) =>
        failure === undefined ? [] : [{ ...setting, candidate: candidate.name, reason: failure }],
      ),
    ],
    memory: contenders.flatMap(({ memory }) => memory),
  };
}

/** Runs a command: either its time is taken or its memory, which takes time to read. */
async function runOne(contender: Contender, section: Section, work: Work, isTimed: boolean): Promise<void> {
  const { candidate, project, seconds, memory } = contender;
  if (work === "create") project.declare("original");
  if (work === "preview of 37 changes") project.declare("changed");
  const watching: (() => ReadonlyMap<string, number>)[] = [];
  const start = performance.now();
  const { code, text } = await project.run(work, (id) => {
    if (!isTimed) watching.push(watchMemory(id));
  });
  const elapsed = (performance.now() - start) / 1000;
  for (const stop of watching) {
    const { entries, lists, circumstances } = section;
    const setting = { entries, lists, circumstances };
    for (const [role, megabytes] of stop())
      memory.push({ ...setting, candidate: candidate.name, work, role, megabytes });
  }
  if (code !== 0) {
    contender.failure = `failed: ${work} ended with ${code}`;
    process.stderr.write(`${candidate.name}: ${work} ended with ${code}:\n${text.slice(-5000)}\n`);
  }
  if (code === 0 && isTimed) seconds.set(work, [...(seconds.get(work) ?? []), elapsed]);
}
