import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { ApiClient } from "../../provider/api/client";
import { defaultSyncPolicy, type ListAccess } from "../../provider/sync/access";
import { observeBeforeChange } from "../../provider/sync/observe";
import { changeList } from "../../provider/sync/reconcile";
import { sendJson, settingsFor, startServer, withTokens } from "../api/server";
import { expectMessage, hostileCases, hostileText } from "../harness/hostile";
import { startEngine, type Ended } from "../laws/engine";
import { hosts } from "../laws/hosts/index";
import { bundles } from "../list/entries";

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

it("does not clear a list of an entry that a request would take for several others", async () => {
  const body = z.object({ app_bundles: z.string() });
  let held: readonly string[] = ["com.own", "com.shared", "com.existing", "com.own,com.shared"];
  const server = await startServer(
    withTokens((received, response) => {
      const named = body.parse(JSON.parse(received.body)).app_bundles.split(",");
      held = held.filter((entry) => !named.includes(entry));
      sendJson(response, 200, { id: 7, app_bundles: held });
    }),
  );
  const settings = settingsFor(server.baseUrl);
  const api = new ApiClient(settings);
  onTestFinished(() => api.close());
  const access: ListAccess = {
    api,
    appListId: 7,
    owner: settings,
    observe: "probe",
    policy: defaultSyncPolicy,
    deadline: api.deadline(),
  };
  const own = bundles("com.own");
  const { failure } = await changeList(
    access,
    { desired: own, managed: own, exclusive: true, removalGuard: "off", next: "Try again." },
    () => bundles("com.shared"),
    await observeBeforeChange(access),
  );
  expect(held).toEqual(["com.own", "com.shared", "com.own,com.shared"]);
  expect(failure?.message).toContain('kept app bundle "com.own,com.shared"');
  expect(failure?.message).toContain("No request can name an entry that contains a comma");
  expectMessage(failure?.message ?? "");
});
