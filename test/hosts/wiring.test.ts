import { join } from "node:path";
import { ResourceProviderService as service } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { expect, it } from "vitest";
import { z } from "zod";
import { createOperations, OperationError } from "../../provider/hosts/dynamic/operations";
import { ApiClient } from "../../provider/api/client";
import { version } from "../../provider/common/version";
import { printNotice, type Notice } from "../../provider/resource/notice";
import { expectExamples } from "../harness/example-texts";
import { fromStruct, toStruct } from "../laws/hosts/engine-values";
import { Secret, unknownText, unknownValue, type Properties } from "../laws/hosts/host";
import { login, startRun } from "../resource/started";
import { simulatorForTest } from "../simulator/simulators";
import { configuredPlugin, urn } from "./plugin/configured-plugin";

// What each call of the engine returns, member for member, and what is printed by then. The app bundles are secret.

const ofProvider = "urn:pulumi:prod::lists::pulumi:providers:app-list::eu";
const inputs = { appListId: 1, websites: "w.example\n" };
const [declared, wider] = ["com.a\ncom.there\n", "com.a\ncom.b\ncom.there\n"];
const secret = (appBundles: string) => ({ appBundles: new Secret(appBundles) });

const message = z.looseObject({ toObject: z.custom<() => object>((value) => typeof value === "function") });

/** The members of a message of the protocol, with its structs as properties. */
function membersOf(sent: object): Properties {
  const members = Object.entries(message.parse(sent).toObject.call(sent)).map(([name, value]) => {
    const getter: unknown = Reflect.get(
      sent,
      `get${name.replace(/^(?:pb_)?./u, (first) => (first.at(-1) ?? "").toUpperCase())}`,
    );
    const struct: unknown = typeof getter === "function" ? Reflect.apply(getter, sent, []) : undefined;
    return [name, struct instanceof Struct ? fromStruct(struct) : value] as const;
  });
  return Object.fromEntries(members);
}

function show(returned: unknown): string {
  if (returned instanceof Error) return `${returned.message}\n${JSON.stringify({ ...returned })}`;
  if (typeof returned !== "object" || returned === null) return String(returned);
  return JSON.stringify("toObject" in returned ? membersOf(returned) : returned);
}

/** Records what calls return, and what is printed by then. */
function recorder(printed: string[], baseUrl: string) {
  const texts: Record<string, readonly string[]> = {};
  const masked = (line: string): string =>
    line
      .replaceAll(baseUrl, "BASE_URL")
      .replaceAll('"4dabf18193072939515e22adb298388d":"1b47061264138c4ac30d75fd1eb44270"', '"secret":true')
      .replaceAll(`"${version}"`, '"VERSION"');
  const record = async <Returned>(title: string, calling: Promise<Returned>): Promise<Returned | undefined> => {
    const ended = await Promise.allSettled([calling]).then(([one]) => one);
    const returned: unknown = ended.status === "fulfilled" ? ended.value : ended.reason;
    texts[title] = [show(returned), ...printed.splice(0)].map(masked);
    return ended.status === "fulfilled" ? ended.value : undefined;
  };
  return { texts, record };
}

