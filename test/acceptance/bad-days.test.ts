import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { dynamicHost, oneOrAllHosts, pluginHost, withHost, type PulumiHost } from "../harness/hosts";
import { failed, succeeded } from "../harness/project";
import { settingsFor } from "../harness/simulator-settings";
import { startSimulator } from "../../provider/simulator/index";
import { blocked, emptyLists, inList, testbed } from "./testbed";

const named = (count: number) => Array.from({ length: count }, (_, index) => `com.app${10 + index}`);
const twenty = named(20);

/** A program whose list has the ID of another resource, which another name replaces: it is deleted first. */
const withList = (host: PulumiHost, name: string): string =>
  withHost(
    `const pulumi = require("@pulumi/pulumi");
const { AppListEntries } = require("pulumi-app-list");
const lists = {
  diff: async (_, olds, news) => ({
    changes: olds.name !== news.name,
    replaces: olds.name === news.name ? [] : ["name"],
    deleteBeforeReplace: true,
  }),
  create: async ({ name }) => {
    if (name === "fails") throw new Error("The list was not created.");
    return { id: name, outs: { name, appListId: 4321 } };
  },
};
const list = new pulumi.dynamic.Resource(lists, "list", { name: ${JSON.stringify(name)}, appListId: undefined });
new AppListEntries("blocked", { appListId: list.appListId, appBundles: ${JSON.stringify(twenty)} });
`,
    host,
  );

it.each(oneOrAllHosts(dynamicHost))(
  "A list whose ID comes from another resource is not emptied when that one is replaced, with $name",
  async (host) => {
    const { project, appBundles, requests } = await testbed({ program: withList(host, "first"), host });
    succeeded(await project.up());
    requests();
    for (const name of ["fails", "second"]) {
      project.write("index.js", withList(host, name));
      const { code } = await project.up();
      expect([name, code === 0]).toEqual([name, name === "second"]);
      expect(appBundles()).toEqual(twenty);
    }
    expect(requests()).toEqual([]);
  },
);

it.each(oneOrAllHosts(pluginHost))(
  "Another base URL and another ID in one commit stop in the preview, and the steps that it names work, with $name",
  async (host) => {
    const lists = [...emptyLists(4321, 4322)];
    const { project, simulator, requests, appBundles } = await testbed({ program: blocked(twenty), host, lists });
    const other = await startSimulator({ lists: emptyLists(4322) });
    try {
      succeeded(await project.up());
      requests();
      project.configure(settingsFor(other));
      project.declare({ blocked: inList(4322, twenty) });
      for (const command of ["preview", "up"] as const) {
        expect(failed(await project[command]()).text).toContain("appListId has changed as well. Do it in steps:");
      }
      expect([requests(), other.journal]).toEqual([[], []]);

      project.configure(settingsFor(simulator));
      project.declare(blocked(twenty));
      succeeded(await project.up());
      project.declare({});
      succeeded(await project.up());
      expect(appBundles()).toEqual([]);
      project.configure(settingsFor(other));
      project.declare({ blocked: inList(4322, twenty) });
      succeeded(await project.up());
      expect(other.list(4322)?.appBundles).toHaveLength(20);
    } finally {
      await other.close();
    }
  },
);

it("An import whose first update fails removes nothing in the next up, and a line that is dropped later is removed", async () => {
  const program = blocked(["com.app10", "com.app11", "com.own"], {}, { import: "4321" });
  const { project, simulator, appBundles } = await testbed({ program, holds: twenty });
  simulator.addFault({ on: { action: "add" }, effect: "before", answer: { kind: "status", status: 422 } });
  failed(await project.up());
  expect(appBundles()).toEqual(twenty);
  simulator.clearFaults();
  const { text } = succeeded(await project.up());
  expect(text).toContain("imported, but not declared: 18 app bundles");
  expect(appBundles()).toEqual([...twenty, "com.own"]);
  project.declare(blocked(["com.app10", "com.own"]));
  succeeded(await project.up());
  expect(appBundles()).toEqual([...twenty.filter((entry) => entry !== "com.app11"), "com.own"]);
});

it("Twelve of fourteen entries that end on one day end by themselves, and a mistyped day is stopped", async () => {
  const ending = (until: string) => [
    ...named(12).map((entry) => ({ entry, note: `until ${until}` })),
    "com.stays.a",
    "com.stays.b",
  ];
  const { project, appBundles } = await testbed({ program: blocked(ending("2999-12-31")) });
  succeeded(await project.up());
  project.declare(blocked(ending("2020-12-31")));
  expect(failed(await project.up()).text).toContain('removalLimit "30%" allows 4 of 14; this change removes 12');

  // As on the morning after that day: the state has recorded it.
  succeeded(await project.pulumi("stack", "export", "--file", "state.json"));
  const exported = readFileSync(join(project.folder, "state.json"), "utf8");
  project.write("state.json", exported.replaceAll("until 2999-12-31", "until 2020-12-31"));
  succeeded(await project.pulumi("stack", "import", "--file", "state.json"));
  project.declare(blocked([...ending("2020-12-31"), "com.new"]));
  expect(succeeded(await project.up()).text).toContain("12 expired");
  expect(appBundles()).toEqual(["com.new", "com.stays.a", "com.stays.b"]);
});
