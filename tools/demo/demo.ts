import { startSimulator } from "pulumi-app-list/simulator";

import type { Edition } from "./edition.ts";
import { initialList } from "./plot.ts";
import { createProjectFolder } from "./project-folder.ts";
import { account, createStage } from "./stage.ts";
import { story } from "./story.ts";
import { printHeading, printParagraph } from "./terminal.ts";

/**
 * Runs the whole demo, and removes the simulator and the project's folder afterwards.
 *
 * @param engine the folder of the `pulumi` executable.
 * @param stop asks to end early; a running command finishes the step that it has begun.
 * @throws DemoError when a step does not have the expected result.
 * @throws the signal's reason when it was asked to end early.
 */
export async function playDemo(edition: Edition, engine: string, stop: AbortSignal): Promise<void> {
  stop.throwIfAborted();
  const project = createProjectFolder(edition);
  try {
    const simulator = await startSimulator({ lists: [initialList], accounts: [account] });
    try {
      const stage = createStage({ edition, simulator, project, engine, stop });
      printParagraph(
        "Real `pulumi` commands manage an app list on a simulator of the API. The demo takes about\n" +
          "20 seconds and needs no account. Press Ctrl-C to stop it. It deletes everything that it creates.",
      );
      const steps = story(edition);
      for (const [index, { title, play }] of steps.entries()) {
        printHeading(`${index + 1}/${steps.length}  ${title}`);
        await play(stage);
      }
    } finally {
      await simulator.close();
    }
  } finally {
    project.remove();
  }
  printHeading("Next steps");
  printParagraph(
    ["Do the same step by step:  docs/tutorial.md", `Use your own account:      ${edition.nextPage}`].join("\n"),
  );
}
