import { expect, it } from "vitest";
import { dynamicHost, oneOrAllHosts, pluginHost, withHost, type PulumiHost } from "../harness/hosts";
import { failed, succeeded } from "../harness/project";
import { blocked, testbed } from "./testbed";

const twenty = Array.from({ length: 20 }, (_, index) => `com.app${10 + index}`);

/** The resource claims what is in the list, so that each replacement could remove all of it. */
const claiming = { claimExisting: true };

/** What is left of twenty entries, and whether an option or a mark in the state replaces the resource without a diff. */
const ways = [
  ["a file of two", twenty.slice(0, 2), "--replace"],
  ["an emptied file", [], "state taint"],
] as const;

it.each(oneOrAllHosts(pluginHost))(
  "A replacement that calls no diff does not empty a list whose file is truncated, with $name",
  async (host) => {
    const { project, appBundles, state } = await testbed({ program: blocked(twenty, claiming), host });
    succeeded(await project.up());
    const { urn } = await state();
    for (const [what, left, way] of ways) {
      if (way === "state taint") succeeded(await project.pulumi("state", "taint", urn, "--yes"));
      project.declare(blocked(left, claiming), host);
      const stopped = failed(await project.up(...(way === "--replace" ? ["--replace", urn] : [])));
      expect(stopped.text).toMatch(/removalLimit "30%" allows .*\[CHANGE_LIMIT\]/u);
      // What the engine could not delete is deleted by the next command: nothing has changed for the limit.
      if (what === "an emptied file") failed(await project.up());
      expect([what, appBundles().length]).toEqual([what, 20]);
      project.declare(blocked(twenty, claiming), host);
      succeeded(await project.up());
    }
    expect(appBundles()).toHaveLength(20);
  },
);

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
