import { ResourceProviderService as service } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { PluginInfo } from "@pulumi/pulumi/proto/plugin_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { expect, it } from "vitest";
import { createOperations, OperationError } from "../../provider/hosts/dynamic/operations";
import { ApiClient } from "../../provider/api/client";
import { version } from "../../provider/common/version";
import { printNotice } from "../../provider/resource/notice";
import { toStruct } from "../laws/hosts/engine-values";
import { Failure, Secret, unknownValue, type Properties } from "../laws/hosts/host";
import { login, startRun } from "../resource/started";
import { simulatorForTest } from "../simulator/simulators";
import { configuredPlugin, urn } from "./plugin/configured-plugin";

// What each call of the engine returns, member for member, and what is printed by then. The app bundles are secret.

const ofProvider = "urn:pulumi:prod::lists::pulumi:providers:app-list::eu";
const list = 'app list 1 "brand-safety": ';
const inputs = { appListId: 1, websites: "w.example\n" };
const [declared, wider] = ["com.a\ncom.there\n", "com.a\ncom.b\ncom.there\n"];
const adopted = { appBundles: "com.there\n" };
const facts = { name: "brand-safety", description: "", hasAssociatedCampaigns: false };
const factsAt = (baseUrl: string): Properties => {
  return { stateVersion: 2, baseUrl, ...facts, unmanaged: 0, notVerified: [], ...inputs };
};
const missing = { appBundles: "com.a\n" };
const drift = `${list}drift: 1 app bundle missing. pulumi up adds the entries that are still declared.`;
const keeps = "pulumi destroy keeps adopted entries, unless claimExisting is true.";
const messages = {
  check: ["app list 1: plan: up to +2 app bundles, +1 website → 3 managed"],
  create: [`${list}added 1 app bundle and 1 website.`, `${list}adopted 1 app bundle already in the list. ${keeps}`],
  replace: [`${list}plan: −1 app bundle, −1 website, because appListId is 2 now`],
  update: [`${list}added 1 app bundle.`],
  delete: [`${list}kept adopted entries in the list: 1 app bundle.`],
};
const leftOut: unknown = expect.stringMatching(
  /^app list 1 "brand-safety": the API returned success, but left out 1 app bundle\. \[ENTRIES_NOT_APPLIED\]/u,
);

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
  simulator.edit(1, { add: { appBundles: ["com.there"] } });
  const outputs = factsAt(simulator.url);
  /** Expects the response of a call, and the lines that the engine has received by then. */
  const expectOf = async <Response extends { toObject(): object }>(
    responding: Promise<Response>,
    expected: Response,
    lines: readonly string[] = [],
  ): Promise<Response> => {
    const response = await responding;
    expect(response.toObject()).toEqual(expected.toObject());
    expect(printed.splice(0)).toEqual(lines);
    return response;
  };
  const secret = (appBundles: string) => ({ appBundles: new Secret(appBundles) });
  const news = toStruct({ ...inputs, ...secret(declared) });

  const check = new proto.CheckRequest().setUrn(urn).setNews(toStruct({ ...inputs, ...secret("com.there\ncom.a") }));
  await expectOf(call(service.check, check), new proto.CheckResponse().setInputs(news), messages.check);

  // A failure that names a property makes the engine print its whole value.
  const wrong = toStruct({ ...inputs, websites: "w.example,v.example\n" });
  const remedy = "the separator in requests: write 2 entries, one per line [ARGUMENTS_INVALID]";
  const reason = `websites, line 1: "w.example,v.example" contains a comma, ${remedy}`;
  const failure = new proto.CheckFailure().setReason(reason);
  const rejected = new proto.CheckResponse().setFailuresList([failure]).setInputs(wrong);
  await expectOf(call(service.check, check.clone().setNews(wrong)), rejected);
  const secretAndWrong = toStruct({ ...inputs, ...secret("com.a b") });
  const place = "contains whitespace; a note starts with a space and #, or is the note of { entry, note }";
  failure.setReason(`appBundles, line 1 ${place} [ARGUMENTS_INVALID]`);
  const hidden = new proto.CheckResponse().setFailuresList([failure]).setInputs(secretAndWrong);
  await expectOf(call(service.check, check.clone().setNews(secretAndWrong)), hidden);

  const create = new proto.CreateRequest().setUrn(urn).setProperties(news);
  const state = { ...outputs, ...secret(declared), adopted: new Secret(adopted) };
  const created = new proto.CreateResponse().setId("1").setProperties(toStruct(state));
  await expectOf(call(service.create, create.clone().setTimeout(2)), created, messages.create);

  const diff = new proto.DiffRequest().setUrn(urn).setId("1").setOlds(toStruct(state));
  const { DIFF_NONE, DIFF_SOME } = proto.DiffResponse.DiffChanges;
  const [none, some] = [new proto.DiffResponse().setChanges(DIFF_NONE), new proto.DiffResponse().setChanges(DIFF_SOME)];
  await expectOf(call(service.diff, diff.clone().setNews(news)), none);
  const other = toStruct({ ...inputs, ...secret(declared), appListId: 2 });
  await expectOf(
    call(service.diff, diff.clone().setNews(other)),
    some.clone().setReplacesList(["appListId"]).setDiffsList(["appListId"]),
    messages.replace,
  );

  simulator.edit(1, { remove: { appBundles: ["com.a"] } });
  const left = { ...state, ...secret("com.there\n"), missing: new Secret(missing) };
  const read = new proto.ReadResponse().setId("1").setInputs(toStruct({ ...inputs, ...secret(declared) }));
  const refresh = new proto.ReadRequest().setUrn(urn).setId("1").setInputs(news);
  const response = read.setProperties(toStruct(left));
  await expectOf(call(service.read, refresh.clone().setProperties(toStruct(state))), response, [drift]);
  // The engine keeps outputs if nothing but the secret has changed, and inputs.
  const open = toStruct({ ...outputs, appBundles: declared, adopted });
  await expectOf(call(service.read, refresh.clone().setProperties(open)), response);
  refresh.setInputs(toStruct({ ...inputs, appBundles: declared })).setProperties(toStruct(state));
  await expectOf(call(service.read, refresh), response);

  simulator.setBehavior({ ignored: new Set(["com.b"]) });
  const update = new proto.UpdateRequest().setUrn(urn).setId("1").setOlds(toStruct(left)).setTimeout(3);
  // Also if the entries are no longer secret: some of the old ones can be in the list.
  for (const appBundles of [new Secret(wider), wider]) {
    simulator.edit(1, { remove: { appBundles: ["com.a"] } });
    const request = update.clone().setNews(toStruct({ ...inputs, appBundles }));
    const failed: unknown = await call(service.update, request).catch((error: unknown) => error);
    const partial = failed instanceof Failure ? failed.partial : undefined;
    expect([failed, partial?.id]).toEqual([expect.objectContaining({ message: leftOut }), "1"]);
    expect(toStruct(partial?.state ?? {}).toObject()).toEqual(toStruct(state).toObject());
  }
  // The engine shows each message once.
  expect(printed.splice(0)).toEqual(messages.update);
  simulator.setBehavior({ ignored: new Set() });
  simulator.edit(1, { remove: { appBundles: ["com.a"] } });
  const updated = new proto.UpdateResponse().setProperties(toStruct(state));
  await expectOf(call(service.update, update.clone().setNews(news)), updated);
  const remove = new proto.DeleteRequest().setUrn(urn).setId("1").setProperties(open).setOldInputs(news);
  await expectOf(call(service.delete, remove.setTimeout(4)), new Empty(), messages.delete);
  expect(timeouts).toEqual([2, 3, 3, 3, 4]);
});

