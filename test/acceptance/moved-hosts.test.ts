import { expect, it } from "vitest";
import { defaultAccount } from "../../provider/simulator/index";
import { projectFileWithPlugin } from "../harness/plugin-project";
import { succeeded, type Project } from "../harness/project";
import { resourcesOf } from "../harness/stack-state";
import { testbed } from "./testbed";

const dynamic = "pulumi-app-list";
const plugin = "pulumi-app-list/plugin";

const types = {
  [dynamic]: "pulumi-nodejs:dynamic/app-list:AppListEntries",
  [plugin]: "app-list:index:AppListEntries",
} as const;

type Host = typeof dynamic | typeof plugin;

const lists = [4321, 4322].map((id) => ({ id, name: `list ${id}`, appBundles: ["com.theirs", "com.unmanaged"] }));

/** A program with a resource for each of two lists. For a resource, a host is an import line. */
function program(first: Host, second: Host, entries: readonly string[]): string {
  const args = (appListId: number) => JSON.stringify({ appListId, appBundles: entries });
  return `new (require("${first}").AppListEntries)("first", ${args(4321)});
new (require("${second}").AppListEntries)("second", ${args(4322)});
`;
}

/** What the state contains about the entries of each resource, by its name and type. */
async function stateOf(project: Project): Promise<ReadonlyMap<string, unknown>> {
  const resources = await resourcesOf(project);
  return new Map(resources.map(({ urn, type, outputs }) => [`${type} ${urn.split("::").at(-1)}`, outputs]));
}

it("Resources move between the dynamic provider and the plugin without a request, and keep what they own", async () => {
  const entries = ["com.own.a", "com.theirs"];
  const bed = await testbed({ program: program(dynamic, plugin, entries), lists });
  const { project, requests } = bed;
  project.write("Pulumi.yaml", projectFileWithPlugin());
  succeeded(await project.up());
  const born = await stateOf(project);
  requests();

  /** Moves both resources, and compares their states with those at first. */
  const move = async (first: Host, second: Host, summary: RegExp): Promise<void> => {
    project.write("index.js", program(first, second, entries));
    expect(succeeded(await project.preview()).text).toMatch(summary);
    succeeded(await project.up());
    expect(requests()).toEqual([]);
    const moved = await stateOf(project);
    expect(moved.get(`${types[first]} first`)).toEqual(born.get(`${types[dynamic]} first`));
    expect(moved.get(`${types[second]} second`)).toEqual(born.get(`${types[plugin]} second`));
  };
  // The state of the plugin lacks what Pulumi's dynamic provider needs to refresh and delete a resource.
  await move(plugin, dynamic, /~ 1 to update\s+2 unchanged/u);

  const refreshed = succeeded(await project.pulumi("refresh", "--yes", "--skip-preview"));
  expect(refreshed.text).toContain("3 unchanged");
  expect(requests().filter((request) => request.startsWith("add"))).toEqual([]);
  await move(dynamic, plugin, /~ 1 to update\s+2 unchanged/u);
  succeeded(await project.preview("--expect-no-changes"));
  expect(requests()).toEqual([]);

  project.write("index.js", program(plugin, dynamic, [...entries, "com.own.b"]));
  succeeded(await project.up());
  for (const { id } of lists) {
    expect(bed.appBundles(id)).toEqual(["com.own.a", "com.own.b", "com.theirs", "com.unmanaged"]);
  }
  succeeded(await project.destroy());
  for (const { id } of lists) expect(bed.appBundles(id)).toEqual(["com.theirs", "com.unmanaged"]);
});

it("An account becomes an explicit provider without one and back: nothing is replaced or removed, and all is adopted", async () => {
  const eu = { username: "eu@example.com", password: "eu password", apiKey: "eu-key", apiSecret: "eu-secret" };
  const account = { ...eu, lists: [{ id: 4321, name: "eu", appBundles: ["com.theirs"] }] };
  const { project, simulator, requests } = await testbed({
    program: "",
    accounts: [defaultAccount, account],
  });
  project.write("Pulumi.yaml", projectFileWithPlugin());
  project.configure({ secret: { accounts: JSON.stringify({ eu }) } });
  const args = { appListId: 4321, appBundles: ["com.own.a", "com.theirs"] };
  const withAccount = `const { AppListEntries } = require("${dynamic}");
new AppListEntries("blocked", ${JSON.stringify({ ...args, account: "eu" })}, { aliases: [{ name: "blocked-eu" }] });
`;
  const withProvider = `const { AppListEntries, Provider } = require("${plugin}");
const provider = new Provider("eu", ${JSON.stringify({ ...eu, baseUrl: simulator.url })});
new AppListEntries("blocked-eu", ${JSON.stringify(args)}, { provider, aliases: [{ name: "blocked" }] });
`;
  const appBundles = () => simulator.list(4321, account)?.appBundles.toSorted();

  project.write("index.js", withAccount);
  succeeded(await project.up());
  requests();
  for (const program of [withProvider, withAccount, withProvider]) {
    project.write("index.js", program);
    const { text } = succeeded(await project.up());
    expect(text).toContain("~ 1 updated");
    expect(text).toContain("This is another list");
    // The list is read once: the removal is that of an entry that cannot exist.
    expect(requests()).toEqual(["token 200", "remove 200"]);
    expect(appBundles()).toEqual(["com.own.a", "com.theirs"]);
  }
  succeeded(await project.preview("--expect-no-changes"));
  succeeded(await project.destroy());
  expect(appBundles()).toEqual(["com.own.a", "com.theirs"]);
});
