import { setImmediate as turn } from "node:timers/promises";
import * as pulumi from "@pulumi/pulumi";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { AppListEntries as DynamicEntries } from "../../../provider/hosts/program/dynamic/app-list-entries";
import { AppListEntries as PluginEntries } from "../../../provider/hosts/program/plugin/app-list-entries";
import { parseEntries, withHostAliases } from "../../../provider/hosts/program/resource";
import { pluginType } from "../../../provider/common/engine-texts";

/** The state that the engine returns for each resource. */
const state = {
  appListId: 4321,
  appBundles: "com.a  # fraud\ncom.b\n",
  websites: pulumi.secret("a.example\n"),
  adopted: { appBundles: "com.b\n" },
  notVerified: ["websites"],
};

beforeAll(() =>
  pulumi.runtime.setMocks({ newResource: ({ name }) => ({ id: name, state }), call: () => ({}) }, "app", "dev", false),
);

function valueOf<Value>(output: pulumi.Output<Value>): Promise<pulumi.Unwrap<Value>> {
  return new Promise((resolve) => void pulumi.output(output).apply(resolve));
}

/** What Pulumi keeps for itself. */
async function dependenciesOf(output: object): Promise<unknown> {
  const dependencies: unknown = "allResources" in output ? output.allResources : undefined;
  return typeof dependencies === "function" ? await Reflect.apply(dependencies, output, []) : undefined;
}

describe.each([
  ["dynamic", DynamicEntries],
  ["plugin", PluginEntries],
])("the outputs of the %s class", (_, AppListEntries) => {
  const names = ["appBundles", "placementIds", "websites", "adopted", "notVerified"] as const;

  it("are arrays of what is in the state, with its secrets and its resource", async () => {
    const resource = new AppListEntries("blocked", { appListId: 4321 });
    expect(await valueOf(resource.appBundles)).toEqual(["com.a", "com.b"]);
    expect(await valueOf(resource.placementIds)).toEqual([]);
    expect(await valueOf(resource.websites)).toEqual(["a.example"]);
    expect(await valueOf(resource.adopted)).toEqual({ appBundles: ["com.b"], placementIds: [], websites: [] });
    expect(await valueOf(resource.notVerified)).toEqual(["websites"]);
    expect(await pulumi.isSecret(resource.websites)).toBe(true);
    expect(await pulumi.isSecret(resource.appBundles)).toBe(false);
    expect(await dependenciesOf(resource.appBundles)).toEqual(new Set([resource]));
  });

  it("are members of the resource and of a copy, no getters: Pulumi serializes no function that uses one", async () => {
    const resource = new AppListEntries("blocked", { appListId: 4321 });
    for (const name of names) {
      expect(pulumi.Output.isInstance(Object.getOwnPropertyDescriptor(resource, name)?.value)).toBe(true);
    }
    expect(await valueOf({ ...resource }.appBundles)).toEqual(["com.a", "com.b"]);
  });
});

it("prints likely mistakes and expired entries at their resource, unless they are secret", async () => {
  const spies = [vi.spyOn(pulumi.log, "warn"), vi.spyOn(pulumi.log, "info")];
  const appBundles = ["com.a", { entry: "com.old", until: "2020-06-30" }, "COM.A"];
  await valueOf(new PluginEntries("secret", { appListId: 4321, appBundles: pulumi.secret(appBundles) }).appBundles);
  const resource = new PluginEntries("blocked", { appListId: 4321, appBundles });
  await valueOf(resource.appBundles);
  await turn();
  expect(spies.map(({ mock }) => mock.calls.map(([line, at]) => [line, at === resource]))).toEqual([
    [['1 likely mistake: "COM.A" differs from "com.a" in letter case only.', true]],
    [['1 app bundle has expired and is no longer declared: "com.old" (until 2020-06-30).', true]],
  ]);
  spies.forEach((spy) => spy.mockRestore());
});

it("reads the entries of a text, and of a list that the engine returned as it was", () => {
  expect(parseEntries("appBundles", "com.a\ncom.b  # fraud\n")).toEqual(["com.a", "com.b"]);
  expect(parseEntries("appBundles", ["com.a", { entry: "com.b", note: "fraud" }])).toEqual(["com.a", "com.b"]);
  expect(parseEntries("appBundles", undefined)).toEqual([]);
});

it("takes over a resource of the other host, also with another name, and keeps aliases that name a type", () => {
  const urn = "urn:pulumi:dev::app::app-list:index:AppListEntries::blocked";
  const promised = Promise.resolve(urn);
  const output = pulumi.output(urn);
  const aliases = [{ name: "old" }, { type: "a:b:C" }, urn, promised, output];
  expect(withHostAliases(pluginType, { aliases, protect: true })).toEqual({
    protect: true,
    aliases: [...aliases, { type: pluginType }, { name: "old", type: pluginType }],
  });
  expect(withHostAliases(pluginType)).toEqual({ aliases: [{ type: pluginType }] });
});
