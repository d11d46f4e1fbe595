import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { samples } from "../harness/samples";
import { anyText } from "../list/arbitraries";
import { hosts } from "../laws/hosts/index";
import { pluginHost } from "../laws/hosts/plugin";
import { login } from "../resource/started";
import { simulatorForTest } from "../simulator/simulators";

/** What an API may have in a list, whether a program can declare it or not. */
const entry = fc.oneof(fc.constantFrom("com.a", "1-a", "a.example", "#b", "com.c # d", "bundle"), anyText);
const listed = fc.uniqueArray(
  entry.map((text) => text.replaceAll(",", ";")).filter((text) => text.trim() !== ""),
  {
    maxLength: 6,
  },
);

describe.each(hosts)("with $name", (host) => {
  it("the check accepts the inputs that a refresh of an exclusive list or an import returns", async () => {
    const simulator = await simulatorForTest();
    const started = await host.start({ config: { baseUrl: simulator.url, ...login }, print: () => undefined });
    onTestFinished(() => started.stop());
    let appListId = 1;
    const property = fc.asyncProperty(listed, listed, listed, async (appBundles, placementIds, websites) => {
      appListId += 1;
      const [name, id] = [`blocked-${appListId}`, String(appListId)];
      simulator.addList({ id: appListId, name: "any" });
      const inputs = await started.check(name, {}, { appListId, appBundles: "com.own\n", exclusive: true });
      const { state } = await started.create(name, inputs);
      simulator.edit(appListId, { add: { appBundles, placementIds, websites } });
      const refreshed = await started.read(name, id, state, inputs);
      const imported = host === pluginHost ? await started.read(name, id, {}, {}) : undefined;
      for (const read of [refreshed, imported]) {
        if (read?.inputs === undefined) continue;
        // The engine has stored them by then.
        expect(await started.check(name, read.inputs, read.inputs)).toEqual(read.inputs);
      }
      expect(refreshed?.inputs).toBeDefined();
    });
    await fc.assert(property, { numRuns: 8 * samples });
  });
});
