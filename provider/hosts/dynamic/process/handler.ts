import type { dynamic } from "@pulumi/pulumi";
import { operationsOf } from "./operations";
import { Run } from "../../../resource/run";

/**
 * What the text in `__provider`, which stands in every user's state, calls in the process of the dynamic provider.
 * The name of this module (`pulumi-app-list/dynamic`), the name of this object and its methods are public API for ever.
 */
export const appListEntries: Required<dynamic.ResourceProvider<Raw, Raw>> = {
  configure: async ({ config }) => {
    // Assigned before anything is awaited: the engine's next call does not wait for this one. Resources of an older
    // version of the package may bring another `__provider` into the same process, which is configured again.
    run ??= new Run({ config: (key: string) => config.get(`app-list:${key}`), environment: process.env }, print);
  },
  ...operationsOf(currentRun, print),
};

type Raw = Readonly<Record<string, unknown>>;

/** The engine starts a process for each phase of a command and configures it once. */
let run: Run | undefined;

function currentRun(): Run {
  if (run === undefined) throw new Error("The provider was used before it was configured.");
  return run;
}

/** What is printed here, Pulumi shows as a message of the stack, in previews and in updates. */
function print(line: string): void {
  console.log(line);
}
