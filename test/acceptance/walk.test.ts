import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { defaultAccount, type Fault, type JournalEntry, type Simulator } from "../../provider/simulator/index";
import { anchorsOf, readPage } from "../docs/markdown";
import { scriptOf } from "../docs/run-steps";
import { expandEntries, readTasks, type Step } from "../docs/walk";
import { killAtOnce } from "../harness/process-tree";
import { root, withoutTypeChecks } from "../harness/project";
import { openTerminal, runPage } from "./page-run";
import { startInPlace, testbed } from "./testbed";

const tasks = readTasks();
const played = tasks.filter(({ byHand }) => byHand === undefined);

const answer = (status: number) => ({ kind: "status", status }) as const;

/** What the API does, by the words of walk.txt. */
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
  "an addition takes effect, and the machine dies": [
    { on: { action: "add" }, effect: "after", answer: { kind: "hang" } },
  ],
};

/** The scripts of a CI, and the headings above them. */
const ciScripts = [
  ["preview", "Preview"],
  ["deploy", "Deploy"],
  ["drift", "Check for drift"],
] as const;

const lists = [4321, 4322, 4323].map((id) => ({ id, name: `list ${id}` }));

/** The project of the README, without entries, in a terminal, and the lists of an account. */
async function openWalk() {
  let leader: number | undefined;
  const onRequest = ({ fault }: JournalEntry): void => {
    if (fault?.kind === "hang" && leader !== undefined) killAtOnce(-leader);
  };
  const bed = await testbed({ program: "", language: "typescript", name: "brand-safety", lists, onRequest });
  const { project } = bed;
  let simulator: Simulator = bed.simulator;
  Object.assign(project.environment, withoutTypeChecks);
  const program = runPage("README.md", project).block("A list as code", "yaml");
  project.write("Pulumi.yaml", program.replace("node_modules/.bin", join(root, "node_modules", ".bin")));
  mkdirSync(join(project.folder, "lists"));
  const scripts = runPage("docs/how-to/other-ci.md", project);
  for (const [name, heading] of ciScripts) project.write(`ci/${name}.sh`, scripts.block(heading, "sh"));
  const session = openTerminal(project, { onStart: (id) => (leader = id) });
  onTestFinished(() => session.close());
  let digests = "";
  const run = async ({ text, exitCode, prints }: Step): Promise<void> => {
    const { code, output } = await session.run(scriptOf(text.replace("DIGEST", digests), {}));
    const found = output.match(/\b[0-9a-f]{16}\b/gu);
    if (found !== null) digests = [...new Set(found)].join(",");
    const missing = prints.filter((part) => !output.includes(part));
    if (code === exitCode && missing.length === 0) return;
    throw new Error(`${text}\nexited with ${code}, and did not print ${missing.join(", ") || "nothing"}\n${output}`);
  };
  const expectList = (text: string): void => {
    const [, id = "", rest = ""] = /^(\d+):(.*)$/u.exec(text) ?? [];
    const entries = (simulator.list(Number(id))?.appBundles ?? []).toSorted();
    if (rest.endsWith(" app bundles")) expect(` ${entries.length.toLocaleString("en-US")} app bundles`).toBe(rest);
    else expect(entries).toEqual(expandEntries(rest).toSorted());
  };
  const edit = (text: string): void => {
    const [id = "", ...words] = text.split(" ");
    const signed = (sign: string): readonly string[] =>
      words.filter((word) => word.startsWith(sign)).flatMap((word) => expandEntries(word.slice(1)));
    simulator.edit(Number(id), { add: { appBundles: signed("+") }, remove: { appBundles: signed("-") } });
  };
  const setState = async (text: string): Promise<void> => {
    const [, password] = /^the password is (.*)$/u.exec(text) ?? [];
    const faults = password === undefined ? apiStates[text] : [];
    if (faults === undefined) throw new Error(`The API has no state "${text}".`);
    simulator.clearFaults();
    faults.forEach((fault) => simulator.addFault(fault));
    if (password === undefined) return;
    const held = lists.flatMap(({ id }) => simulator.list(id) ?? []);
    simulator = await startInPlace(simulator, { lists: held, accounts: [{ ...defaultAccount, password }] });
  };
  const expectRequests = (text: string): void => {
    const sent = simulator.journal.map(
      ({ action, entries = {} }) => `${action} ${Object.values(entries).flat().length}`,
    );
    simulator.clearJournal();
    expect(sent.join(", ")).toBe(text);
  };
  return async (step: Step): Promise<void> => {
    const { mark, text, content } = step;
    if (mark === "$") await run(step);
    else if (mark === "file") project.write(text, content);
    else if (mark === "list") expectList(text);
    else if (mark === "dashboard") edit(text);
    else if (mark === "api") await setState(text);
    else expectRequests(text);
  };
}

describe("the tasks of test/docs/walk.txt", () => {
  it.each(played)("$title", async ({ steps }) => {
    expect.hasAssertions();
    const walk = await openWalk();
    for (const step of steps) await walk(step);
  });

  it("are in sections of the pages, and those that are played have a list before and after", () => {
    const places = tasks.flatMap(({ sections }) => sections.map((section) => section.split("#")));
    const missing = places.filter(
      ([path = "", anchor]) => anchor !== undefined && !anchorsOf(readPage(path)).has(anchor),
    );
    expect(missing).toEqual([]);
    const lacking = played.filter(({ steps }) => steps.filter(({ mark }) => mark === "list").length < 2);
    expect(lacking.map(({ title }) => title)).toEqual([]);
    expect(tasks).toHaveLength(25);
  });
});
