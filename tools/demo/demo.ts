import { startSimulator } from "pulumi-app-list/simulator";

import type { Edition } from "./edition.ts";
import { initialList } from "./plot.ts";
import { createProjectFolder } from "./project-folder.ts";
import { account, createStage } from "./stage.ts";
import { story } from "./story.ts";
import type { Terminal } from "./terminal.ts";

/** What is printed at the end: how to do the same on a real account. */
const onARealAccount = ({ before, last }: Edition): readonly string[] => [
  `1. ${before}`,
  "2. pulumi config set appListId 4321, likewise app-list:baseUrl and app-list:username; and encrypted, asked for without an echo: pulumi config set --secret app-list:password, likewise app-list:apiKey and app-list:apiSecret",
  `3. ${last}`,
];

/**
 * Plays the whole story, and leaves nothing behind: neither the simulator nor the project's folder.
 *
 * @param engine the folder that holds the `pulumi` executable.
 * @param stop asks to end early; a running command ends what it has begun.
 * @throws DemoError when a step does not show what it should.
 * @throws the signal's reason when it was asked to end early.
 */
export async function playDemo(edition: Edition, engine: string, terminal: Terminal, stop: AbortSignal): Promise<void> {
  stop.throwIfAborted();
  const project = createProjectFolder(edition);
  try {
    const simulator = await startSimulator({ lists: [initialList], accounts: [account] });
    try {
      const stage = createStage({ edition, terminal, simulator, project, engine, stop });
      terminal.say(
        "Real `pulumi` commands manage an app list of a simulated service. It takes about 20 seconds and no account;\n" +
          "Ctrl-C stops it at any time, and nothing is left of it.",
      );
      const steps = story(edition);
      for (const [index, { title, play }] of steps.entries()) {
        terminal.heading(`${index + 1}/${steps.length}  ${title}`);
        await play(stage);
      }
    } finally {
      await simulator.close();
    }
  } finally {
    project.remove();
  }
  terminal.heading("The same on a real account, in the root of this clone");
  terminal.say(onARealAccount(edition).join("\n"));
}
