import { describe, expect, it } from "vitest";
import { dynamicHost, oneOrAllHosts, pluginHost, pulumiHosts } from "../harness/hosts";
import { succeeded } from "../harness/project";
import { programOf, testbed } from "./testbed";

/** A program that reads its entries from entries.txt beside it. */
const programOfFile = `const { AppListEntries, entriesFromFile } = require("pulumi-app-list");
new AppListEntries("blocked", { appListId: 4321, appBundles: entriesFromFile("entries.txt") });
`;

describe.each(oneOrAllHosts(dynamicHost))("with $name, a list of 10,000 entries of which 37 change", (host) => {
  const before = Array.from({ length: 10_000 }, (_, index) => `com.publisher${String(index).padStart(5, "0")}.app`);
  // Nineteen entries are removed; eighteen are added under another name, next to the removed ones.
  const removed = new Set(before.filter((_, index) => index % 520 === 260));
  const added = [...removed].slice(0, 18).map((entry) => entry.replace(".app", ".new"));
  const after = [...before.filter((entry) => !removed.has(entry)), ...added];

  it("shows the 37 lines with their context, sends just them, and keeps a small state", async () => {
    const { project, simulator, appBundles } = await testbed({ host, program: programOfFile });
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
    expect(preview.text).toContain('app list 4321 "brand-safety": +18 −19 app bundles → 9,999 (removes 0.2%)');

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

describe.each(pulumiHosts)("with $name, values that a preview does not know yet", (host) => {
  /** A program whose entries, and then the ID of whose list, are outputs of another resource. */
  const programOfUnknown = (args: string): string => `const pulumi = require("@pulumi/pulumi");
const { AppListEntries } = require("pulumi-app-list");
class Source extends pulumi.dynamic.Resource {
  constructor(name, seed) {
    super({ create: async (inputs) => ({ id: "1", outs: { seed: inputs.seed, id: 4321, bundle: "com.own." + inputs.seed } }),
            update: async (id, olds, news) => ({ outs: { seed: news.seed, id: 4321, bundle: "com.own." + news.seed } }),
            diff: async (id, olds, news) => ({ changes: olds.seed !== news.seed }) },
          name, { seed, bundle: undefined, list: undefined });
  }
}
const source = new Source("source", process.env.SEED);
new AppListEntries("blocked", ${args});
`;

  it("are entries: the preview neither fails nor guesses, and the up uses what they turn out to be", async () => {
    const { project, appBundles, requests } = await testbed({
      host,
      program: programOfUnknown(`{ appListId: 4321, appBundles: ["com.own.fixed", source.bundle] }`),
    });
    project.environment["SEED"] = "first";
    expect(succeeded(await project.preview("--diff")).text).toContain("+ 3 to create");
    succeeded(await project.up());
    expect(appBundles()).toEqual(["com.own.first", "com.own.fixed"]);
    requests();
    project.environment["SEED"] = "second";
    const preview = succeeded(await project.preview());
    expect(preview.text).toContain("update: not known yet, because some inputs are not known");
    expect(requests()).toEqual([]);
    succeeded(await project.up());
    expect(appBundles()).toEqual(["com.own.fixed", "com.own.second"]);
  });

  it("are the list's id: the preview does not fail", async () => {
    const { project, appBundles } = await testbed({
      host,
      program: programOfUnknown(
        `{ appListId: source.bundle.apply((bundle) => (bundle === "com.own.first" ? 4321 : 0)), appBundles: ["com.own.a"] }`,
      ),
    });
    project.environment["SEED"] = "first";
    expect(succeeded(await project.preview()).text).toContain("+ 3 to create");
    succeeded(await project.up());
    expect(appBundles()).toEqual(["com.own.a"]);
  });

  it("that turn out to be wrong are refused in the up, with nothing sent", async () => {
    const { project, requests } = await testbed({
      host,
      program: programOfUnknown(`{ appListId: 4321, appBundles: [source.bundle] }`),
    });
    project.environment["SEED"] = "a,b";
    succeeded(await project.preview());
    const { code, text } = await project.up();
    expect(code).not.toBe(0);
    expect(text).toContain('appBundles[0]: "com.own.a,b" contains a comma');
    expect(requests()).toEqual([]);
  });
});

describe.each(oneOrAllHosts(pluginHost))("with $name, what cannot be verified", (host) => {
  it("is reported, and drift is not ruled out, if observation is off", async () => {
    const { project, simulator, requests, appBundles } = await testbed({
      host,
      program: programOf(["com.own.a", "com.shared.b"]),
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

  it("is reported for websites that the API does not show", async () => {
    const { project, simulator } = await testbed({
      host,
      program: programOf([], `websites: ["own.example"]`),
      behaviour: { websites: "hidden" },
    });
    const create = succeeded(await project.up());
    expect(create.text).toContain("not verified: the API does not show 1 website that it accepted");
    expect(simulator.list(4321)?.websites).toEqual(["own.example"]);
    expect(succeeded(await project.up()).text).toContain("2 unchanged");
    expect(succeeded(await project.preview("--refresh")).text).toContain(
      "not verified: the API does not show 1 website",
    );
  });
});
