import { describe, expect, it } from "vitest";
import { failed, succeeded } from "../harness/project";
import { blocked, testbed } from "./testbed";

describe("with the plugin, a list of 100,000 entries, more than messages of gRPC may hold by default,", () => {
  const size = 100_000;
  const before = Array.from({ length: size }, (_, index) => `com.publisher${String(index).padStart(6, "0")}.app`);
  // Nineteen entries are removed; eighteen are added under another name, next to the removed ones.
  const removed = new Set(before.filter((_, index) => index % 5200 === 2600).slice(0, 19));
  const added = [...removed].slice(0, 18).map((entry) => entry.replace(".app", ".new"));
  const after = [...before.filter((entry) => !removed.has(entry)), ...added];
  const refused = before.at(-1) ?? "";
  const textOf = (entries: readonly string[]): string => entries.map((entry) => `${entry}\n`).join("");

  it("keeps its state through a failure in part, then shows and sends just the 37 that change", async () => {
    const { project, simulator, state, appBundles } = await testbed({
      program: blocked({ "fn::readFile": "entries.txt" }),
      // Half of them are adopted, so that the state contains these twice.
      holds: before.slice(0, size / 2),
      behavior: { refused: new Set([refused]) },
    });
    /** The entries that were sent since the last call, after the login and the probe. */
    const sent = (): readonly (readonly [action: string, entries?: readonly string[]])[] => {
      const requests = simulator.journal.slice(2).map(({ action, entries }) => [action, entries?.appBundles] as const);
      simulator.clearJournal();
      return requests;
    };
    project.write("entries.txt", textOf(before));
    expect(failed(await project.up()).text).toContain(`the API refused to add 1 app bundle ("${refused}")`);
    const { outputs } = await state();
    expect(outputs["appBundles"] === textOf(before.slice(0, -1))).toBe(true);
    simulator.setBehavior({ refused: new Set() });
    simulator.clearJournal();
    succeeded(await project.up());
    expect(sent()).toEqual([["add", [refused]]]);
    expect(appBundles()).toHaveLength(size);
    expect(succeeded(await project.up()).text).toContain("2 unchanged");
    expect(simulator.journal).toEqual([]);
    const stored = await project.readState();
    expect(stored.length).toBeLessThan(3 * textOf(before).length);

    project.write("entries.txt", textOf(after));
    const { text } = succeeded(await project.preview("--diff"));
    expect(text.split("\n").length).toBeLessThan(160);
    expect(text.match(/^\s+[+-] com\./gmu)).toHaveLength(37);
    expect(simulator.journal).toEqual([]);
    succeeded(await project.up());
    expect(sent().map(([action, entries]) => [action, entries?.length])).toEqual([
      ["add", 18],
      ["remove", 19],
    ]);
    expect(appBundles()).toEqual(after.toSorted());
  });
});
