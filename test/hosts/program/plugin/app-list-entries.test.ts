import * as pulumi from "@pulumi/pulumi";
import { join } from "node:path";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import {
  AppListEntries,
  entriesFromFile,
  getAppList,
  getAppListOutput,
  getCampaigns,
  getCampaignsOutput,
  Provider,
} from "../../../../provider/hosts/program/plugin/index";
import { version } from "../../../../provider/common/version";
import { folderWith } from "../../../files/folder";

const propertiesSchema = z.record(z.string(), z.unknown());

/** The inputs of all resources, by type and name. */
const inputs = new Map<string, Readonly<Record<string, unknown>>>();

const list = { appListId: 4321, name: "brand-safety", appBundles: ["com.a"] };

beforeAll(() =>
  pulumi.runtime.setMocks(
    {
      newResource: ({ type, name, inputs: sent }) => {
        const properties = propertiesSchema.parse(sent);
        inputs.set(`${type} ${name}`, properties);
        return { id: "4321", state: { ...properties, unmanaged: 3 } };
      },
      call: ({ token, inputs: sent }) => {
        const args = propertiesSchema.parse(sent);
        return token === "app-list:index:getCampaigns" ? { campaigns: [args] } : { ...list, ...args };
      },
    },
    "app",
  ),
);

async function valueOf<Value>(output: pulumi.Output<Value>): Promise<Value> {
  const { promise, resolve } = Promise.withResolvers<Value>();
  output.apply(resolve);
  return promise;
}

/** The inputs of a resource once they are registered. */
async function inputsOf(resource: pulumi.Resource, key: string) {
  await valueOf(resource.urn);
  return inputs.get(key);
}

describe("AppListEntries of the plugin", () => {
  it("sends the entries of each kind as one text, and has the outputs that the plugin computes", async () => {
    const file = join(folderWith({ "a.txt": "com.b # fraud\ncom.a\n" }), "a.txt");
    const resource = new AppListEntries("texts", {
      appListId: pulumi.output(4321),
      appBundles: entriesFromFile(file),
      placementIds: pulumi.output(["1001-a"]),
      removalLimit: "10%",
    });
    expect(await inputsOf(resource, "app-list:index:AppListEntries texts")).toEqual({
      appListId: 4321,
      appBundles: "com.a\ncom.b  # fraud\n",
      placementIds: "1001-a\n",
      removalLimit: "10%",
      problems: [],
    });
    expect(await valueOf(resource.unmanaged)).toBe(3);
  });

  it("sends the problems with its arguments, with the line of a file", async () => {
    const file = join(folderWith({ "a.txt": "com.a,com.b\n" }), "a.txt");
    const args = { appListId: 4321, appBundles: entriesFromFile(file), appBundels: ["com.c"] };
    const resource = new AppListEntries("refused", args);
    const sent = await inputsOf(resource, "app-list:index:AppListEntries refused");
    expect(sent?.["problems"]).toEqual([
      "appBundels is not an argument of AppListEntries",
      expect.stringMatching(/a\.txt:1: "com\.a,com\.b" contains a comma/u),
    ]);
  });

  it("does not compare resources, as only their providers know whether two lists are the same", async () => {
    const args = { appListId: 7, appBundles: ["com.a"], exclusive: true };
    for (const name of ["one", "other"]) {
      const sent = await inputsOf(new AppListEntries(name, args), `app-list:index:AppListEntries ${name}`);
      expect(sent?.["problems"]).toEqual([]);
    }
  });
});

describe("Provider", () => {
  it("sends each setting as text, and secrets as secrets", async () => {
    const provider = new Provider("eu", {
      baseUrl: "http://127.0.0.1:1",
      password: "canary-password",
      timeoutSeconds: 60,
      accounts: { other: { apiKey: "canary-key" } },
    });
    const sent = await inputsOf(provider, "pulumi:providers:app-list eu");
    const mark = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };
    const secret = (value: string) => ({ ...mark, value });
    expect(sent).toEqual({
      baseUrl: "http://127.0.0.1:1",
      password: secret("canary-password"),
      timeoutSeconds: "60",
      accounts: secret('{"other":{"apiKey":"canary-key"}}'),
    });
  });
});

it("every request names the version of the SDK, and a resource the type of the dynamic provider as an alias", async () => {
  const monitor = pulumi.runtime.getMonitor();
  if (monitor === undefined) throw new Error("There is no monitor.");
  const [register, invoke] = [vi.spyOn(monitor, "registerResource"), vi.spyOn(monitor, "invoke")];
  const provider = new Provider("versions", { baseUrl: "http://127.0.0.1:1" });
  const resource = new AppListEntries("versions", { appListId: 1 }, { provider });
  await valueOf(resource.urn);
  await Promise.all([getCampaigns(), getAppList({ appListId: 1 })]);
  await Promise.all([valueOf(getCampaignsOutput()), valueOf(getAppListOutput({ appListId: 1 }))]);
  const registered = register.mock.calls.map(([request]) => request);
  const invoked = invoke.mock.calls.map(([request]) => request);
  expect([...registered, ...invoked].map((request) => request.getVersion())).toEqual(
    Array.from("123456", () => version),
  );
  const aliases = registered.map((request) => request.getAliasesList().map((alias) => alias.getSpec()?.getType()));
  expect(aliases).toEqual([[], ["pulumi-nodejs:dynamic/app-list:AppListEntries"]]);
  for (const spy of [register, invoke]) spy.mockRestore();
});

describe("data functions of the plugin", () => {
  it("return what the plugin returns, also for outputs", async () => {
    expect(await getCampaigns({ account: "eu", perPage: 2 })).toEqual([{ account: "eu", perPage: 2 }]);
    expect(await valueOf(getCampaignsOutput({ account: pulumi.output("eu") }))).toEqual([{ account: "eu" }]);
    expect(await getAppList({ appListId: 4321 })).toEqual(list);
    expect(await valueOf(getAppListOutput({ appListId: pulumi.output(4321) }))).toEqual(list);
  });
});