it("the plugin returns each member, and secrets as secrets, and gives changes their customTimeouts", async () => {
  /** The timeouts of the operations that were given one, in seconds. */
  const timeouts: number[] = [];
  class TimedClient extends ApiClient {
    override deadline(seconds?: number): ReturnType<ApiClient["deadline"]> {
      if (seconds !== undefined) timeouts.push(seconds);
      return super.deadline(seconds);
    }
  }
  const { simulator, call, printed } = await configuredPlugin({ makeClient: (...args) => new TimedClient(...args) });
  const { texts, record } = recorder(printed, simulator.url);
  simulator.edit(1, { add: { appBundles: ["com.there"] } });
  const news = toStruct({ ...inputs, ...secret(declared) });

  const check = new proto.CheckRequest().setUrn(urn);
  const checked = (changed: Properties) => call(service.check, check.setNews(toStruct({ ...inputs, ...changed })));
  await record("check", checked(secret("com.there\ncom.a")));
  const listed = [
    { entry: "com.b", note: "agreed", until: "2999-12-31" },
    { entry: "com.old", until: "2020-06-30" },
  ];
  await record("check of entries with notes and last days", checked({ appBundles: [...listed, "com.a"] }));
  // A failure that names a property makes the engine print its whole value.
  await record("check of a wrong entry", checked({ websites: "w.example,v.example\n" }));
  await record("check of a wrong entry that is secret", checked(secret("com.a b")));
  const create = new proto.CreateRequest().setUrn(urn).setProperties(news).setTimeout(2);
  const state = (await record("create", call(service.create, create)))?.getProperties();
  const diff = new proto.DiffRequest().setUrn(urn).setId("1").setOlds(state);
  await record("diff", call(service.diff, diff.clone().setNews(news)));
  // The option replaceOnChanges needs the changed arguments. Another note alone is no change.
  const changed = {
    "another list": { appListId: 2 },
    "another note": secret("com.a  # note\ncom.there\n"),
    "other arguments": { purpose: "allow", websites: "v.example\n", removalLimit: 5 },
    "an unknown value": { websites: unknownValue },
  };
  for (const [title, news] of Object.entries<Properties>(changed)) {
    const request = diff.clone().setNews(toStruct({ ...inputs, ...secret(declared), ...news }));
    await record(`diff of ${title}`, call(service.diff, request));
  }
  // An update in a preview knows the facts of its list. With another base URL or ID, it is another list.
  await record("create in a preview", call(service.create, create.clone().setPreview(true)));
  const preview = new proto.UpdateRequest().setUrn(urn).setId("1").setOlds(state).setPreview(true);
  await record("update in a preview", call(service.update, preview.setNews(toStruct({ ...inputs, account: "eu" }))));
  const unknown = toStruct({ ...inputs, appListId: unknownValue });
  await record("update of an unknown list in a preview", call(service.update, preview.clone().setNews(unknown)));
  const elsewhere = toStruct({ ...fromStruct(state), baseUrl: "https://elsewhere.example" });
  await record(
    "update at another base URL in a preview",
    call(service.update, preview.setOlds(elsewhere).setNews(news)),
  );

  simulator.edit(1, { remove: { appBundles: ["com.a"] } });
  const refresh = new proto.ReadRequest().setUrn(urn).setId("1").setInputs(news).setProperties(state);
  const left = (await record("read", call(service.read, refresh)))?.getProperties();
  // The engine keeps outputs if nothing but the secret has changed, and inputs.
  const open = toStruct({ ...fromStruct(state), appBundles: declared, adopted: { appBundles: "com.there\n" } });
  await record("read of plain outputs", call(service.read, refresh.clone().setProperties(open)));
  const openInputs = toStruct({ ...inputs, appBundles: declared });
  await record("read of plain inputs", call(service.read, refresh.clone().setInputs(openInputs)));

  simulator.setBehavior({ ignored: new Set(["com.b"]) });
  const update = new proto.UpdateRequest().setUrn(urn).setId("1").setOlds(left).setTimeout(3);
  const updated = (appBundles: unknown) => {
    simulator.edit(1, { remove: { appBundles: ["com.a"] } });
    return call(service.update, update.clone().setNews(toStruct({ ...inputs, appBundles })));
  };
  await record("update that fails", updated(new Secret(wider)));
  // Some of the old entries can be in the list. The engine shows each message once.
  await record("update that fails, of entries that are no longer secret", updated(wider));
  simulator.setBehavior({ ignored: new Set() });
  await record("update", updated(new Secret(declared)));
  const remove = new proto.DeleteRequest().setUrn(urn).setId("1").setProperties(open).setOldInputs(news);
  await record("delete", call(service.delete, remove.setTimeout(4)));
  expect(timeouts).toEqual([2, 3, 3, 3, 4]);
  expectExamples(join(import.meta.dirname, "wiring.plugin.txt"), texts);
});

