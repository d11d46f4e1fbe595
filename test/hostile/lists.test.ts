import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { ApiClient } from "../../provider/api/client";
import { defaultSyncPolicy, type ListAccess } from "../../provider/sync/access";
import { observeBeforeChange } from "../../provider/sync/observe";
import { changeList } from "../../provider/sync/reconcile";
import { startEngine, type Ended, type Stack } from "../laws/engine";
import { hosts } from "../laws/hosts/index";
import { bundles } from "../list/entries";
import { sendJson, settingsFor, startServer, withTokens } from "../api/server";
import { cases, expectMessage } from "./claims";
import { hostileText } from "./values";

/** Asserts that the output of a command, and its error, help. */
function expectSaid(ended: Ended, { printed }: Stack): void {
  printed.forEach(expectMessage);
  if (ended.outcome === "failed") ended.errors.forEach(({ message }) => expectMessage(message));
}

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

describe.each(hosts)("with $name, lists with untrusted entries", (host) => {
  it("are taken over, refreshed, cleared and left with messages that help", async () => {
    await fc.assert(
      fc.asyncProperty(list, untrustedEntries, fc.boolean(), async (held, edited, isExclusive) => {
        const engine = await startEngine(host, { lists: [{ id: 1, ...held }] });
        try {
          const stack = engine.stack();
          const program = { blocked: { appListId: 1, appBundles: "com.own\n", websites: "own.example\n" } };
          const exclusive = { blocked: { ...program.blocked, exclusive: true, removalLimit: "100%" } };
          expectSaid(await stack.up(program), stack);
          engine.simulator.edit(1, { add: { appBundles: edited }, remove: { appBundles: ["com.own"] } });
          expectSaid(await stack.refresh(), stack);
          expectSaid(await stack.up(isExclusive ? exclusive : program), stack);
          expect(engine.simulator.list(1)?.appBundles).toContain("com.own");
          engine.simulator.edit(1, { add: { appBundles: edited } });
          expectSaid(await stack.refresh(), stack);
          expectSaid(await stack.up({ blocked: { ...exclusive.blocked, removalLimit: 0 } }), stack);
          expectSaid(await stack.destroy(), stack);
        } finally {
          await engine.close();
        }
      }),
      cases("lists (six commands each)", 100),
    );
  });

  it("are not cleared of an entry that a request would take for several others", async () => {
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
    const { failure } = await changeList(
      access,
      {
        desired: bundles("com.own"),
        managed: bundles("com.own"),
        exclusive: true,
        removalGuard: "off",
        next: "Try again.",
      },
      { declaredElsewhere: () => bundles("com.shared") },
      await observeBeforeChange(access),
    );
    expect(held).toEqual(["com.own", "com.shared", "com.own,com.shared"]);
    expect(failure?.message).toContain('kept app bundle "com.own,com.shared"');
    expect(failure?.message).toContain("No request can name an entry that contains a comma");
    expectMessage(failure?.message ?? "");
  });
});
