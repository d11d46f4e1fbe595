import { describe, expect, it } from "vitest";
import { oneOrAllHosts, pluginHost } from "../harness/hosts";
import type { Declared, Program } from "../harness/program";
import { failed, succeeded } from "../harness/project";
import { blocked, emptyLists, inList, testbed } from "./testbed";

/** Entries of entries.txt beside the program. */
const fromFile = { "fn::readFile": "entries.txt" };

describe("with the plugin, a list of 10,000 entries of which 37 change", () => {
  const before = Array.from({ length: 10_000 }, (_, index) => `com.publisher${String(index).padStart(5, "0")}.app`);
  // Nineteen entries are removed; eighteen are added under another name, next to the removed ones.
  const removed = new Set(before.filter((_, index) => index % 520 === 260));
  const added = [...removed].slice(0, 18).map((entry) => entry.replace(".app", ".new"));
  const after = [...before.filter((entry) => !removed.has(entry)), ...added];

  it("shows the 37 lines with their context, sends just them, and keeps a small state", async () => {
    const { project, simulator, appBundles } = await testbed({ program: blocked(fromFile) });
    project.write("entries.txt", `${before.join("\n")}\n`);
    succeeded(await project.up());
    const state = await project.readState();
    const text = `${before.join("\n")}\n`;
    expect(state.length).toBeLessThan(2.5 * text.length);

    project.write("entries.txt", `${after.join("\n")}\n`);
    const preview = succeeded(await project.preview("--diff"));
    const lines = preview.text.trimEnd().split("\n");
    expect(lines.length).toBeLessThan(160);
    expect(lines.filter((line) => /^\s+- com\./u.test(line))).toHaveLength(19);
    expect(lines.filter((line) => /^\s+\+ com\./u.test(line))).toHaveLength(18);
    expect(preview.text).toContain(
      'app list 4321 "brand-safety": +18 −19 app bundles → 9,999 entries, removes 19 of 10,000 entries (0.2%)',
    );

    simulator.clearJournal();
    succeeded(await project.up());
    const sent = simulator.journal.slice(2).map(({ action, entries }) => [action, entries?.appBundles?.length]);
    expect(sent).toEqual([
      ["add", 18],
      ["remove", 19],
    ]);
    expect(appBundles()).toEqual(after.toSorted());
  });
});

describe("with the plugin, values that a preview does not know yet", () => {
  const source = 101;
  /** A resource whose list has a name, which is known when it was created or updated, and a resource that uses it. */
  const programOf = (ofSource: readonly string[], args: Declared["properties"]): Program => ({
    source: inList(source, ofSource),
    blocked: { properties: args },
  });
  const start = async (name: string, args: Declared["properties"]) => {
    const lists = [{ id: source, name, appBundles: ["com.existing.x"] }, ...emptyLists(1, 4321)];
    return testbed({ program: programOf(["com.a"], args), lists });
  };

  it("are entries: the preview neither fails nor guesses, and the up uses what they turn out to be", async () => {
    const args = { appListId: 4321, appBundles: ["com.own.fixed", "${source.name}"] };
    const { project, simulator, appBundles, requests } = await start("com.own.first", args);
    expect(succeeded(await project.preview("--diff")).text).toContain("+ 3 to create");
    succeeded(await project.up());
    expect(appBundles()).toEqual(["com.own.first", "com.own.fixed"]);
    requests();
    simulator.deleteList(source);
    simulator.addList({ id: source, name: "com.own.second" });
    project.declare(programOf(["com.a", "com.b"], args));
    const preview = succeeded(await project.preview());
    expect(preview.text).toContain("update: not known yet, because some inputs are not known");
    expect(requests()).toEqual([]);
    succeeded(await project.up());
    expect(appBundles()).toEqual(["com.own.fixed", "com.own.second"]);
  });

  it("are the list's id: the preview does not fail", async () => {
    // The source's list has one unmanaged entry.
    const { project, appBundles } = await start("any", { appListId: "${source.unmanaged}", appBundles: ["com.own.a"] });
    expect(succeeded(await project.preview()).text).toContain("+ 3 to create");
    succeeded(await project.up());
    expect(appBundles(1)).toEqual(["com.own.a"]);
  });

  it("that turn out to be wrong are refused in the up, with nothing sent", async () => {
    const { project, simulator } = await start("com.own.a,b", { appListId: 4321, appBundles: ["${source.name}"] });
    succeeded(await project.preview());
    const { text } = failed(await project.up());
    expect(text).toContain('appBundles[0]: "com.own.a,b" contains a comma');
    expect(simulator.journal.filter(({ appListId }) => appListId === 4321)).toEqual([]);
  });
});

describe.each(oneOrAllHosts(pluginHost))("with $name, what cannot be verified", (host) => {
  it("is reported, and drift is not ruled out, if observation is off", async () => {
    const { project, simulator, requests, appBundles } = await testbed({
      host,
      program: blocked(["com.own.a", "com.shared.b"]),
      holds: ["com.shared.b"],
    });
    project.configure({ plain: { observe: "off" } });
    const create = succeeded(await project.up());
    expect(create.text).toContain("not verified before the change: app-list:observe is off");
    expect(requests()).toEqual(["token 200", "add 200"]);
    simulator.edit(4321, { remove: { appBundles: ["com.own.a"] } });
    const refresh = succeeded(await project.preview("--refresh"));
    expect(refresh.text).toContain("not verified, so drift is not known: app-list:observe is off");
    succeeded(await project.destroy());
    expect(appBundles()).toEqual(["com.shared.b"]);
  });
});
