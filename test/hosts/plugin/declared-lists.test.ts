import { ResourceProviderService as service } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../harness/shared-files";
import { toStruct } from "../../laws/hosts/engine-values";
import { configure } from "../../laws/hosts/plugin";
import { login } from "../../resource/started";
import { configuredPlugin, urn } from "./configured-plugin";

it("a plugin that was started by hand serves engines in turn, each as if it had started the plugin", async () => {
  const environment = { XDG_CACHE_HOME: temporaryFolder() };
  const plugins = [await configuredPlugin({ environment }), await configuredPlugin({ environment })] as const;
  const [{ simulator, printed }] = plugins;
  /** Attaches an engine to a plugin, which gets a resource with the entry of the others. Returns the conflict. */
  const declareFor = async (engine: string, { call }: (typeof plugins)[number]) => {
    await configure(call, { baseUrl: simulator.url, ...login }, engine);
    const request = new proto.CheckRequest().setUrn(`${urn} ${plugins.findIndex((each) => each.call === call)}`);
    const news = toStruct({ appListId: 1, appBundles: "com.a\n" });
    const failures = (await call(service.check, request.setNews(news))).getFailuresList();
    return failures.map((each) => /is declared by the resources .* and "[^"]*"/u.exec(each.getReason())?.[0]);
  };
  const conflict = ['is declared by the resources "blocked 0" and "blocked 1"'];
  expect(await declareFor("127.0.0.1:1", plugins[0])).toEqual([]);
  expect(await declareFor("127.0.0.1:1", plugins[1])).toEqual(conflict);
  expect(await declareFor("127.0.0.1:2", plugins[0])).toEqual([]);
  expect(await declareFor("127.0.0.1:1", plugins[1])).toEqual([]);
  expect(printed.filter((line) => line.includes("plan: up to +1 app bundle"))).toHaveLength(2);
});
