import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { EntrySet } from "../../provider/list/entry-set";
import { parseState } from "../../provider/resource/state";
import { startSimulator, type Fault } from "../../provider/simulator/index";
import { answers } from "../laws/faults/answers";
import { leaksIn, secretsOf } from "../harness/canaries";
import { oneOrAllHosts, pluginHost } from "../harness/hosts";
import type { Program } from "../harness/program";
import { createProject, type Printed, succeeded } from "../harness/project";
import { settingsFor } from "../harness/simulator-settings";
import { resourcesOf } from "../harness/stack-state";
import { inList } from "./testbed";

const effects = ["before", "after"] as const;

/** One list for each fault, before and after it takes effect: all are struck by the same command. */
const allLists = Object.entries(answers)
  // The engine really waits, and the delay that one response asks for applies to all lists of the account.
  .filter(([name]) => !/ with /u.test(name))
  .flatMap(([name, answer]) => effects.map((effect) => ({ name: `${name}, ${effect}`, answer, effect })))
  .map((list, index) => ({ ...list, id: 101 + index }));

const unmanaged = "com.existing.a";

/** A program that declares the same entries for every list. */
function programOf(lists: typeof allLists, entries: readonly string[]): Program {
  return Object.fromEntries(lists.map(({ id }) => [`list-${id}`, inList(id, entries, { removalLimit: "100%" })]));
}

/** Every file in a folder: the program, the state with its history, and what Pulumi keeps at home. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((each) =>
    each.isFile() ? [join(each.parentPath, each.name)] : [],
  );
}

it.each(oneOrAllHosts(pluginHost))(
  "keeps the books right through every fault, at the requests of a create, updates, a refresh and a destroy, with $name",
  async (host) => {
    // The fault matrix runs the loop below the hosts with each fault: two thirds of the faults show how a host passes on
    // failures. `npm run lab -- hosts` runs all.
    const lists = allLists.filter((_, index) => process.env["HOSTS"] === "all" || index % 3 !== 2);
    const held = lists.map(({ id, name }) => ({ id, name, appBundles: [unmanaged] }));
    const simulator = await startSimulator({ lists: held });
    onTestFinished(() => simulator.close());
    const project = await createProject({ program: programOf(lists, []), host, settings: settingsFor(simulator) });
    onTestFinished(() => project.remove());
    let struck = 0;
    let searched = 1;

    /** Runs a command while every list has its fault at one of its requests, and once more without. */
    const survive = async (
      command: (...args: readonly string[]) => Promise<Printed>,
      nth: number,
      expected: readonly string[],
    ): Promise<void> => {
      simulator.clearJournal();
      const faults = lists.map(({ id, effect, answer }): Fault => ({ on: { appListId: id, nth }, effect, answer }));
      faults.forEach((fault) => simulator.addFault(fault));
      const printed = [await command("--continue-on-error")];
      simulator.clearFaults();
      struck += simulator.journal.filter(({ fault }) => fault !== undefined).length;
      const isDestroyed = expected.length === 0;
      // After a failed delete the engine keeps the state as it was.
      if (!isDestroyed) await expectHonest();
      printed.push(succeeded(await command()));
      searched += printed.length;
      expect(leaksIn(printed, secretsOf(simulator))).toEqual([]);
      if (!isDestroyed) await expectHonest();
      const sorted = [unmanaged, ...expected].toSorted();
      expect(lists.map(({ id, name }) => [name, simulator.list(id)?.appBundles.toSorted()])).toEqual(
        lists.map(({ name }) => [name, sorted]),
      );
      expect(await resourcesOf(project)).toHaveLength(isDestroyed ? 0 : lists.length);
    };
    const expectHonest = async (): Promise<void> => {
      for (const { urn, outputs } of await resourcesOf(project)) {
        const { given, ownership } = parseState(outputs);
        const claimed = ownership.managed.appBundles.minus(ownership.unconfirmed.remove.appBundles);
        const listed = EntrySet.of(simulator.list(given.appListId)?.appBundles ?? []);
        expect([urn, ...claimed.minus(listed)]).toEqual([urn]);
      }
    };
    const up = async (entries: readonly string[], nth: number): Promise<void> => {
      project.declare(programOf(lists, entries));
      await survive((...args) => project.up(...args), nth, entries);
    };

    await up(["com.own.a", "com.own.b"], 2);
    await up(["com.own.a", "com.own.b", "com.own.c"], 2);
    await up(["com.own.a", "com.own.c"], 2);
    await up(["com.own.c", "com.own.d"], 3);
    await survive(() => project.refresh(), 1, ["com.own.c", "com.own.d"]);
    const detailed = succeeded(await project.up("--logtostderr", "-v=9"));
    // In its most detailed log, Pulumi itself prints what it hands to the provider as its configuration, and what the
    // plugin returns of it.
    const isOfPulumi = (line: string): boolean => /\.(?:Configure\(\)|CheckConfig\([^)]*\))\.inputs\]/u.test(line);
    const lines = detailed.text.split("\n").filter((line) => !isOfPulumi(line));
    expect(leaksIn(lines, secretsOf(simulator))).toEqual([]);
    await survive((...args) => project.destroy(...args), 2, []);
    const files = filesIn(project.folder).map((path) => readFileSync(path, "latin1"));
    expect(leaksIn(files, secretsOf(simulator))).toEqual([]);
    process.stdout.write(
      `${host.name}: ${struck} cells with the real engine; searched what ${searched} commands printed and ${files.length} files of ` +
        `Pulumi for ${secretsOf(simulator).length} secrets\n`,
    );
    expect(struck).toBe(6 * lists.length);
  },
);
