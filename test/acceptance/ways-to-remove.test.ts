import { expect, it } from "vitest";
import { oneOrAllHosts, pluginHost } from "../harness/hosts";
import { type CreatedProject, failed, succeeded } from "../harness/project";
import { inList, testbed } from "./testbed";

const twenty = Array.from({ length: 20 }, (_, index) => `com.app${10 + index}`);
const [one = "", two = ""] = twenty;

/** A resource that claims what is in the list, so that each replacement could remove all of it. */
const claiming = (entries: unknown, options = {}) => inList(4321, entries, { claimExisting: true }, options);
const blocked = (entries: unknown) => ({ blocked: claiming(entries) });

/** The URN of the resource with a name. */
async function urnOf(project: CreatedProject, name = "blocked"): Promise<string> {
  const { text } = succeeded(await project.pulumi("stack", "--show-urns"));
  const [urn = ""] = new RegExp(String.raw`urn:pulumi:\S+::${name}$`, "mu").exec(text) ?? [];
  return urn;
}

/** What is left of twenty entries, and the command that replaces the resource without a diff. */
const ways = [
  ["a file of two", [one, two], "--replace"],
  ["an emptied file", [], "state taint"],
  ["an undefined argument", undefined, "--replace"],
] as const;

it.each(oneOrAllHosts(pluginHost))(
  "A replacement that calls no diff does not empty a list whose file is truncated, with $name",
  async (host) => {
    const { project, appBundles } = await testbed({ program: blocked(twenty), host });
    succeeded(await project.up());
    const urn = await urnOf(project);
    for (const [what, left, way] of ways) {
      if (way === "state taint") succeeded(await project.pulumi("state", "taint", urn, "--yes"));
      project.declare(blocked(left), host);
      const stopped = failed(await project.up(...(way === "--replace" ? ["--replace", urn] : [])));
      expect(stopped.text).toMatch(/removalLimit "30%" allows .*\[CHANGE_LIMIT\]/u);
      // What the engine could not delete is deleted by the next command: nothing has changed for the limit.
      if (what === "an emptied file") failed(await project.up());
      expect([what, appBundles().length]).toEqual([what, 20]);
      project.declare(blocked(twenty), host);
      succeeded(await project.up());
    }
    expect(appBundles()).toHaveLength(20);
  },
);

it.each(oneOrAllHosts(pluginHost))(
  "A renamed resource is the same for the limit, and one that leaves the program is deleted, with $name",
  async (host) => {
    const { project, appBundles } = await testbed({ program: blocked(twenty), host });
    succeeded(await project.up());
    // With an alias it is an update, also of nothing: then a replacement of the resource under its new name is judged.
    const alias = { aliases: [await urnOf(project)] };
    const renamed = (entries: unknown) => ({ renamed: claiming(entries, alias) });
    project.declare(renamed(twenty), host);
    succeeded(await project.up());
    project.declare(renamed([]), host);
    failed(await project.up("--replace", await urnOf(project, "renamed")));
    expect(appBundles()).toHaveLength(20);
    project.declare(renamed(twenty), host);
    succeeded(await project.up());

    // Another team declares the same list. The resource is gone from the program, so its entries are removed.
    project.declare({ ...renamed(twenty), theirs: claiming(["com.theirs"]) }, host);
    succeeded(await project.up());
    project.declare({ theirs: claiming(["com.theirs"]) }, host);
    succeeded(await project.up());
    expect(appBundles()).toEqual(["com.theirs"]);
    project.declare({ theirs: claiming(twenty) }, host);
    succeeded(await project.up());
    succeeded(await project.destroy("--run-program"));
    expect(appBundles()).toEqual([]);
  },
);
