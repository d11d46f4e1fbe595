import { expect, it } from "vitest";
import { pulumiHosts } from "../harness/hosts";
import { type CreatedProject, type Printed, failed, succeeded } from "../harness/project";
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

/** What is left of a file of twenty entries. */
const files = { "a file of two": [one, two], "an emptied file": [], "an undefined argument": undefined };

it.each(pulumiHosts)(
  "A replacement that calls no diff does not empty a list whose file is truncated, with $name",
  async (host) => {
    const { project, appBundles } = await testbed({ program: blocked(twenty), host });
    succeeded(await project.up());
    const urn = await urnOf(project);
    const expectStopped = (printed: Printed): void => {
      expect(failed(printed).text).toMatch(/removalLimit "30%" (?:allows|never allows) .*\[CHANGE_LIMIT\]/u);
      expect(appBundles()).toHaveLength(20);
    };
    for (const [what, left] of Object.entries(files)) {
      project.declare(blocked(left), host);
      expectStopped(await project.up("--replace", urn));
      // What the engine could not delete is deleted by the next command: nothing has changed for the limit.
      if (what === "an emptied file") expectStopped(await project.up());
      project.declare(blocked(twenty), host);
      succeeded(await project.up());
      succeeded(await project.pulumi("state", "taint", urn, "--yes"));
      project.declare(blocked(left), host);
      expectStopped(await project.up());
      project.declare(blocked(twenty), host);
      succeeded(await project.up());
      expect(appBundles()).toHaveLength(20);
    }
  },
);

it.each(pulumiHosts)(
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
