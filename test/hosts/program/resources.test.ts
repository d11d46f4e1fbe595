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

describe.each([
  ["dynamic", DynamicEntries],
  ["plugin", PluginEntries],
])("the %s class", (host, AppListEntries) => {
  /** The inputs of a resource once they are registered. A program in JavaScript can have any arguments. */
  const inputsOf = async (args: object) => {
    await valueOf(new AppListEntries("blocked", { appListId: 4321, ...args }).urn);
    return inputs.get("blocked");
  };
  const problemsOf = async (args: object) => (await inputsOf(args))?.["problems"];

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

  it("sends the entries of each kind as one text, and no problems", async () => {
    const file = join(folderWith({ "a.txt": "com.b # fraud\ncom.a\n" }), "a.txt");
    const sent = await inputsOf({
      appListId: pulumi.output(4321),
      appBundles: entriesFromFile(file),
      placementIds: pulumi.output(["1001-a"]),
      removalLimit: "10%",
    });
    const own = host === "plugin" ? {} : { __provider: sent?.["__provider"], __resource: sent?.["__resource"] };
    const texts = { appBundles: "com.a\ncom.b  # fraud\n", placementIds: "1001-a\n" };
    expect(sent).toEqual({ appListId: 4321, ...texts, removalLimit: "10%", problems: [], ...own });
    // Only the providers know whether the lists of two resources are the same.
    const exclusive = { appBundles: ["com.a"], exclusive: true };
    for (const _ of ["one", "other"]) expect(await problemsOf(exclusive)).toEqual([]);
  });

  it("reads a text as a list file, also in an output: lines with notes, and days on which entries end", async () => {
    const text = "# agreed\ncom.b # fraud\n\ncom.a\r\ncom.old  # until 2020-06-30\n";
    for (const appBundles of [text, pulumi.output(text), pulumi.secret(text)]) {
      const sent = await inputsOf({ appBundles });
      expect(JSON.stringify(sent?.["appBundles"])).toContain(JSON.stringify("com.a\ncom.b  # fraud\n"));
      // Those of a secret are secret.
      expect(JSON.stringify(sent?.["problems"])).toMatch(/^\[\]$|"value":\[\]/u);
    }
  });

  it("names the place of a wrong entry in a secret, and not the entry", async () => {
    for (const appBundles of [pulumi.secret("com.a\ncom.hidden b\n"), ["com.a", pulumi.secret("com.hidden b")]]) {
      const problems = JSON.stringify(await problemsOf({ appBundles }));
      expect(problems).toMatch(/appBundles(?:\[1\]|, line 2) contains whitespace/u);
      expect(problems).not.toContain("hidden");
    }
  });

  it("tells a text without entries from one that is not given", async () => {
    const sent = await inputsOf({ appBundles: "", placementIds: "# none yet\n", websites: undefined });
    expect(sent).toMatchObject({ appBundles: "", placementIds: "", problems: [] });
    expect(sent).not.toHaveProperty("websites");
  });

  it("sends all problems at once: misspelt arguments, then entries", async () => {
    const texts = { placementIds: "1-a\nb # sold", websites: "lists/websites.txt" };
    expect(await problemsOf({ exclusiv: true, appBundles: [""], ...texts })).toEqual([
      "exclusiv is not an argument of AppListEntries",
      'appBundles[0]: "" is empty',
      'placementIds, line 2: "b" does not have the form <number>-<token>',
      expect.stringMatching(/^websites is the path of a file, not its entries: use entriesFromFile/u),
    ]);
  });

  it("rejects entries with their line in a file, also in an array that was filtered, and by their index in an output", async () => {
    const comma = 'contains a comma, the separator in requests: write "com.b"';
    const file = join(folderWith({ "a.txt": "com.a\ncom.b,\n" }), "a.txt");
    const listed = entriesFromFile(file).filter(({ entry }) => entry !== "com.a");
    expect(await problemsOf({ appBundles: ["com.c", ...listed] })).toEqual([`${file}:2: "com.b," ${comma}`]);
    expect(await problemsOf({ appBundles: pulumi.output(listed) })).toEqual([`appBundles[0]: "com.b," ${comma}`]);
    const table = join(folderWith({ "a.csv": "app_bundle,website\ncom.a,a.example\n" }), "a.csv");
    expect(await problemsOf({ ...entriesByKindFromFile(table) })).toEqual([]);
    expect(await problemsOf({ appBundles: entriesFromFile(table) })).toEqual([
      expect.stringContaining(`${table}:2: "a.example" is in a column of websites, not of app bundles`),
    ]);
  });

  it("prints likely mistakes and expired entries at their resource, unless they are secret", async () => {
    const appBundles = ["com.a", { entry: "com.old", until: "2020-06-30" }, "COM.A"];
    await valueOf(new AppListEntries("secret", { appListId: 4321, appBundles: pulumi.secret(appBundles) }).appBundles);
    const resource = new AppListEntries("blocked", { appListId: 4321, appBundles });
    await valueOf(resource.appBundles);
    await turn();
    const mistake = '1 likely mistake: "COM.A" is another spelling of "com.a".';
    const expired = '1 app bundle has expired and is no longer declared: "com.old" (until 2020-06-30).';
    expect(logged(resource)).toEqual([[[mistake, true]], [[expired, true]]]);
  });
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

describe("the dynamic class", () => {
  const inputsOf = async (args: object, options?: pulumi.CustomResourceOptions) => {
    await valueOf(new DynamicEntries("a 1", { appListId: 4321, ...args }, options).urn);
    return inputs.get("a 1");
  };

  it("marks resources with their URNs from the type on, also those of components", async () => {
    expect(await inputsOf({})).toMatchObject({ __resource: `${dynamicType}::a 1` });
    const parent = new pulumi.ComponentResource("my:index:Lists", "all");
    expect(await inputsOf({}, { parent })).toMatchObject({ __resource: `my:index:Lists$${dynamicType}::a 1` });
  });

  it("marks resources if any of their entries are secret", async () => {
    const [open, secret] = [pulumi.output(["com.a"]), pulumi.secret(["com.a"])];
    const marksOf = async (args: object) => (await inputsOf(args))?.["__secretEntries"];
    expect(await marksOf({ appBundles: ["com.a"] })).toBeUndefined();
    expect(await marksOf({ appBundles: open, websites: open })).toBeUndefined();
    expect(await marksOf({ appBundles: open, websites: secret })).toBe(true);
    expect(await marksOf({ appBundles: secret, websites: secret })).toBe(true);
  });
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
    request.getAliasesList().map((alias) => alias.getSpec()?.getName() || alias.getSpec()?.getType());
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
});