it("the plugin returns each member about itself, its provider resource and its stack", async () => {
  const { simulator, call, printed } = await configuredPlugin();
  const equal = async <Response extends { toObject(): object }>(responding: Promise<Response>, expected: Response) =>
    expect((await responding).toObject()).toEqual(expected.toObject());
  await equal(
    call(service.handshake, new proto.ProviderHandshakeRequest().setEngineAddress("127.0.0.1:1")),
    new proto.ProviderHandshakeResponse().setAcceptSecrets(true),
  );
  await equal(call(service.getPluginInfo, new Empty()), new PluginInfo().setVersion(version));

  const settings = { baseUrl: simulator.url, password: "p" };
  const more = { accounts: "{}", apiKey: unknownValue, timeoutSeconds: 60, version: "0.1.0", passwrod: "p" };
  const check = new proto.CheckRequest().setUrn(ofProvider).setNews(toStruct({ ...settings, ...more }));
  const secrets = { password: new Secret("p"), accounts: new Secret("{}"), apiKey: new Secret(unknownValue) };
  const kept = toStruct({ ...settings, ...more, ...secrets });
  await equal(call(service.checkConfig, check), new proto.CheckResponse().setInputs(kept));
  expect(printed.splice(0)).toEqual([
    expect.stringMatching(/^app-list: warning: "passwrod" of the provider "eu" is not a setting/u),
  ]);
  const diff = new proto.DiffRequest().setUrn(ofProvider).setOlds(toStruct(settings)).setNews(toStruct(settings));
  const { DIFF_NONE, DIFF_SOME } = proto.DiffResponse.DiffChanges;
  await equal(call(service.diffConfig, diff), new proto.DiffResponse().setChanges(DIFF_NONE));
  const some = new proto.DiffResponse().setChanges(DIFF_SOME).setDiffsList(["password"]);
  await equal(call(service.diffConfig, diff.clone().setOldInputs(toStruct({ ...settings, password: "q" }))), some);

  const configure = (given: Properties) =>
    call(service.configure, new proto.ConfigureRequest().setName("eu").setUrn(ofProvider).setArgs(toStruct(given)));
  const accepted = new proto.ConfigureResponse().setAcceptsecrets(true).setSupportspreview(true);
  await equal(configure(settings), accepted);
  const create = new proto.CreateRequest().setUrn(urn).setProperties(toStruct({ ...inputs, appListId: 9 }));
  await expect(call(service.create, create)).rejects.toThrow('username of the provider "eu" is missing');
  await equal(configure({ ...settings, ...login, observe: "off" }), accepted);
  const exclusive = create.clone().setProperties(toStruct({ appListId: 1, exclusive: true }));
  await expect(call(service.create, exclusive)).rejects.toThrow('Change observe of the provider "eu"');
  await equal(configure({ ...settings, ...login, version: "9.9.9" }), accepted);
  await expect(call(service.create, create)).rejects.toThrow("doctor --stack prod --list 9");
  expect(printed.splice(0)).toEqual([expect.stringContaining('the SDK of the program has version "9.9.9"')]);

  const getAppList = new proto.InvokeRequest().setTok("app-list:index:getAppList").setArgs(toStruct({ appListId: 1 }));
  const returned = { appListId: 1, ...facts, appBundles: [], placementIds: [], websites: [] };
  await equal(call(service.invoke, getAppList), new proto.InvokeResponse().setReturn(toStruct(returned)));
  await equal(call(service.cancel, new Empty()), new Empty());
  await expect(call(service.invoke, getAppList)).rejects.toThrow("canceled");
});

