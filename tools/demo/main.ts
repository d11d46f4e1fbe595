// `npm run demo`, after the set-up: real `pulumi` commands manage an app list on a simulator of the API. The demo checks
// each result and deletes everything that it creates.
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { defaultAccount, startSimulator } from "pulumi-app-list/simulator";

import { root } from "../paths.mjs";
import { engineFolder } from "../pulumi/engine-folder.ts";
import { initialList } from "./entries.ts";
import { createStage, DemoError } from "./stage.ts";
import { story } from "./story.ts";
import { printHeading, printParagraph } from "./terminal.ts";

/** Aborted with the exit status: 128 plus the number of the signal, as in shells. */
const stop = new AbortController();
for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    if (!stop.signal.aborted) process.stderr.write("\nStopping after the running pulumi command. Please wait.\n");
    stop.abort(128 + constants.signals[signal]);
  });
}
// The reader has closed the pipe, as in `npm run demo | head`: 128 plus the number of SIGPIPE.
process.stdout.on("error", () => stop.abort(141));
process.stderr.on("error", () => stop.abort(141));

try {
  await playDemo(await engineFolder(), stop.signal);
} catch (error) {
  process.exitCode = stop.signal.aborted ? Number(stop.signal.reason) : 1;
  // A stopped command may have failed with an error of its own.
  if (stop.signal.aborted) process.stderr.write("\nThe demo was stopped, and its files were deleted.\n");
  else if (!(error instanceof DemoError)) throw error;
  else process.stderr.write(`\n${error.message} The demo deleted its files. To find the cause, run: npm test\n`);
}

/**
 * Runs the whole demo on a copy of the quickstart, and removes the simulator and the copy afterwards.
 *
 * @param engine the folder of the `pulumi` executable.
 * @param stop asks to end early; a running command finishes the step that it has begun.
 * @throws DemoError when a step does not have the expected result.
 * @throws the signal's reason when it was asked to end early.
 */
async function playDemo(engine: string, stop: AbortSignal): Promise<void> {
  stop.throwIfAborted();
  mkdirSync(join(root, ".scratch"), { recursive: true });
  // Inside the clone, so that the program finds its packages.
  const folder = mkdtempSync(join(root, ".scratch", `demo-${process.pid}-`));
  try {
    for (const path of ["Pulumi.yaml", "examples/quickstart"]) {
      cpSync(join(root, path), join(folder, path), { recursive: true });
    }
    const simulator = await startSimulator({ lists: [initialList], accounts: [defaultAccount] });
    try {
      const stage = createStage({ simulator, folder, engine, stop });
      printParagraph(
        "Real `pulumi` commands manage an app list on a simulator of the API. The demo needs no account.\n" +
          "Press Ctrl-C to stop it. It deletes everything that it creates.",
      );
      const steps = Object.entries(story);
      for (const [index, [title, play]] of steps.entries()) {
        printHeading(`${index + 1}/${steps.length}  ${title}`);
        await play(stage);
      }
    } finally {
      await simulator.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
  printHeading("Next steps");
  printParagraph('Do the same step by step:  docs/tutorial.md\nUse your own account:      README.md, section "Use it"');
}
