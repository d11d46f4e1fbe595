import { expect, it } from "vitest";
import { dynamicHost, oneOrAllHosts, withHost, type PulumiHost } from "../harness/hosts";
import { succeeded } from "../harness/project";
import { testbed } from "./testbed";

const twenty = Array.from({ length: 20 }, (_, index) => `com.app${10 + index}`);

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
