import * as pulumi from "@pulumi/pulumi";
import { Declarations } from "../../../resource/declare";

/** One run of a user's program. */
export interface ProgramRun {
  readonly declarations: Declarations;
  hasCheckedConfiguration: boolean;
}

const programRuns = new WeakMap<object, ProgramRun>();

/**
 * The current run of the program. Pulumi's Automation API runs programs one after the other, or at the same time, in one
 * process; each run has a stack resource of its own.
 */
export function currentProgramRun(): ProgramRun {
  const stack = pulumi.runtime.getStackResource() ?? programRuns;
  const existing = programRuns.get(stack);
  if (existing !== undefined) return existing;
  const run: ProgramRun = { declarations: new Declarations(), hasCheckedConfiguration: false };
  programRuns.set(stack, run);
  return run;
}
