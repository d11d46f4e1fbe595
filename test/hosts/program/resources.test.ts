import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import * as pulumi from "@pulumi/pulumi";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { version } from "../../../provider/common/version";
import { AppListEntries as DynamicEntries } from "../../../provider/hosts/program/dynamic/app-list-entries";
import { entriesByKindFromFile } from "../../../provider/hosts/program/entries-from-file";
import * as plugin from "../../../provider/hosts/program/plugin/index";
import { parseEntries } from "../../../provider/hosts/program/resource";
import { dynamicType, pluginType } from "../../../provider/common/engine-texts";
import { testExamples } from "../../harness/example-texts";
import { schema } from "../../harness/package-schema";
import { folderWith } from "../../files/folder";
import { Secret } from "../../laws/hosts/host";
import { toStruct } from "../../laws/hosts/engine-values";

const { AppListEntries: PluginEntries, entriesFromFile, getAppList, getCampaigns } = plugin;

/** The state that the engine returns for each resource. */
const state = {
  appListId: 4321,
  appBundles: "com.a  # fraud\ncom.b\n",
  websites: pulumi.secret("a.example\n"),
  unmanaged: 3,
  adopted: { appBundles: "com.b\n" },
  notVerified: ["websites"],
  missing: { websites: "b.example\n" },
  unconfirmedRemovals: { appBundles: "com.c\n" },
};

const list = {
  appListId: 4321,
  name: "brand-safety",
  description: "by hand",
  hasAssociatedCampaigns: true,
  appBundles: ["com.a"],
  placementIds: ["1-a"],
  websites: ["a.example"],
  notVerified: "it was not read",
};

const propertiesSchema = z.record(z.string(), z.unknown());

/** The inputs of the latest resource with a name. */
const inputs = new Map<string, z.infer<typeof propertiesSchema>>();

const [warn, info] = [
  vi.spyOn(pulumi.log, "warn").mockResolvedValue(),
  vi.spyOn(pulumi.log, "info").mockResolvedValue(),
];

/** What is logged, and whether it is logged at a resource. */
const logged = (resource: unknown) =>
  [warn, info].map(({ mock }) => mock.calls.map(([line, at]) => [line, at === resource]));

beforeAll(async () => {
  const newResource = ({ name, inputs: sent }: pulumi.runtime.MockResourceArgs) => {
    inputs.set(name, propertiesSchema.parse(sent));
    return { id: name, state };
  };
  const call = ({ token, inputs: sent }: pulumi.runtime.MockCallArgs) => {
    const args = propertiesSchema.parse(sent);
    return token === "app-list:index:getCampaigns" ? { campaigns: [args] } : { ...list, ...args };
  };
  await pulumi.runtime.setMocks({ newResource, call }, "app", "dev", false);
});

beforeEach(() => vi.clearAllMocks());

function valueOf<Value>(output: pulumi.Output<Value>): Promise<pulumi.Unwrap<Value>> {
  return new Promise((resolve) => void pulumi.output(output).apply(resolve));
}

function monitorOfRun() {
  const monitor = pulumi.runtime.getMonitor();
  if (monitor === undefined) throw new Error("There is no monitor.");
  return monitor;
}

/** What Pulumi keeps for itself. */
async function dependenciesOf(output: object): Promise<unknown> {
  const dependencies: unknown = "allResources" in output ? output.allResources : undefined;
  return typeof dependencies === "function" ? await Reflect.apply(dependencies, output, []) : undefined;
}

