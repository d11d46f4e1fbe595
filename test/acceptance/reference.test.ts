import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { exitCodes } from "../../provider/cli/exit-code";
import { runProgram } from "../../provider/cli/run";
import { startSimulator } from "../../provider/simulator/index";
import { environmentFor, testTerminal } from "../cli/terminal";
import { commandsByName } from "../docs/command-texts";
import { jsonSchemas } from "../harness/json-schemas";
import { argumentsOf, commandsOf } from "../docs/shell";
import { codeBlocksOf, readPage, sectionOf } from "../docs/markdown";
import { expectOutput } from "../docs/shown-output";
import { createProject, succeeded, type Project } from "../harness/project";
import { settingsFor } from "../harness/simulator-settings";

const record = z.record(z.string(), z.unknown());
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

/** Makes the current folder one with a project that declares nothing yet. */
function openNewProject(project: Project): void {
  rmSync(join(project.folder, "new"), { recursive: true, force: true });
  project.write("new/Pulumi.yaml", "name: brand-safety\nruntime: nodejs\n");
  process.chdir(join(project.folder, "new"));
}

describe("docs/reference/cli.md and docs/reference/json.md", () => {
  it("show what each command prints", async () => {
    const simulator = await startSimulator({
      lists: [{ id: 4321, name: "brand-safety", appBundles: ["com.puzzlefox.saga"], hasAssociatedCampaigns: true }],
      campaigns: [
        { id: 71, name: "Spring", status: "active" },
        { id: 72, name: "Summer", status: "paused" },
      ],
    });
    onTestFinished(() => simulator.close());
    const project = await createProject({ program, name: "brand-safety", settings: settingsFor(simulator) });
    onTestFinished(() => project.remove());
    project.write("blocked-apps.txt", before);
    succeeded(await project.up());
    project.write("blocked-apps.txt", before.replace(/^.*keno.*$/mu, "com.luckyreels.slots  # gambling"));
    const { text: preview } = succeeded(await project.preview("--json", "--refresh"));

    const previousFolder = process.cwd();
    process.chdir(project.folder);
    onTestFinished(() => process.chdir(previousFolder));
    const run = async (script: string) => {
      const words = commandsOf(script).flatMap((command) => argumentsOf("app-list", command) ?? []);
      let shown = "";
      const onWrite = (text: string): void => {
        shown += text;
        // A simulator runs until it is stopped.
        if (words[0] === "simulate") terminal.interrupt();
      };
      const onMessage = (text: string): void => void (shown += text);
      const terminal = testTerminal({ input: preview, environment: environmentFor(simulator), onWrite, onMessage });
      if (words[0] === "pull") openNewProject(project);
      const code = await runProgram(words, terminal);
      process.chdir(project.folder);
      return { code, printed: words.includes("--json") ? terminal.output() : shown };
    };
    const withoutPort = (text: string): string => text.replaceAll(/127\.0\.0\.1:\d+/gu, "127.0.0.1:8080");
    const comparable = (text: string): unknown => {
      // Documents are equal however they are indented.
      const document = /```json\n(.*?)```$/su.exec(withoutPort(text))?.[1];
      return document === undefined
        ? withoutPort(text)
        : { ...record.parse(JSON.parse(document)), createdAt: undefined };
    };
    for (const [page, names] of [
      [cli, commandsByName.keys()],
      [json, jsonSchemas.keys()],
    ] as const) {
      for (const name of names) {
        const { text } = sectionOf(readPage(page), `\`app-list ${name}\``);
        const [command = ""] = codeBlocksOf({ path: page, text }).map(({ code }) => code);
        const { code, printed } = await run(command);
        expect([name, code]).toEqual([name, exitCodeOf.get(name) ?? done]);
        expectOutput({ page, command, printed: withoutPort(printed), comparable });
      }
    }
    const command = "app-list show brand-safety --json";
    const { code, printed } = await run(command);
    expect(code).toBe(error);
    expectOutput({ page: json, command, printed, comparable });
  });
});
