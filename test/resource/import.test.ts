import { describe, expect, it } from "vitest";
import type { Properties } from "../../provider/resource/inputs";
import type { ResourceProvider } from "../../provider/resource/provider";
import { numbered, numberedText } from "./declared";
import { named, start } from "./started";

/** A list of 20 app bundles. */
const list = { id: 1, name: "blocked", appBundles: numbered(20) };

/** A run that has imported a list of this many app bundles. */
async function imported(size = 20) {
  const started = await start({ lists: [{ ...list, appBundles: numbered(size) }] });
  const provider = started.run();
  return { started, provider, ...(await provider.import("1")) };
}

/** Changes the imported resource to what a program declares. */
async function updated(provider: ResourceProvider, state: Properties, inputs: Properties): Promise<Properties> {
  await provider.check({}, inputs, named("blocked"));
  const difference = await provider.diff(state, inputs);
  expect(difference).toMatchObject({ changes: true, replaces: [] });
  return (await provider.update(state, inputs)).state;
}

function remaining({ simulator }: Awaited<ReturnType<typeof start>>): readonly string[] {
  return simulator.list(1)?.appBundles ?? [];
}

describe("an import", () => {
  it("adopts all entries of the list, and prints how destroy treats them", async () => {
    const { run, simulator, lines } = await start({ lists: [{ ...list, websites: ["a.example"] }] });
    expect(await run().import("1")).toMatchObject({
      inputs: { appListId: 1, appBundles: numberedText(20), websites: "a.example\n" },
      state: {
        appBundles: numberedText(20),
        adopted: { appBundles: numberedText(20), websites: "a.example\n" },
        name: "blocked",
        baseUrl: simulator.url,
        unmanaged: 0,
      },
    });
    expect(lines.join("\n")).toMatch(/imported 20 app bundles.*claimExisting/su);
  });

  it("says which kinds the API does not show", async () => {
    const shown = { kinds: ["appBundles", "placementIds"] } as const;
    const { run, lines } = await start({ behavior: { shows: { read: shown, add: shown, remove: shown } } });
    await run().import("1");
    expect(lines.join("\n")).toContain("the API does not show websites, so unmanaged ones may be in the list.");
  });

  it("leaves entries that no program could declare unmanaged", async () => {
    const { run } = await start({ lists: [{ ...list, appBundles: ["com.a", "com b"] }] });
    expect((await run().import("1")).state).toMatchObject({ appBundles: "com.a\n", unmanaged: 1 });
  });

  it.each(["", "0", "-1", "1.5", "1e3", "eu/1", "0x1", " 1", "99999999999999999"])("rejects the ID %j", async (id) => {
    const { run, simulator } = await start({ lists: [list] });
    await expect(run().import(id)).rejects.toMatchObject({ code: "IMPORT_FAILED" });
    expect(simulator.journal).toEqual([]);
  });

  it.each([
    ["does not exist", "2", {}],
    ["cannot be read", "1", { observe: "off" }],
  ])("fails if the list %s", async (_, id, settings) => {
    const { run } = await start({ lists: [list] });
    await expect(run(settings).import(id)).rejects.toMatchObject({ code: "IMPORT_FAILED" });
  });
});

describe("a program that imports a list of which it declares less", () => {
  const declared = { appListId: 1, appBundles: numberedText(4) };

  it("stops managing the other entries in the same run, and removes none", async () => {
    const { started, provider, state } = await imported();
    const after = await updated(provider, state, declared);
    expect(after).toMatchObject({
      appBundles: numberedText(4),
      adopted: { appBundles: numberedText(4) },
      unmanaged: 16,
    });
    expect(remaining(started)).toHaveLength(20);
    expect(started.lines.join("\n")).toMatch(/imported, but not declared: 16 app bundles/u);
  });

  it.each([
    ["none in a later run either", 20, 4],
    ["none of a short list either", 4, 2],
  ])("removes %s, if the import was interrupted", async (_, size, kept) => {
    const { started, state } = await imported(size);
    const after = await updated(started.run(), state, { ...declared, appBundles: numberedText(kept) });
    expect(after).toMatchObject({ appBundles: numberedText(kept), unmanaged: size - kept });
    expect(remaining(started)).toHaveLength(size);
  });

  it("is judged by the entries that it declares", async () => {
    const { started, state } = await imported();
    const inputs = { ...declared, appBundles: `${declared.appBundles}com.b\ncom.c\ncom.d\n`, additionLimit: "20%" };
    const limit = 'additionLimit "20%" allows 1 of 4; this change adds 3 app bundles';
    await expect(started.run().diff(state, inputs)).rejects.toThrow(limit);
  });

  it("removes the unmanaged entries of an exclusive list within the removal limit alone", async () => {
    const { provider, state } = await imported();
    const inputs = { ...declared, exclusive: true };
    await provider.check({}, inputs, named("blocked"));
    await expect(provider.diff(state, inputs)).rejects.toMatchObject({ code: "CHANGE_LIMIT" });
  });
});

describe("a program that pulumi import has generated", () => {
  it("removes the entry of a dropped line", async () => {
    const { started, state, inputs } = await imported();
    const settled = await updated(started.run(), state, inputs);
    expect(settled).not.toHaveProperty("imported");
    started.simulator.clearJournal();
    expect(await started.run().diff(settled, inputs)).toMatchObject({ changes: false });
    expect(started.simulator.journal).toEqual([]);
    await updated(started.run(), settled, { appListId: 1, appBundles: numberedText(19) });
    expect(remaining(started)).toEqual(numbered(19));
  });

  it("takes the entries as added with claimExisting", async () => {
    const { started, state, inputs } = await imported();
    const after = await updated(started.run(), state, { ...inputs, claimExisting: true });
    expect(after).not.toHaveProperty("adopted");
    await started.run().delete(after);
    expect(remaining(started)).toEqual([]);
  });
});