it("the plugin returns each member about itself, its provider resource and its stack", async () => {
  const { simulator, call, printed } = await configuredPlugin();
  const { texts, record } = recorder(printed, simulator.url);
  const handshake = new proto.ProviderHandshakeRequest().setEngineAddress("127.0.0.1:1");
  await record("handshake", call(service.handshake, handshake));
  await record("getPluginInfo", call(service.getPluginInfo, new Empty()));

  const settings = { baseUrl: simulator.url, password: "p" };
  const more = { accounts: "{}", apiKey: unknownValue, timeoutSeconds: 60, version: "0.0.1", passwrod: "p" };
  const check = new proto.CheckRequest().setUrn(ofProvider).setNews(toStruct({ ...settings, ...more }));
  await record("checkConfig", call(service.checkConfig, check));
  const diff = new proto.DiffRequest().setUrn(ofProvider).setOlds(toStruct(settings)).setNews(toStruct(settings));
  await record("diffConfig of the same", call(service.diffConfig, diff));
  const before = toStruct({ ...settings, password: "q" });
  await record("diffConfig of another password", call(service.diffConfig, diff.clone().setOldInputs(before)));

  const configure = (given: Properties) => {
    const request = new proto.ConfigureRequest().setName("eu").setUrn(ofProvider);
    return call(service.configure, request.setArgs(toStruct({ ...settings, ...given })));
  };
  const create = (given: Properties) =>
    call(service.create, new proto.CreateRequest().setUrn(urn).setProperties(toStruct({ ...inputs, ...given })));
  await record("configure", configure({}));
  await record("create without settings", create({ appListId: 9 }));
  await record("configure without reads", configure({ ...login, observe: "off" }));
  await record("create of an exclusive list that is not read", create({ websites: "", exclusive: true }));
  await record("configure with another version", configure({ ...login, version: "9.9.9" }));
  await record("create for a list that does not exist", create({ appListId: 9 }));

  const getAppList = new proto.InvokeRequest().setTok("app-list:index:getAppList").setArgs(toStruct({ appListId: 1 }));
  await record("invoke", call(service.invoke, getAppList));
  await record("cancel", call(service.cancel, new Empty()));
  await record("invoke after it", call(service.invoke, getAppList));
  expectExamples(join(import.meta.dirname, "wiring.stack.txt"), texts);
});

it("the dynamic provider returns each member, with its marks", async () => {
  const simulator = await simulatorForTest({ lists: [{ id: 1, name: "brand-safety", appBundles: ["com.there"] }] });
  const { run, lines } = startRun({ baseUrl: simulator.url, ...login });
  const { texts, record } = recorder(lines, simulator.url);
  const print = (notice: Notice): void => void lines.push(printNotice(notice, true));
  const operations = createOperations(() => run, print);
  const mark = { __resource: "app-list:AppListEntries::blocked" };
  const news = { ...inputs, ...mark, __secretEntries: true, appBundles: declared };
  const __provider = "exports.handler = __f0;";
  await record("check", operations.check({}, { ...news, appBundles: "com.there\ncom.a\n", __provider }));
  await record("check of a wrong entry", operations.check({}, { ...news, websites: "w.example,v.example\n" }));
  const { outs: state = {} } = (await record("create", operations.create(news))) ?? {};
  await record("diff", operations.diff("1", state, news));
  await record("diff of another list", operations.diff("1", state, { ...news, appListId: 2 }));
  // States of the plugin have no __provider. Without a difference, Pulumi would keep the old marks.
  const marked = { ...state, __provider };
  await record("diff without a mark", operations.diff("1", { ...state, __secretEntries: undefined }, news));
  await record("diff after a rename", operations.diff("1", marked, { ...news, __provider, __resource: "A::new" }));
  await record("diff without __provider", operations.diff("1", state, { ...news, __provider }));
  await record("diff with another __provider", operations.diff("1", marked, { ...news, __provider: "…" }));
  const journal = simulator.journal.length;
  await record("update of a mark", operations.update("1", marked, { ...news, __resource: "A::new" }));
  expect(simulator.journal).toHaveLength(journal);
  const unknown = { ...news, appListId: unknownText, problems: unknownText };
  await record("check of an unknown list", operations.check({}, unknown));
  await record("diff of an unknown list", operations.diff("1", state, unknown));
  await record("diff of an unknown kind", operations.diff("1", state, { ...news, websites: unknownText }));
  await record("create of an unknown kind", operations.create({ ...news, websites: unknownText }));

  simulator.edit(1, { remove: { appBundles: ["com.a"] } });
  const { props: left = {} } = (await record("read", operations.read("1", state))) ?? {};
  const updated = (given: Properties) => {
    simulator.edit(1, { remove: { appBundles: ["com.a"] } });
    return operations.update("1", left, { ...given, __provider });
  };
  simulator.setBehavior({ ignored: new Set(["com.b"]) });
  // Some of the old entries can be in the list.
  const open = { ...inputs, ...mark, appBundles: wider };
  await record("update that fails, of entries that are no longer secret", updated(open));
  await record("update that fails", updated({ ...news, appBundles: wider }));
  simulator.setBehavior({ ignored: new Set() });
  await record("update", updated(news));
  await record("delete", operations.delete("1", state));
  // Pulumi prints these members of an error.
  const unreadable = operations.delete("1", { ...state, stateVersion: 9 });
  await expect(unreadable).rejects.toBeInstanceOf(OperationError);
  expectExamples(join(import.meta.dirname, "wiring.dynamic.txt"), texts);
});
