import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { readListed } from "../../provider/list/listed-entries";
import { startEngine } from "../laws/engine";
import { dynamicHost } from "../laws/hosts/dynamic";
import { pluginHost } from "../laws/hosts/plugin";
import { anyDatedNote } from "../list/arbitraries";

const listed = fc.uniqueArray(
  fc.record(
    {
      entry: fc.constantFrom("com.a", "com.b", "com.c"),
      note: anyDatedNote,
      until: fc.constantFrom("2020-06-30", "2999-06-30", "2999-12-31"),
    },
    { requiredKeys: ["entry"] },
  ),
  { selector: ({ entry }) => entry },
);

it("Entries, their text, and a resource that moves between hosts declare the same, whatever their dates", async () => {
  const dynamic = await startEngine(dynamicHost);
  const plugin = await startEngine(pluginHost);
  onTestFinished(async () => void (await Promise.all([dynamic.close(), plugin.close()])));
  const { simulator } = dynamic;
  const settings = { baseUrl: simulator.url };
  await fc.assert(
    fc.asyncProperty(listed, async (entries) => {
      const day = new Date().toISOString().slice(0, 10);
      const text = readListed("appBundles", entries, day).entries.text || undefined;
      dynamic.reset([{ id: 1, name: "blocked" }]);
      let stack = dynamic.stack(settings);
      /** Declares the entries, which must change neither the list nor the entries of the state, except at first. */
      const declare = async (appBundles: unknown): Promise<void> => {
        expect(await stack.up({ blocked: { appListId: 1, ...(appBundles !== undefined && { appBundles }) } })).toEqual({
          outcome: "done",
        });
        expect(stack.state("blocked")?.["appBundles"]).toBe(text);
      };
      await declare(text);
      const declared = [...(text ?? "").matchAll(/^\S+/gmu)].map(([entry]) => entry);
      expect(simulator.list(1)?.appBundles).toEqual(declared);
      simulator.clearJournal();
      for (const appBundles of [text, entries]) {
        stack = plugin.stack(settings, stack.export());
        await declare(appBundles);
        stack = dynamic.stack(settings, stack.export());
        await declare(text);
      }
      expect(simulator.journal).toEqual([]);
      simulator.deleteList(1);
      simulator.addList({ id: 1, name: "blocked" });
      stack = plugin.stack(settings);
      await declare(entries);
      expect(simulator.list(1)?.appBundles).toEqual(declared);
    }),
    { numRuns: 30 },
  );
});
