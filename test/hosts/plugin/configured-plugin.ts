import { onTestFinished } from "vitest";
import { Plugin, type PluginOptions } from "../../../provider/hosts/plugin/plugin";
import { temporaryFolder } from "../../harness/shared-files";
import { callsOf, configure, logInMemory } from "../../laws/hosts/plugin";
import { login } from "../../resource/started";
import { simulatorForTest } from "../../simulator/simulators";

export const urn = "urn:pulumi:dev::plugin::app-list:index:AppListEntries::blocked";

/** A plugin that is configured for a simulator, its methods without their sockets, and what it prints. */
export async function configuredPlugin(options: Partial<PluginOptions> = {}) {
  const simulator = await simulatorForTest();
  const printed: string[] = [];
  const plugin = new Plugin({
    environment: { XDG_CACHE_HOME: temporaryFolder() },
    connectLog: () => logInMemory((line) => printed.push(line)),
    ...options,
  });
  onTestFinished(() => plugin.close());
  const call = callsOf(plugin);
  await configure(call, { baseUrl: simulator.url, ...login }, options.engineAddress ?? "127.0.0.1:1");
  return { plugin, simulator, call, printed };
}
