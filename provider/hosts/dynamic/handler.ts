import "../../common/require-node";
import type { dynamic } from "@pulumi/pulumi";
import { createOperations } from "./operations";
import type { Properties } from "../../resource/inputs";
import { printNotice, type Notice } from "../../resource/notice";
import { Run } from "../../resource/run";
import { findEngineAddress, whenEngineEnds } from "../engine";
import { endWhenIdle, whenThisProcessEnds } from "./process-end";

/**
 * The text in `__provider` calls this in the process of the dynamic provider. It is in every user's state, so the name
 * of this module (`pulumi-app-list/dynamic`), of this object and of its methods are public API and may not change.
 */
export const appListEntries: Required<dynamic.ResourceProvider<Properties, Properties>> = {
  configure: async ({ config }) => {
    // Assigned before anything is awaited: the engine's next call does not wait for this one. A resource of an older
    // version of the package may bring another `__provider` into the same process, which is configured again.
    run ??= startRun((key) => config.get(`app-list:${key}`));
  },
  ...createOperations(currentRun, print),
};

/** The engine starts a process for each phase of a command and configures it once. */
let run: Run | undefined;

function startRun(config: (key: string) => string | undefined): Run {
  const engineAddress = findEngineAddress(process.argv);
  const started = new Run({ config, environment: process.env }, print, { engineAddress });
  whenThisProcessEnds(() => started.end());
  // This process survives a killed engine, and the next command can change the same list.
  if (engineAddress !== undefined) {
    whenEngineEnds(() => {
      started.cancel();
      endWhenIdle();
    });
  }
  return started;
}

function currentRun(): Run {
  if (run === undefined) throw new Error("The provider was used before it was configured.");
  return run;
}

/** Pulumi shows what this process prints as messages of the stack, in previews and in updates. */
function print(notice: Notice): void {
  console.log(printNotice(notice, true));
}
