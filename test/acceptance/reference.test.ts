import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { exitCodes } from "../../provider/cli/exit-code";
import { runProgram } from "../../provider/cli/run";
import { environmentFor, testTerminal } from "../cli/terminal";
import { commandsByName } from "../docs/command-texts";
import { argumentsOf, commandsOf } from "../docs/shell";
import { codeBlocksOf, readPage, sectionOf } from "../docs/markdown";
import { expectOutput } from "../docs/shown-output";
import { succeeded } from "../harness/project";
import { testbed } from "./testbed";

const { done, error, changes } = exitCodes;

/** The exit code of the example of each command. */
const exitCodeOf: ReadonlyMap<string, number> = new Map([
  ["report", changes],
  ["diff", changes],
]);

const [cli, json] = ["docs/reference/cli.md", "docs/reference/json.md"] as const;

const program = `const { AppListEntries, entriesFromFile } = require("pulumi-app-list");
new AppListEntries("blocked", { appListId: 4321, appBundles: entriesFromFile("blocked-apps.txt") });
`;

const before = `# Agreed with brand safety.
com.goldfever.bingo   # gambling
com.goldfever.keno    # gambling
com.luckyreels.poker  # gambling
com.meetnow.chat      # dating
`;

describe("docs/reference/cli.md and docs/reference/json.md", () => {
  it("show what each command prints", async () => {
    const { project, simulator } = await testbed({
      program,
      name: "brand-safety",
      lists: [{ id: 4321, name: "brand-safety", appBundles: ["com.puzzlefox.saga"], hasAssociatedCampaigns: true }],
      campaigns: [
        { id: 71, name: "Spring", status: "active" },
        { id: 72, name: "Summer", status: "paused" },
      ],
    });
    project.write("blocked-apps.txt", before);
    succeeded(await project.up());
    project.write("blocked-apps.txt", before.replace(/^.*keno.*$/mu, "com.luckyreels.slots  # gambling"));
    const { text: preview } = succeeded(await project.preview("--json", "--refresh"));

    const previousFolder = process.cwd();
    onTestFinished(() => process.chdir(previousFolder));
    const run = async (command: string) => {
      const words = commandsOf(command).flatMap((each) => argumentsOf("app-list", each) ?? []);
      let printed = "";
      const onWrite = (text: string): void => {
        printed += text;
        // A simulator runs until it is stopped.
        if (words[0] === "simulate") terminal.interrupt();
      };
      const onMessage = (text: string): void => void (printed += text);
      const terminal = testTerminal({ input: preview, environment: environmentFor(simulator), onWrite, onMessage });
      // In a project that declares nothing yet.
      const folder = words[0] === "pull" ? join(project.folder, "new") : project.folder;
      project.write("new/Pulumi.yaml", "name: brand-safety\nruntime: nodejs\n");
      process.chdir(folder);
      const code = await runProgram(words, terminal);
      process.chdir(project.folder);
      rmSync(join(project.folder, "new"), { recursive: true });
      return { code, printed: words.includes("--json") ? terminal.output() : printed };
    };
    for (const name of commandsByName.keys()) {
      const { text } = sectionOf(readPage(cli), `\`app-list ${name}\``);
      const [command = ""] = codeBlocksOf({ path: cli, text }).map(({ code }) => code);
      const { code, printed } = await run(command);
      expect([name, code]).toEqual([name, exitCodeOf.get(name) ?? done]);
      if (name !== "simulate") expectOutput({ page: cli, command, printed });
    }
    const command = "app-list show brand-safety --json";
    const { code, printed } = await run(command);
    expect(code).toBe(error);
    // Documents are equal however they are indented.
    const comparable = (text: string): unknown => JSON.parse(/```json\n(.*?)```$/su.exec(text)?.[1] ?? "");
    expectOutput({ page: json, command, printed, comparable });
  });
});
