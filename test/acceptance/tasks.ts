import { mkdirSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { defaultAccount, type Fault, type JournalEntry, type Simulator } from "../../provider/simulator/index";
import { expectStep, scriptOf } from "../docs/run-steps";
import { blockOf, commandsOf, expandEntries, readTasks, type TaskStep, type Task } from "../docs/tasks";
import { copyExample } from "../harness/example";
import { killAtOnce } from "../harness/process-tree";
import { createProject, root, withoutTypeChecks } from "../harness/project";
import { settingsFor } from "../harness/simulator-settings";
import { resourcesOf } from "../harness/stack-state";
import { simulatorForTest } from "../simulator/simulators";
import { openTerminal, runPage } from "./page-run";
import { startInPlace } from "./testbed";

const answer = (status: number, body?: string) => ({ kind: "status", status, body }) as const;
const full = answer(422, JSON.stringify({ error: "list size limit of 3 reached" }));

/** The faults of the API, by the words of the tasks. */
const apiStates: Readonly<Record<string, readonly Fault[]>> = {
  "works again": [],
  "all requests answer 503": [{ on: {}, effect: "before", answer: answer(503) }],
  "an addition takes effect, and then all requests answer 502": [
    { on: { action: "add" }, effect: "after", answer: answer(502) },
    // The first removal is the probe before the addition.
    ...Array.from({ length: 50 }, (_, index): Fault => {
      return { on: { action: "remove", nth: index + 2 }, effect: "before", answer: answer(502) };
    }),
  ],
  "the login may not change lists": [{ on: { action: "add" }, effect: "before", answer: answer(403) }],
  "the list is full": [{ on: { action: "add" }, effect: "before", answer: full }],
  "an addition takes effect, and the machine dies": [
    { on: { action: "add" }, effect: "after", answer: { kind: "hang" } },
  ],
};

/** The scripts of a CI, and the headings above them. */
const ciScripts = [
  ["preview", "Preview"],
  ["deploy", "Deploy"],
  ["repair", "Repair"],
  ["drift", "Check for drift"],
] as const;

const names = ["brand-safety", "gambling", "third"];
const lists = names.map((name, index) => ({ id: 4321 + index, name, hasAssociatedCampaigns: index === 0 }));
const europe = { ...defaultAccount, username: "ad.ops.eu@example.com", lists: [{ id: 8765, name: "europe" }] };

/** The project of a task: an example, or that of the README without entries. */
async function openProjectOf({ example }: Task, simulator: Simulator) {
  const settings = settingsFor(simulator);
  if (example !== undefined) return copyExample(example, settings);
  const project = await createProject({ program: "", language: "typescript", name: "brand-safety", settings });
  Object.assign(project.environment, withoutTypeChecks);
  const program = runPage("README.md", project).block("A list as code", "yaml");
  project.write("Pulumi.yaml", program.replace("path: node_modules", `path: ${root}/node_modules`));
  mkdirSync(`${project.folder}/lists`);
  const scripts = runPage("docs/how-to/other-ci.md", project);
  for (const [name, heading] of ciScripts) project.write(`ci/${name}.sh`, scripts.block(heading, "sh"));
  return project;
}

/** The API of two accounts, with the actions and checks of the tasks. */
async function openApi(onRequest: (entry: JournalEntry) => void) {
  let simulator = await simulatorForTest({ lists, accounts: [defaultAccount, europe], onRequest });
  const { apiKey, apiSecret } = defaultAccount;
  const secrets = { apiKey, apiSecret, password: defaultAccount.password };
  const rotate = async (password: string): Promise<void> => {
    secrets.password = password;
    const held = lists.flatMap(({ id }) => simulator.list(id) ?? []);
    simulator = await startInPlace(simulator, { lists: held, accounts: [{ ...defaultAccount, password }] });
  };
  return {
    simulator,
    secrets,
    list: (text: string): void => {
      const [, id = "", rest = ""] = /^(\d+):(.*)$/u.exec(text) ?? [];
      const held = simulator.list(Number(id), id === "8765" ? europe : defaultAccount);
      const { appBundles = [], placementIds = [], websites = [] } = held ?? {};
      const count = ` ${appBundles.length.toLocaleString("en-US")} app bundles`;
      const all = [...appBundles, ...placementIds, ...websites].toSorted();
      if (rest.endsWith(" app bundles")) expect(count).toBe(rest);
      else expect(all).toEqual([...expandEntries(rest)].toSorted());
    },
    dashboard: (text: string): void => {
      const [id = "", ...words] = text.split(" ");
      const signed = (sign: string) => {
        const all = words.filter((word) => word.startsWith(sign)).flatMap((word) => expandEntries(word.slice(1)));
        const isWebsite = (entry: string): boolean => entry.endsWith(".example");
        return { appBundles: all.filter((entry) => !isWebsite(entry)), websites: all.filter(isWebsite) };
      };
      simulator.edit(Number(id), { add: signed("+"), remove: signed("-") });
    },
    api: async (text: string): Promise<void> => {
      const [, password] = /^the password is (.*)$/u.exec(text) ?? [];
      const [, gone] = /^it has no list (\d+)$/u.exec(text) ?? [];
      if (password !== undefined) return rotate(password);
      if (gone !== undefined) return simulator.deleteList(Number(gone));
      if (text === "it refuses to remove absent entries") return simulator.setBehavior({ removeAbsent: "error" });
      const faults = apiStates[text];
      if (faults === undefined) throw new Error(`The API has no state "${text}".`);
      simulator.clearFaults();
      return faults.forEach((fault) => simulator.addFault(fault));
    },
    requests: (text: string): void => {
      const sizeOf = ({ entries = {} }: JournalEntry): number => Object.values(entries).flat().length;
      const sent = simulator.journal.map((entry) => `${entry.action} ${sizeOf(entry)}`);
      simulator.clearJournal();
      expect(sent.join(", ")).toBe(text);
    },
  };
}

const oneLine = (text: string): string => text.trim().replaceAll(/\s+/gu, " ");

/** The project of a task in a terminal, beside the API. */
async function open(task: Task) {
  let leader: number | undefined;
  const { simulator, secrets, ...play } = await openApi(({ fault }) => {
    if (fault?.kind === "hang" && leader !== undefined) killAtOnce(-leader);
  });
  const project = await openProjectOf(task, simulator);
  onTestFinished(() => project.remove());
  project.write(".gitconfig", "[user]\nname = Ana\nemail = ana@example.com\n");
  const environment = { GIT_CONFIG_GLOBAL: `${project.folder}/.gitconfig` };
  const session = openTerminal(project, { environment, onStart: (id) => (leader = id) });
  onTestFinished(() => session.close());
  let digests = "";
  /** Runs a script of a reader, and requires what the task tells of its end. */
  const run = async (script: string, { exitCode, prints, shows }: TaskStep) => {
    const ended = await session.run(script);
    const { code, output } = ended;
    const found = output.match(/\b[0-9a-f]{16}\b/gu);
    if (found !== null) digests = [...new Set(found)].join(",");
    const parts = [...prints, ...shows.map((language) => blockOf(task, language))];
    const missing = parts.filter((part) => !oneLine(output).includes(oneLine(part)));
    if (code === exitCode && missing.length === 0) return ended;
    throw new Error(`${script}\nexited with ${code}, and did not print ${missing.join(", ") || "nothing"}\n${output}`);
  };
  const runBlock = async (step: TaskStep): Promise<void> => {
    const { path, step: commands } = commandsOf(task, step.text);
    const urns = commands.code.match(/urn:pulumi:\S+/gu) ?? [];
    const resources = urns.length === 0 ? [] : await resourcesOf(project);
    const values = {
      "0123456789abcdef": digests,
      "https://api.example.com": simulator.url,
      "ad.ops@example.com": defaultAccount.username,
      ...Object.fromEntries(urns.map((urn) => [urn, resources[0]?.urn ?? urn])),
      ...step.values,
    };
    const ended = await run(scriptOf(commands.code, { values, secrets }), step);
    expectStep(path, commands, { ...ended, exitCode: step.exitCode, values });
  };
  const writeBlock = (text: string): void => {
    const [language = "", path = ""] = text.split(" ");
    project.write(path, blockOf(task, language).replace("path: node_modules", `path: ${root}/node_modules`));
  };
  return async (step: TaskStep): Promise<void> => {
    const { mark, text, content } = step;
    if (mark === ">") await runBlock(step);
    else if (mark === "$") await run(scriptOf(text.replace("DIGEST", digests), {}), step);
    else if (mark === "block") writeBlock(text);
    else if (mark === "file") project.write(text, content);
    else await play[mark](text);
  };
}

/** A test for each task of a file that is played. */
export function testTasks(file: string): void {
  const played = readTasks(file).filter(({ byHand }) => byHand === undefined);

  describe(`the tasks of test/docs/${file}`, () => {
    it.each(played.map((task) => [task.title, task] as const))("%s", async (_, task) => {
      expect.hasAssertions();
      const play = await open(task);
      for (const step of task.steps) await play(step);
    });

    it("that are played have a list before and after", () => {
      const lacking = played.filter(({ steps }) => steps.filter(({ mark }) => mark === "list").length < 2);
      expect(lacking.map(({ title }) => title)).toEqual([]);
    });
  });
}
