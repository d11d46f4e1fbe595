import * as pulumi from "@pulumi/pulumi";
import { Connections } from "../../../resource/connections";
import { Declarations } from "../../../resource/declare";
import type { SettingsSource } from "../../../settings/settings";

/** One run of a user's program. */
export interface ProgramRun {
  readonly declarations: Declarations;
  /** For all data functions together: refused credentials are tried once, since many failed logins can lock an account. */
  readonly connections: Connections;
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
  const run: ProgramRun = {
    declarations: new Declarations(),
    connections: new Connections(programSettings(), {}),
    hasCheckedConfiguration: false,
  };
  programRuns.set(stack, run);
  return run;
}

/** The settings that a program has: the configuration of its stack, then the environment. */
export function programSettings(): SettingsSource {
  const config = new pulumi.Config("app-list");
  return { config: (key) => config.get(key), environment: process.env };
}
