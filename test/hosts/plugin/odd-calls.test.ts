import { ResourceProviderService as service } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { PluginAttach } from "@pulumi/pulumi/proto/plugin_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { describe, expect, it } from "vitest";
import { Plugin } from "../../../provider/hosts/plugin/plugin";
import { toStruct } from "../../laws/hosts/engine-values";
import { openConnections } from "../../harness/connections";
import { unknownValue, type Properties } from "../../laws/hosts/host";
import { callsOf } from "../../laws/hosts/plugin";
import { configuredPlugin, urn } from "./configured-plugin";

/** What differs from an ordinary call. */
interface Odd {
  readonly type?: string;
  readonly preview?: boolean;
  readonly inputs?: Properties;
  readonly state?: Properties;
  readonly timeout?: number;
}

/** Calls a method about a resource. */
async function callWith(
  { call }: Pick<Awaited<ReturnType<typeof configuredPlugin>>, "call">,
  name: "check" | "diff" | "create" | "import" | "read" | "update" | "delete",
  { type = "app-list:index:AppListEntries", preview = false, timeout = 0, ...odd }: Odd,
): Promise<unknown> {
  const given = { appListId: 1, appBundles: "com.a\n" };
  const [news, olds] = [toStruct({ ...given, ...odd.inputs }), toStruct({ ...given, stateVersion: 1, ...odd.state })];
  const about = <Request extends { setUrn(urn: string): Request }>(request: Request): Request =>
    request.setUrn(urn.replace("app-list:index:AppListEntries", type));
  const create = about(new proto.CreateRequest()).setProperties(news).setPreview(preview);
  const update = about(new proto.UpdateRequest()).setOlds(olds).setNews(news).setPreview(preview);
  const remove = about(new proto.DeleteRequest()).setProperties(olds);
  return {
    check: () => call(service.check, about(new proto.CheckRequest()).setNews(news)),
    diff: () => call(service.diff, about(new proto.DiffRequest()).setOlds(olds).setNews(news)),
    create: () => call(service.create, create.setTimeout(timeout)),
    import: () => call(service.read, about(new proto.ReadRequest()).setId("1")),
    read: () => call(service.read, about(new proto.ReadRequest()).setProperties(olds)),
    update: () => call(service.update, update.setTimeout(timeout)),
    delete: () => call(service.delete, remove.setTimeout(timeout)),
  }[name]();
}

it.each(["check", "diff", "create", "import", "read", "update", "delete"] as const)(
  "a call before Configure has a code: %s",
  async (name) => {
    const plugin = new Plugin({ environment: {} });
    await expect(callWith({ call: callsOf(plugin) }, name, {})).rejects.toThrow(
      /^The settings of app-list .* \[SETTINGS_INVALID\]/u,
    );
  },
);

it("the end of the plugin leaves no connection open", async () => {
  const { plugin, call } = await configuredPlugin();
  await callWith({ call }, "create", {});
  const before = await openConnections();
  await plugin.close();
  expect(await openConnections()).toBeLessThan(before);
});

const changes = ["create", "update", "delete"] as const;

describe("a call about a resource of another type names the right one, and sends nothing", () => {
  const calls = ["check", "diff", "create", "import", "read", "update", "delete"] as const;
  it.each(calls.flatMap((name) => [false, true].map((preview) => ({ name, preview }))))(
    "%j",
    async ({ name, preview }) => {
      const plugin = await configuredPlugin();
      for (const type of ["app-list:index:AppLists", "app-list:index:AppListEntries$my:index:Lists"]) {
        const wrong = type.replace(/^.*\$/u, "");
        await expect(callWith(plugin, name, { type, preview })).rejects.toThrow(
          `There is no resource "${wrong}", only app-list:index:AppListEntries.`,
        );
      }
      expect(plugin.simulator.journal).toEqual([]);
      await callWith(plugin, name, { type: "my:index:Lists$app-list:index:AppListEntries", preview });
    },
  );
});

it("a call of a function that does not exist names those that do, and sends nothing", async () => {
  const { call, simulator } = await configuredPlugin();
  await expect(call(service.invoke, new proto.InvokeRequest().setTok("app-list:index:getLists"))).rejects.toThrow(
    'There is no function "app-list:index:getLists", only app-list:index:getCampaigns and app-list:index:getAppList.',
  );
  expect(simulator.journal).toEqual([]);
});

describe("a change with a value that is not known yet fails, and sends nothing", () => {
  const unknown = (...names: readonly string[]) => names.map((name) => ({ [name]: unknownValue }));
  const kinds = ["appBundles", "placementIds", "websites"];
  const inputs = unknown(...kinds, "appListId", "exclusive").map((each) => ({ inputs: each }));
  const members = [{ adopted: { appBundles: unknownValue } }, { unconfirmedRemovals: { appBundles: unknownValue } }];
  const states = [...unknown(...kinds, "adopted", "missing"), ...members].map((each) => ({ state: each }));
  const cases: Readonly<Record<(typeof changes)[number], readonly Odd[]>> = {
    create: inputs,
    update: [...inputs, ...states],
    delete: states,
  };
  it.each(changes.flatMap((name) => cases[name].map((odd) => [name, odd] as const)))("%s %o", async (name, odd) => {
    const plugin = await configuredPlugin();
    await expect(callWith(plugin, name, odd)).rejects.toThrow(/not known yet|cannot be read/u);
    expect(plugin.simulator.journal).toEqual([]);
  });
});

it("an empty address of an engine is none: gRPC can make no connection to it, which ended the process", async () => {
  const connectLog = (address?: string): never => {
    throw new Error(`There was a connection to "${address}".`);
  };
  const plugin = await configuredPlugin({ connectLog, engineAddress: "" });
  await plugin.call(service.attach, new PluginAttach());
  await callWith(plugin, "create", {});
  expect(plugin.simulator.list(1)?.appBundles).toEqual(["com.a"]);
});

describe("customTimeouts do not end a change before their time", () => {
  const days = [1, 24.8, 24.9, 49.7, 49.8, 36_500, Infinity];
  it.each(days.flatMap((each) => changes.map((name) => [each, name] as const)))("%d days, %s", async (each, name) => {
    const plugin = await configuredPlugin();
    await callWith(plugin, name, { timeout: each * 86_400, inputs: { appBundles: "com.b\n" } });
    expect(plugin.simulator.list(1)?.appBundles).toEqual(name === "delete" ? [] : ["com.b"]);
  });
});