it("the dynamic provider returns each member, with its marks", async () => {
  const simulator = await simulatorForTest({ lists: [{ id: 1, name: "brand-safety", appBundles: ["com.there"] }] });
  const { run, lines } = startRun({ baseUrl: simulator.url, ...login });
  const operations = createOperations(
    () => run,
    (notice) => lines.push(printNotice(notice, true)),
  );
  const expectOf = async (returning: Promise<unknown>, expected: unknown, printed: readonly string[] = []) => {
    expect(await returning).toEqual(expected);
    expect(lines.splice(0)).toEqual(printed);
  };
  const mark = { __resource: "app-list:AppListEntries::blocked" };
  const marks = { ...mark, __secretEntries: true };
  const __provider = "exports.handler = __f0;";
  const news = { ...inputs, ...marks, appBundles: declared };
  await expectOf(
    operations.check({}, { ...news, appBundles: "com.there\ncom.a\n", __provider }),
    { inputs: news },
    messages.check,
  );
  const wrong = { ...news, websites: "w.example,v.example\n" };
  const failures = [{ property: "", reason: expect.stringContaining("contains a comma") as unknown }];
  await expectOf(operations.check({}, wrong), { inputs: wrong, failures });
  const state = { ...factsAt(simulator.url), ...marks, appBundles: declared, adopted };
  await expectOf(operations.create(news), { id: "1", outs: state }, messages.create);
  const same = { changes: false, replaces: [], deleteBeforeReplace: false };
  await expectOf(operations.diff("1", state, news), same);
  const replaced = { ...same, changes: true, replaces: ["appListId"] };
  await expectOf(operations.diff("1", state, { ...news, appListId: 2 }), replaced, messages.replace);
  await expectOf(operations.diff("1", { ...state, __secretEntries: undefined }, news), { ...same, changes: true });

  simulator.edit(1, { remove: { appBundles: ["com.a"] } });
  const left = { ...state, appBundles: "com.there\n", missing };
  const seen = { ...news, appBundles: declared };
  await expectOf(operations.read("1", state), { id: "1", props: left, inputs: seen }, [drift]);

  simulator.setBehavior({ ignored: new Set(["com.b"]) });
  const properties = { ...state, __provider };
  const failure = { id: "1", properties, reasons: [leftOut] };
  // Also if the entries are no longer secret: some of the old ones can be in the list.
  const open = { ...inputs, ...mark };
  for (const given of [open, news]) {
    simulator.edit(1, { remove: { appBundles: ["com.a"] } });
    const failed: unknown = await operations
      .update("1", left, { ...given, appBundles: wider, __provider })
      .catch((error: unknown) => error);
    expect(Object.entries(failed ?? {})).toEqual(Object.entries(failure));
    expect(lines.splice(0)).toEqual(messages.update);
  }
  simulator.setBehavior({ ignored: new Set() });
  simulator.edit(1, { remove: { appBundles: ["com.a"] } });
  await expectOf(operations.update("1", left, news), { outs: state }, messages.update);
  await expectOf(operations.delete("1", state), undefined, messages.delete);
  // Pulumi prints these members of an error.
  const unreadable = operations.delete("1", { ...state, stateVersion: 9 });
  await expect(unreadable).rejects.toBeInstanceOf(OperationError);
});
