import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { expectMessage, hostileCases, hostileText } from "../harness/hostile";
import { startEngine, type Ended } from "../laws/engine";
import { hosts } from "../laws/hosts/index";

/** Entries that a response of the API can contain. */
const untrustedEntries = fc.array(
  hostileText.map((text) => text.replaceAll(",", ".")).filter((text) => text.trim() !== ""),
  { maxLength: 4 },
);

const list = fc.record({
  name: hostileText,
  description: hostileText,
  appBundles: untrustedEntries,
  websites: untrustedEntries,
});

it("takes over, refreshes, clears and leaves lists with untrusted entries with messages that help", async () => {
  const engines = await Promise.all(hosts.map((host) => startEngine(host)));
  onTestFinished(async () => void (await Promise.all(engines.map((engine) => engine.close()))));
  const property = fc.asyncProperty(
    fc.constantFrom(...engines),
    list,
    untrustedEntries,
    fc.boolean(),
    async (engine, held, edited, exclusive) => {
      engine.reset([{ id: 1, ...held }]);
      const stack = engine.stack();
      const expectHelp = (ended: Ended): void => {
        stack.printed.forEach(expectMessage);
        if (ended.outcome === "failed") ended.errors.forEach(({ message }) => expectMessage(message));
      };
      const blocked = { appListId: 1, appBundles: "com.own\n", websites: "own.example\n" };
      expectHelp(await stack.up({ blocked }));
      engine.simulator.edit(1, { add: { appBundles: edited }, remove: { appBundles: ["com.own"] } });
      expectHelp(await stack.refresh());
      expectHelp(await stack.up({ blocked: { ...blocked, exclusive, removalLimit: exclusive ? "100%" : 0 } }));
      expect(engine.simulator.list(1)?.appBundles).toContain("com.own");
      expectHelp(await stack.destroy());
    },
  );
  // Each case has four commands, with all their requests.
  await fc.assert(property, { numRuns: Math.ceil(hostileCases.numRuns / 5) });
});
