import { expect, it } from "vitest";
import { dynamicHost, pluginHost, type PulumiHost } from "../harness/hosts";
import { pluginType, type Program } from "../harness/program";
import { succeeded } from "../harness/project";
import { resourcesOf } from "../harness/stack-state";
import { inList, listsOf, testbed } from "./testbed";

const held = ["com.theirs", "com.unmanaged"];

/** A program with a resource for each of two lists, each with a host. */
function programOf(first: PulumiHost, second: PulumiHost, entries: readonly unknown[]): Program {
  const resource = (host: PulumiHost, id: number) => ({
    ...inList(id, entries),
    ...(host === pluginHost && { type: pluginType }),
  });
  return { first: resource(first, 4321), second: resource(second, 4322) };
}

it("Resources move between the dynamic provider and the plugin without a request, and keep what they own", async () => {
  // A date of the entry's own replaces the one in its note.
  const own = { entry: "com.own.a", note: "gambling, until 2020-06-30", until: "2999-06-30" };
  const entries = [own, "com.theirs"];
  const { project, requests, appBundles } = await testbed({
    program: programOf(dynamicHost, pluginHost, entries),
    host: dynamicHost,
    lists: listsOf({ 4321: held, 4322: held }),
  });
  /** What the state contains about the entries of each resource, by its name and type. */
  const readStates = async (): Promise<ReadonlyMap<string, unknown>> => {
    const resources = await resourcesOf(project);
    return new Map(resources.map(({ urn, type, outputs }) => [`${type} ${urn.split("::").at(-1)}`, outputs]));
  };
  succeeded(await project.up());
  const born = await readStates();
  requests();

  /** Moves both resources, and compares their states with those at first. */
  const move = async (first: PulumiHost, second: PulumiHost): Promise<void> => {
    project.declare(programOf(first, second, entries));
    // The state of the plugin lacks what Pulumi's dynamic provider needs to refresh and delete a resource.
    expect(succeeded(await project.up()).text).toMatch(/~ 1 updated\s+2 unchanged/u);
    expect(requests()).toEqual([]);
    const moved = await readStates();
    expect(moved.get(`${first.type} first`)).toEqual(born.get(`${dynamicHost.type} first`));
    expect(moved.get(`${second.type} second`)).toEqual(born.get(`${pluginHost.type} second`));
  };
  await move(pluginHost, dynamicHost);
  expect(succeeded(await project.refresh()).text).toContain("3 unchanged");
  expect(requests().filter((request) => request.startsWith("add"))).toEqual([]);
  await move(dynamicHost, pluginHost);

  project.declare(programOf(pluginHost, dynamicHost, [...entries, "com.own.b"]));
  succeeded(await project.up());
  expect([appBundles(4321), appBundles(4322)]).toEqual(
    Array.from({ length: 2 }, () => ["com.own.a", "com.own.b", "com.theirs", "com.unmanaged"]),
  );
  succeeded(await project.destroy());
  expect([appBundles(4321), appBundles(4322)]).toEqual([held, held]);
});
