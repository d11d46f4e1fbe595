import type { Simulator } from "../../../provider/simulator/index";
import { secretsOf } from "../../harness/canaries";
import type { PulumiHost } from "../../harness/hosts";
import type { Program } from "../../harness/program";
import { createProject, type CreatedProject, type Printed } from "../../harness/project";
import { settingsFor } from "../../harness/simulator-settings";
import { resourcesOf } from "../../harness/stack-state";
import { byKinds } from "../oracle/entries";
import type { Declared } from "../oracle/program";
import type { Driver, Ended, Step } from "./judged-stack";

/** Runs real `pulumi` commands, on a new stack that uses a simulator. */
export async function pulumiDriver(simulator: Simulator, host: PulumiHost) {
  const project = await createProject({ program: {}, settings: settingsFor(simulator), host });
  const driver: Driver = {
    simulator,
    run: async (step) => endOf(await project.pulumi(...argumentsOf(project, step))),
    resources: async () =>
      (await resourcesOf(project)).map(({ urn, inputs, outputs }) => {
        return { name: urn.slice(urn.lastIndexOf("::") + 2), inputs, outputs };
      }),
    secrets: () => secretsOf(simulator),
  };
  return { ...driver, project };
}

/** Writes the program of a step. Returns the arguments of its command. */
export function argumentsOf(project: CreatedProject, { command, program, refresh = false }: Step): readonly string[] {
  if (program !== undefined) project.declare(resourcesIn(program));
  if (command === "preview") return [command];
  return [command === "no-op" ? "up" : command, "--yes", "--skip-preview", ...(refresh ? ["--refresh"] : [])];
}

export function endOf({ code, text }: Printed): Ended {
  const isDone = code === 0;
  return { outcome: isDone ? "done" : "failed", errors: isDone ? [] : [text], printed: text.split("\n"), output: text };
}

function resourcesIn(program: readonly Declared[]): Program {
  return Object.fromEntries(
    program.map(({ name, entries, refusal: _, ...args }) => [name, { properties: { ...args, ...byKinds(entries) } }]),
  );
}
