import { ResourceProviderService as service } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { expect, it } from "vitest";
import { computedOutputs } from "../../../provider/resource/inputs";
import { fromStruct, toStruct } from "../../laws/hosts/engine-values";
import { Secret, unknownText, unknownValue, type Properties } from "../../laws/hosts/host";
import { configuredPlugin, urn } from "./configured-plugin";

const inputs = (appBundles: unknown) => toStruct({ appListId: 1, appBundles });
const create = (appBundles: unknown) => new proto.CreateRequest().setUrn(urn).setProperties(inputs(appBundles));

it("a preview of a create or an update sends nothing, and knows the inputs; of an update, also the facts of its list", async () => {
  const { simulator, call } = await configuredPlugin();
  /** The outputs that the preview knows. */
  const known = (outputs: Struct | undefined) =>
    Object.fromEntries(Object.entries(fromStruct(outputs)).filter(([, value]) => value !== unknownText));
  const created = (await call(service.create, create(new Secret("com.a\n")).setPreview(true))).getProperties();
  expect(known(created)).toEqual(fromStruct(inputs(new Secret("com.a\n"))));
  expect(Object.keys(fromStruct(created))).toEqual(expect.arrayContaining([...computedOutputs]));

  const facts = { name: "brand-safety", hasAssociatedCampaigns: false };
  const preview = async (state: Properties, more: Properties = {}) => {
    const olds = toStruct({ stateVersion: 1, appListId: 1, appBundles: "com.a\n", ...facts, unmanaged: 3, ...state });
    const news = toStruct({ appListId: 1, appBundles: new Secret("com.b\n"), ...more });
    const request = new proto.UpdateRequest().setUrn(urn).setId("1").setOlds(olds).setNews(news);
    const outputs = (await call(service.update, request.setPreview(true))).getProperties();
    expect(Object.keys(fromStruct(outputs))).toEqual(expect.arrayContaining([...computedOutputs]));
    return known(outputs);
  };
  expect(await preview({})).toEqual({ ...fromStruct(inputs(new Secret("com.b\n"))), ...facts });
  expect(await preview({ baseUrl: simulator.url })).toMatchObject(facts);
  expect(await preview({}, { account: "eu" })).toMatchObject(facts);
  // With another base URL or ID, it is another list.
  for (const moved of [preview({ baseUrl: "https://elsewhere.example" }), preview({}, { appListId: unknownValue })])
    expect(Object.keys(await moved)).not.toEqual(expect.arrayContaining(["name"]));
  expect(simulator.journal).toEqual([]);
});

it.each([
  ["/lists/node_modules/.bin/pulumi-resource-app-list", "npx --no-install app-list"],
  ["C:\\lists\\node_modules\\pulumi-app-list\\dist\\plugin\\pulumi-resource-app-list", "npx --no-install app-list"],
  ["/home/ana/.pulumi/plugins/resource-app-list-v0.1.0/pulumi-resource-app-list", "app-list"],
  ["/opt/old_node_modules/pulumi-resource-app-list", "app-list"],
])("messages name the command that lies beside the plugin, in %s", async (executable, program) => {
  const { call, printed } = await configuredPlugin({ executable });
  const news = toStruct({ appListId: 1, exclusive: true });
  await call(service.check, new proto.CheckRequest().setUrn(urn).setNews(news));
  expect(printed.join("\n")).toContain(`two or more of a kind: ${program} diff --stack`);
});

it("a diff names the changed arguments, as the option replaceOnChanges needs it, and none if nothing changes", async () => {
  const { call } = await configuredPlugin();
  const given = { appListId: 1, appBundles: "com.a\n", websites: "a.example\n", purpose: "block" };
  const created = await call(service.create, new proto.CreateRequest().setUrn(urn).setProperties(toStruct(given)));
  const changedBy = async (news: Properties) => {
    const request = new proto.DiffRequest().setUrn(urn).setOlds(created.getProperties());
    return (await call(service.diff, request.setNews(toStruct({ ...given, ...news })))).getDiffsList();
  };
  expect(await changedBy({})).toEqual([]);
  // Another note alone is no change.
  expect(await changedBy({ appBundles: "com.a  # note\n" })).toEqual([]);
  const news = { purpose: "allow", websites: "b.example\n", removalLimit: 5 };
  expect((await changedBy(news)).toSorted()).toEqual(["purpose", "removalLimit", "websites"]);
  expect(await changedBy({ appListId: 2 })).toEqual(["appListId"]);
  expect(await changedBy({ appBundles: unknownValue })).toEqual(["appBundles"]);
});
