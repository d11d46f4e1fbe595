import "../../../common/require-node";
import type { dynamic } from "@pulumi/pulumi";
import { createOperations } from "./operations";
import { Run } from "../../../resource/run";

/**
 * The text in `__provider` calls this in the process of the dynamic provider. It is in every user's state, so the name
 * of this module (`pulumi-app-list/dynamic`), of this object and of its methods are public API for ever.
 */
export const appListEntries: Required<dynamic.ResourceProvider<Raw, Raw>> = {
  configure: async ({ config }) => {
    // Assigned before anything is awaited: the engine's next call does not wait for this one. A resource of an older
    // version of the package may bring another `__provider` into the same process, which is configured again.
    run ??= new Run({ config: (key: string) => config.get(`app-list:${key}`), environment: process.env }, print);
  },
  ...createOperations(currentRun, print),
};

type Raw = Readonly<Record<string, unknown>>;

/** The engine starts a process for each phase of a command and configures it once. */
let run: Run | undefined;

function currentRun(): Run {
  if (run === undefined) throw new Error("The provider was used before it was configured.");
  return run;
}

/** Pulumi shows these lines as messages of the stack, in previews and in updates. */
function print(line: string): void {
  console.log(line);
}
