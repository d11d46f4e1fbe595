import { ResourceProviderService as service } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { expect, it } from "vitest";
import { toStruct } from "../../laws/hosts/engine-values";
import { Failure, Secret } from "../../laws/hosts/host";
import { configuredPlugin, urn } from "./configured-plugin";

const inputs = (appBundles: unknown) => toStruct({ appListId: 1, appBundles });
const create = (appBundles: unknown) => new proto.CreateRequest().setUrn(urn).setProperties(inputs(appBundles));

it("the plugin sends nothing in a preview of a create or an update", async () => {
  const { simulator, call } = await configuredPlugin();
  await call(service.create, create("com.a\n").setPreview(true));
  const olds = toStruct({ stateVersion: 1, appListId: 1, appBundles: "com.a\n" });
  const update = new proto.UpdateRequest().setUrn(urn).setId("1").setOlds(olds).setNews(inputs("com.b\n"));
  await call(service.update, update.setPreview(true));
  expect(simulator.journal).toEqual([]);
});

it("outputs of secret entries are secret", async () => {
  const { simulator, call } = await configuredPlugin();
  simulator.edit(1, { add: { appBundles: ["com.there"] } });
  const state = (await call(service.create, create(new Secret("com.there\n")))).getProperties();
  expect(JSON.stringify(state?.toJavaScript())).toMatch(
    /"adopted":\{"[0-9a-f]{32}":"1b47061264138c4ac30d75fd1eb44270"/u,
  );
});

it("a change that failed returns its state", async () => {
  const { simulator, call } = await configuredPlugin();
  simulator.setBehavior({ refused: new Set(["com.b"]) });
  const failed: unknown = await call(service.create, create("com.a\ncom.b\n")).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(Failure);
  expect(failed).toMatchObject({ partial: { id: "1", state: { appBundles: "com.a\n" } } });
});
