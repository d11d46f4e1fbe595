import { expect, it, onTestFinished } from "vitest";
import { ResourceProvider } from "../../provider/resource/provider";
import { Run } from "../../provider/resource/run";
import { defaultAccount } from "../../provider/simulator/index";
import { holdChanges } from "../harness/held-simulator";

it("changes as many lists at the same time as the engine asks for, with one token", async () => {
  const ids = Array.from({ length: 20 }, (_, index) => index + 1);
  // None of the additions is answered before all of them are there.
  const { start, waiting } = holdChanges({ together: () => ids.length });
  const simulator = await start({ lists: ids.map((id) => ({ id, name: `list ${id}` })) });
  onTestFinished(() => simulator.close());
  const { apiKey, apiSecret, username, password } = defaultAccount;
  const config = new Map(Object.entries({ baseUrl: simulator.url, apiKey, apiSecret, username, password }));
  const run = new Run({ config: (key) => config.get(key), environment: {} }, () => {});
  onTestFinished(() => run.close());
  const provider = new ResourceProvider(run, () => {});
  const created = await Promise.all(ids.map((appListId) => provider.create({ appListId, appBundles: "com.own.a\n" })));
  expect(created.map(({ id }) => id)).toEqual(ids.map(String));
  expect(waiting).toEqual(ids);
  expect(simulator.journal.filter(({ action }) => action === "token")).toHaveLength(1);
});
