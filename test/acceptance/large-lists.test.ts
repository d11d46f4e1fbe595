import { describe, expect, it } from "vitest";
import { failed, succeeded } from "../harness/project";
import { blocked, testbed } from "./testbed";

/** The number of entries: their text is longer than messages and headers of gRPC may be by default. */
const size = 100_000;

describe("a list of 100,000 entries, with the plugin,", () => {
  const all = Array.from({ length: size }, (_, index) => `com.publisher${String(index).padStart(6, "0")}.app`);
  const refused = all.at(-1) ?? "";

  it("keeps its state through a change that fails in part, and the next up completes it", async () => {
    const { project, simulator, state, appBundles } = await testbed({
      program: blocked({ "fn::readFile": "entries.txt" }),
      // Half of them are adopted, so that the state contains these twice.
      holds: all.slice(0, size / 2),
      behaviour: { refused: new Set([refused]) },
    });
    project.write("entries.txt", `${all.join("\n")}\n`);
    expect(failed(await project.up()).text).toContain(`the API refused to add app bundle "${refused}"`);
    const { outputs } = await state();
    expect(outputs["appBundles"] === `${all.slice(0, -1).join("\n")}\n`).toBe(true);

    simulator.setBehaviour({ refused: new Set() });
    simulator.clearJournal();
    succeeded(await project.up());
    const sent = simulator.journal.filter(({ action }) => action === "add").map(({ entries }) => entries?.appBundles);
    expect(sent).toEqual([[refused]]);
    expect(appBundles()).toHaveLength(size);
    simulator.clearJournal();
    expect(succeeded(await project.up()).text).toContain("2 unchanged");
    expect(simulator.journal).toEqual([]);
  });
});
