import { ResourceProviderService as service } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { expect, it } from "vitest";
import { ApiClient } from "../../../provider/api/client";
import { toStruct } from "../../laws/hosts/engine-values";
import { configuredPlugin, urn } from "./configured-plugin";

/** The timeouts of the operations that were given one, in seconds. */
const given: number[] = [];

class TimedClient extends ApiClient {
  override deadline(seconds?: number): ReturnType<ApiClient["deadline"]> {
    if (seconds !== undefined) given.push(seconds);
    return super.deadline(seconds);
  }
}

it("the plugin gives each change the time of its customTimeouts, and without any that of the settings", async () => {
  const { simulator, call } = await configuredPlugin({ makeClient: (...args) => new TimedClient(...args) });
  const inputs = (...appBundles: readonly string[]) =>
    toStruct({ appListId: 1, appBundles: appBundles.map((each) => `${each}\n`).join("") });
  const changeAll = async (...[create, update, remove]: readonly [number, number, number]) => {
    const created = new proto.CreateRequest().setUrn(urn).setProperties(inputs("com.a")).setTimeout(create);
    const olds = (await call(service.create, created)).getProperties();
    const updated = new proto.UpdateRequest().setUrn(urn).setId("1").setOlds(olds).setTimeout(update);
    const news = (await call(service.update, updated.setNews(inputs("com.a", "com.b")))).getProperties();
    const deleted = new proto.DeleteRequest().setUrn(urn).setId("1").setProperties(news).setTimeout(remove);
    await call(service.delete, deleted);
  };
  await changeAll(2, 3, 4);
  expect(given).toEqual([2, 3, 4]);
  await changeAll(0, 0, 0);
  expect(given).toEqual([2, 3, 4]);
  expect(simulator.list(1)?.appBundles).toEqual([]);
});
