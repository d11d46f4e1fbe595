import { expect, it } from "vitest";
import { printNotice } from "../../provider/resource/notice";
import { progressPrinter } from "../../provider/resource/texts/notices";
import { start } from "./started";

it("sends no more entries in one request than app-list:maxEntriesPerRequest", async () => {
  const { simulator, run } = await start();
  await run({ maxEntriesPerRequest: "2" }).create({ appListId: 1, appBundles: "com.a\ncom.b\ncom.c\ncom.d\ncom.e\n" });
  const sent = simulator.journal.filter(({ action }) => action === "add");
  expect(sent.map(({ entries }) => entries?.appBundles?.length)).toEqual([2, 2, 1]);
});

it("changes as many lists at the same time as the engine asks for, with one token", async () => {
  const ids = Array.from({ length: 20 }, (_, index) => index + 1);
  const all = Promise.withResolvers<void>();
  const { simulator, run } = await start({
    lists: ids.map((id) => ({ id, name: `list ${id}` })),
    faults: [{ on: { action: "add" }, effect: "before", answer: { kind: "hang" } }],
    onRequest: ({ action }) => {
      const additions = simulator.journal.filter((each) => each.action === "add");
      if (action === "add" && additions.length === ids.length) setImmediate(all.resolve);
    },
  });
  const provider = run();
  const created = ids.map((appListId) => provider.create({ appListId, appBundles: "com.own.a\n" }));
  // None of the additions is answered before all of them are there.
  await all.promise;
  simulator.clearFaults();
  simulator.resetHanging();
  expect((await Promise.all(created)).map(({ id }) => id)).toEqual(ids.map(String));
  expect(simulator.journal.filter(({ action }) => action === "token")).toHaveLength(1);
});

it("prints the progress of a long change every five seconds", () => {
  let now = 1000;
  const lines: string[] = [];
  const print = progressPrinter(
    "app list 4321",
    (notice) => lines.push(printNotice(notice, true)),
    () => now,
  );
  for (let sent = 1; sent < 1200; sent += 1) {
    now += 100;
    print(sent, 1200 - sent);
  }
  expect(lines).toHaveLength(23);
  expect(lines[0]).toBe("app list 4321: sent 50 of 1,200 requests");
});