// The first resource of the run: each of its configuration's mistakes is printed once.
it("the dynamic class warns about wrong keys and secrets in plain text, and at a resource about customTimeouts", () => {
  vi.stubEnv("PULUMI_CONFIG_SECRET_KEYS", '["app-list:apiKey"]');
  pulumi.runtime.setAllConfig({ "app-list:passwrod": "p", "app-list:password": "p", "app-list:apiKey": "k" });
  const [first] = ["1m", "2m"].map(
    (create) => new DynamicEntries("first", { appListId: 4321 }, { customTimeouts: { create } }),
  );
  const withoutEffect: unknown = expect.stringMatching(/^(?:app-list: )?customTimeouts have no effect/u);
  expect(logged(first)).toEqual([
    [
      [expect.stringMatching(/^app-list: "app-list:passwrod" is not a setting/u), false],
      [
        expect.stringMatching(/^app-list: app-list:password is in the stack's configuration file as plain text/u),
        false,
      ],
      [withoutEffect, true],
      [withoutEffect, false],
    ],
    [],
  ]);
  vi.unstubAllEnvs();
});

const text = "# agreed\ncom.b # fraud\n\ncom.a\r\ncom.old  # until 2020-06-30\n";
const fileOf = (name: string, content: string) => join(folderWith({ [name]: content }), name);
const wrongFile = () => entriesFromFile(fileOf("b.txt", "com.a\ncom.b,\n")).filter(({ entry }) => entry !== "com.a");
const table = () => fileOf("a.csv", "app_bundle,website\ncom.a,a.example\n");
const oldEntries = ["com.a", { entry: "com.old", until: "2020-06-30" }, "COM.A"];
const [open, hidden] = [pulumi.output(["com.a"]), pulumi.secret(["com.a"])];

/** Arguments of a resource. A program in JavaScript can have any arguments. */
const programs: Readonly<Record<string, () => object>> = {
  "entries of each kind, and other arguments": () => ({
    appListId: pulumi.output(4321),
    appBundles: entriesFromFile(fileOf("a.txt", "com.b # fraud\ncom.a\n")),
    placementIds: pulumi.output(["1001-a"]),
    removalLimit: "10%",
  }),
  "a text as a list file": () => ({ appBundles: text }),
  "a text as a list file in an output": () => ({ appBundles: pulumi.output(text) }),
  "a text as a list file in a secret": () => ({ appBundles: pulumi.secret(text) }),
  "a wrong entry in a secret text": () => ({ appBundles: pulumi.secret("com.a\ncom.hidden b\n") }),
  "a wrong entry that is secret": () => ({ appBundles: ["com.a", pulumi.secret("com.hidden b")] }),
  "texts without entries, and a kind that is not given": () => ({
    appBundles: "",
    placementIds: "# none yet\n",
    websites: undefined,
  }),
  "outputs without a value": () => ({ appBundles: pulumi.output(null), websites: pulumi.output(undefined) }),
  "all problems at once: misspelt arguments, then entries": () => ({
    exclusiv: true,
    appBundles: [""],
    placementIds: "1-a\nb # sold",
    websites: "lists/websites.txt",
  }),
  "a wrong entry of a file, in an array that was filtered": () => ({ appBundles: ["com.c", ...wrongFile()] }),
  "a wrong entry of a file, in an output": () => ({ appBundles: pulumi.output(wrongFile()) }),
  "a table of several kinds": () => ({ ...entriesByKindFromFile(table()) }),
  "a table of several kinds, for one of them": () => ({ appBundles: entriesFromFile(table()) }),
  "likely mistakes and expired entries": () => ({ appBundles: oldEntries }),
  "likely mistakes and expired entries in a secret": () => ({ appBundles: pulumi.secret(oldEntries) }),
  "a secret kind": () => ({ appBundles: open, websites: hidden }),
  "two secret kinds": () => ({ appBundles: hidden, websites: hidden }),
};

type Class = typeof DynamicEntries | typeof PluginEntries;

/** The inputs of a resource of a component, and what is logged. */
async function linesOf(AppListEntries: Class, args: object): Promise<readonly string[]> {
  const parent = new pulumi.ComponentResource("my:index:Lists", "all");
  const resource = new AppListEntries("blocked 1", { appListId: 4321, ...args }, { parent });
  await Promise.all([valueOf(resource.urn), valueOf(resource.appBundles)]);
  await turn();
  const { __provider, ...sent } = inputs.get("blocked 1") ?? {};
  expect(typeof __provider).toBe(AppListEntries === DynamicEntries ? "string" : "undefined");
  const masked = (line: string) =>
    line
      .replaceAll('"4dabf18193072939515e22adb298388d":"1b47061264138c4ac30d75fd1eb44270"', '"secret":true')
      .replaceAll(/\/[^"\s]*\/(?=[ab]\.\w{3}:)/gu, "FOLDER/");
  const [warned = [], informed = []] = logged(resource);
  const lines = [JSON.stringify(sent), ...warned.map(String), ...informed.map(String)];
  return lines.map(masked);
}

describe.each([
  ["dynamic", DynamicEntries],
  ["plugin", PluginEntries],
])("the %s class", (host, AppListEntries) => {
  it("has as outputs arrays of what is in the state, with its secrets and its resource", async () => {
    const resource = new AppListEntries("blocked", { appListId: 4321 });
    const none = { appBundles: [], placementIds: [], websites: [] };
    const outputs = {
      appBundles: ["com.a", "com.b"],
      placementIds: [],
      websites: ["a.example"],
      unmanaged: 3,
      adopted: { ...none, appBundles: ["com.b"] },
      notVerified: ["websites"],
      missing: { ...none, websites: ["b.example"] },
      unconfirmedRemovals: { ...none, appBundles: ["com.c"] },
    };
    // Members, also of a copy, and no getters: Pulumi serializes no function that uses one.
    const copy = propertiesSchema.parse({ ...resource });
    for (const [name, expected] of Object.entries(outputs)) {
      const output = copy[name];
      expect(pulumi.Output.isInstance(output) && (await valueOf(output))).toEqual(expected);
    }
    expect(await pulumi.isSecret(resource.websites)).toBe(true);
    expect(await pulumi.isSecret(resource.appBundles)).toBe(false);
    expect(await dependenciesOf(resource.appBundles)).toEqual(new Set([resource]));
  });

  it("is found by the type of its resources, as policies find it, and has its name", async () => {
    const register = vi.spyOn(monitorOfRun(), "registerResource");
    const resource = new AppListEntries("blocked", { appListId: 4321 });
    await valueOf(resource.urn);
    expect(register.mock.calls.map(([request]) => request.getType())).toEqual([AppListEntries.__pulumiType]);
    register.mockRestore();
    expect(AppListEntries.name).toBe("AppListEntries");
  });

  testExamples(
    join(import.meta.dirname, `resources.${host}.txt`),
    Object.fromEntries(Object.entries(programs).map(([title, args]) => [title, () => linesOf(AppListEntries, args())])),
  );
});

it("the plugin's class knows its resources, even those of another copy of this package", () => {
  const resource = new PluginEntries("blocked", { appListId: 4321 });
  const values = [
    resource,
    { __pulumiType: pluginType },
    { __pulumiType: dynamicType },
    {},
    null,
    undefined,
    pluginType,
  ];
  expect(values.filter((value) => PluginEntries.isInstance(value))).toEqual(values.slice(0, 2));
});

it("the plugin's class reads a list by its ID, with the plugin's version and the given options", async () => {
  const read = vi.spyOn(monitorOfRun(), "readResource");
  const parent = new pulumi.ComponentResource("my:index:Lists", "all");
  const resource = PluginEntries.get("of others", pulumi.output("4321"), { parent });
  expect(await valueOf(resource.appBundles)).toEqual(["com.a", "com.b"]);
  expect(await valueOf(resource.appListId)).toBe(4321);
  const [request] = read.mock.calls.flatMap(([each]) => each);
  // The plugin takes a read without properties for an import.
  expect(request?.getProperties()?.toJavaScript()).toEqual({});
  expect([request?.getType(), request?.getId(), request?.getVersion()]).toEqual([pluginType, "4321", version]);
  expect(request?.getParent()).toBe(await valueOf(parent.urn));
  read.mockRestore();
});

it("a provider resource sends each setting as text, and secrets as secrets", async () => {
  const settings = { baseUrl: "http://127.0.0.1:1", password: "canary-password", timeoutSeconds: 60 };
  await valueOf(new plugin.Provider("eu", { ...settings, accounts: { other: { apiKey: "canary-key" } } }).urn);
  const [password, accounts] = [settings.password, '{"other":{"apiKey":"canary-key"}}'].map((text) => new Secret(text));
  const sent = toStruct({ ...settings, password, timeoutSeconds: "60", accounts }).toJavaScript();
  expect(inputs.get("eu")).toEqual(sent);
});

it("every request names the version of the SDK and its provider, and a resource the type of the other host as an alias", async () => {
  const monitor = monitorOfRun();
  const [register, invoke] = [vi.spyOn(monitor, "registerResource"), vi.spyOn(monitor, "invoke")];
  const provider = new plugin.Provider("versions", { baseUrl: "http://127.0.0.1:1" });
  const aliases = [{ name: "old" }];
  await valueOf(new PluginEntries("versions", { appListId: 1 }, { provider, aliases }).urn);
  await valueOf(new DynamicEntries("of the program", { appListId: 1 }).urn);
  const options = { provider };
  await Promise.all([getCampaigns({}, options), getAppList({ appListId: 1 }, options)]);
  await valueOf(plugin.getCampaignsOutput({}, options));
  await valueOf(plugin.getAppListOutput({ appListId: 1 }, options));
  const registered = register.mock.calls.map(([request]) => request);
  const aliasesOf = (request: (typeof registered)[number]) =>
    request
      .getAliasesList()
      .flatMap((alias) => [alias.getSpec()?.getName(), alias.getSpec()?.getType()].filter(Boolean));
  expect(registered.map((request) => [request.getVersion(), ...aliasesOf(request)])).toEqual([
    [version],
    [version, "old", dynamicType],
    ["", pluginType],
  ]);
  const invoked = invoke.mock.calls.map(([request]) => [request.getVersion(), request.getProvider()]);
  const ofProvider: unknown = expect.stringMatching(/::versions::versions$/u);
  expect(invoked).toEqual(Array.from("1234", () => [version, ofProvider]));
  for (const spy of [register, invoke]) spy.mockRestore();
});

it("warns about what is skipped in a file", () => {
  const file = join(folderWith({ "a.csv": "app_bundle,(owner)\ncom.a,ann\napp_bundle,(owner)\n" }), "a.csv");
  for (const read of [entriesFromFile, entriesByKindFromFile]) {
    read(file);
    expect(logged(undefined)).toEqual([[[expect.stringMatching(/:3: "app_bundle" is the header again/u), true]], []]);
    vi.clearAllMocks();
  }
});

it("the plugin's entry point has the enums of the schema, as in code that pulumi convert prints", () => {
  const membersOf = (name: "Purpose" | "Observe") =>
    schema.types[`app-list:index:${name}`].enum.map((member) => [member.name, member.value]);
  expect(Object.entries(plugin.Purpose)).toEqual(membersOf("Purpose"));
  expect(Object.entries(plugin.Observe)).toEqual(membersOf("Observe"));
});

it("data functions of the plugin return what the plugin returns, also for outputs", async () => {
  expect(await getCampaigns({ account: "eu", perPage: 2 })).toEqual({ campaigns: [{ account: "eu", perPage: 2 }] });
  expect(await valueOf(plugin.getCampaignsOutput({ account: pulumi.output("eu") }))).toEqual({
    campaigns: [{ account: "eu" }],
  });
  expect(await getAppList({ appListId: 4321 })).toEqual(list);
  expect(await valueOf(plugin.getAppListOutput({ appListId: pulumi.output(4321) }))).toEqual(list);
});

it("reads the entries of a text, and of a list that the engine returned as it was", () => {
  expect(parseEntries("appBundles", "com.a\ncom.b  # fraud\n")).toEqual(["com.a", "com.b"]);
  expect(parseEntries("appBundles", ["com.a", { entry: "com.b", note: "fraud" }])).toEqual(["com.a", "com.b"]);
  expect(parseEntries("appBundles", undefined)).toEqual([]);
  // A text of the program, before the provider has read it.
  expect(parseEntries("appBundles", "com.a # fraud\ncom.b\n")).toEqual([]);
});
