import "../../common/require-node";
import type { dynamic } from "@pulumi/pulumi";
import { createOperations } from "./operations";
import { printNotice, type Notice } from "../../resource/notice";
import { Run } from "../../resource/run";
import { findEngineAddress, whenEngineEnds } from "../engine";
import { endWhenIdle, whenThisProcessEnds } from "./process-end";

/**
 * The text in `__provider` calls this object in the process of the dynamic provider. Every user's state contains that
 * text. So the names of this module (`pulumi-app-list/dynamic`), this object and its methods are public API and may not
 * change.
 */
export const appListEntries: Required<dynamic.ResourceProvider> = {
  configure: async ({ config }) => {
    // Assigned before anything is awaited, because the engine's next call does not wait for this one. It may be set
    // already: a resource of an older version of the package has another `__provider`, and the engine configures both
    // in one process.
    run ??= startRun((key) => config.get(`app-list:${key}`));
    run.attempts.forget();
  },
  ...createOperations(currentRun, print),
};

/** The run of this process. The engine starts one process per phase of a command. */
let run: Run | undefined;

function startRun(config: (key: string) => string | undefined): Run {
  const engineAddress = findEngineAddress(process.argv);
  const started = new Run({ config, environment: process.env }, print, { engineAddress });
  whenThisProcessEnds(() => started.end());
  // This process survives a killed engine. It must not change a list during the next command.
  if (engineAddress !== undefined) {
    whenEngineEnds(() => {
      started.cancel();
      endWhenIdle();
    });
  }
  return started;
}

function currentRun(): Run {
  if (run === undefined) throw new Error("The provider was called before it was configured.");
  return run;
}

/**
 * Pulumi shows the output of this process as messages of the stack, in previews and updates. The report tells warnings
 * by the stream.
 */
function print(notice: Notice): void {
  const text = printNotice(notice, true);
  if (notice.severity === "info") console.log(text);
  else console.error(text);
}
