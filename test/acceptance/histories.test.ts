import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { dynamicHost, oneOrAllHosts, pluginHost, type PulumiHost } from "../harness/hosts";
import { resourcesOf } from "../harness/stack-state";
import { root } from "../harness/project";
import type { Command } from "../laws/engine";
import { dynamicHost as standInOfDynamic } from "../laws/hosts/dynamic";
import { pluginHost as standInOfPlugin } from "../laws/hosts/plugin";
import { linesOf, options, play, readHistories, type Player } from "../resource/history";
import { line } from "./over-limit";
import { testbed } from "./testbed";

// The engine plays histories that `npm test` plays with its stand-in, and the same comes of them.

const folder = join(root, "test", "resource", "histories");

/** The engine. All that it prints is one line. */
async function enginePlayer(host: PulumiHost): Promise<Player> {
  const { simulator, project } = await testbed({ program: {}, host, ...options });
  const run: Player["run"] = async (command, { settings, environment }) => {
    const { program = {}, inSequence, refresh, replacesFirst }: Partial<Up> = "program" in command ? command : {};
    const names = Object.keys(program);
    const resources = Object.entries(program).map(([name, properties], index) => {
      const dependsOn = inSequence === true ? names.slice(0, index) : [];
      return [name, { properties, options: { dependsOn } }] as const;
    });
    const { accounts = "", ...plain } = settings;
    project.configure({ plain, secret: { accounts } });
    Object.assign(project.environment, environment);
    if ("program" in command) project.declare(Object.fromEntries(resources));
    const words = [
      ...(command.name === "preview" ? [] : ["--yes", "--skip-preview"]),
      ...(refresh === true ? ["--refresh"] : []),
      ...(replacesFirst === true ? ["--replace", `**${names[0]}`] : []),
    ];
    const { code, text } = await project.pulumi(command.name, ...words);
    // The faults of a command are those of its requests.
    simulator.clearFaults();
    const said = line({ text }).replaceAll("--stack dev", "--stack STACK");
    const came = code === 0 ? { errors: [], printed: [said] } : { errors: [said], printed: [] };
    return { resources: await resourcesOf(project), ...came };
  };
  return { simulator, run, close: async () => {} };
}

type Up = Extract<Command, { readonly program: unknown }>;

/** The lines of a history, each with the facts that came of it, and with what was said in no certain form. */
function cameOf(text: string) {
  const masked = text
    // Who logs in first depends on the engine.
    .replaceAll(/token 200(?: as eu)?(?:, )?/gu, "")
    // The engine marks a warning itself.
    .replaceAll("warning: ", "");
  let errors: readonly string[] = [];
  return masked.split(/\n(?=\S)/u).map((part) => {
    const [command = "", ...came] = part.split("\n").map((each) => each.trim().replace(/, $/u, ""));
    const facts = came.filter((each) => /^(?:requests: \S|list |state of )/u.test(each));
    const said = came.filter(
      (each) => !/^(?:$|! |requests:|list |state of |inputs of |waits |the refresh of )/u.test(each),
    );
    const failed = came.filter((each) => each.startsWith("! ")).map((each) => each.slice(2));
    if (failed[0] !== "as before") errors = failed;
    const messages = failed.length > 0 ? [...said, ...errors] : said;
    return {
      command,
      facts: facts.toSorted(),
      isFailed: failed.length > 0,
      said: messages.map((text) => line({ text })),
    };
  });
}

const histories = readdirSync(folder)
  .flatMap((file) => readHistories(join(folder, file)))
  .filter(([, text]) => linesOf(text).includes("engine"));

describe.each(oneOrAllHosts(pluginHost))("with $name, the engine plays", (host) => {
  const standIn = host === dynamicHost ? standInOfDynamic : standInOfPlugin;
  it.each(histories)("%s", async (title, text) => {
    const came = cameOf([title, ...(await play(linesOf(text), await enginePlayer(host), standIn))].join("\n"));
    const recorded = cameOf(text);
    const withoutSaid = came.map(({ said: _, ...rest }) => rest);
    expect(withoutSaid).toEqual(recorded.map(({ said: _, ...rest }) => rest));
    for (const [index, { command, said }] of recorded.entries()) {
      const all = came[index]?.said.join(" ");
      for (const message of said) expect([command, all]).toEqual([command, expect.stringContaining(message)]);
    }
  });
});
