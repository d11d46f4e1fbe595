import { describe, expect, it } from "vitest";
import type { Kind } from "../../provider/list/kinds";
import type { Properties } from "../../provider/resource/inputs";
import type { ResourceProvider } from "../../provider/resource/provider";
import type { Behavior } from "../../provider/simulator/index";
import { start } from "./started";
import { omittingEmptyKinds, showing, withoutWebsites } from "../harness/shows";

const read = "/v1/app_list/{id}";
const inputs = { appListId: 1, appBundles: "com.a\n", placementIds: "1-p\n", websites: "own.example\n" };
const requested = { kinds: "requested" } as const;
const requestedOnly = showing(requested);
const nothing = { appBundles: [], placementIds: [], websites: [] };

/** APIs that leave out empty kinds, with the settings that read their lists; and the kinds that a first create adopts. */
const leavingOut = {
  "the probe": [{}, { observe: "probe" }, ["appBundles", "placementIds"]],
  "the read endpoint": [{ read }, { observe: "read", readPath: read }, ["appBundles", "placementIds"]],
  "a sentinel": [{ removeAbsent: "error" }, {}, ["placementIds"]],
} as const satisfies Readonly<Record<string, readonly [Partial<Behavior>, Properties, readonly Kind[]]>>;

/** APIs that do not show websites in the response to the probe, but always or sometimes in others. */
const hiding = {
  "that shows only the kinds of a request": requestedOnly,
  "that shows only the kinds of a request, unless they are empty": showing({ ...requested, omitsEmpty: true }),
  "that never shows websites, and no empty kinds": showing({ kinds: ["appBundles", "placementIds"], omitsEmpty: true }),
  "whose websites are always null": withoutWebsites,
} as const satisfies Readonly<Record<string, Partial<Behavior>>>;

async function created(provider: ResourceProvider, declared: Properties = inputs): Promise<Properties> {
  return (await provider.create(declared)).state;
}

describe.each(Object.entries(leavingOut))("an API that leaves out empty kinds, read by %s", (_, example) => {
  const [behavior, settings, hidden] = example;
  const started = () => start({ behavior: { ...omittingEmptyKinds, ...behavior } });

  it("adopts what a first create adds to an empty kind, and with claimExisting it has added that", async () => {
    const all = await started();
    all.simulator.edit(1, { add: { websites: ["there.example"] } });
    const declared = { ...inputs, websites: "own.example\nthere.example\n" };
    const state = await created(all.run(settings), declared);
    expect(state).toMatchObject({ ...declared, unmanaged: 0, notVerified: [] });
    const unclear = Object.fromEntries(hidden.map((kind) => [kind, inputs[kind]]));
    expect(state["adopted"]).toEqual({ ...unclear, websites: "there.example\n" });
    expect(all.lines.join("\n")).toContain("that may have been in the list before");
    const claimed = await all.run(settings).update(state, { ...declared, claimExisting: true });
    await all.run(settings).delete(claimed.state);
    expect(all.simulator.list(1)).toMatchObject(nothing);
  });

  it("is not verified after a kind was emptied, and is repaired by the next addition of the kind", async () => {
    const all = await started();
    const state = await created(all.run(settings));
    all.simulator.edit(1, { remove: { placementIds: ["1-p"], websites: ["own.example"] } });
    const { state: refreshed } = await all.run(settings).read(state);
    expect(refreshed).toMatchObject(inputs);
    expect(refreshed["notVerified"]).toContain("websites");
    expect(refreshed).not.toHaveProperty("missing");
    const more = { ...inputs, websites: "more.example\nown.example\n" };
    const { state: updated } = await all.run(settings).update(refreshed, more);
    expect(updated).toMatchObject(more);
    expect(all.simulator.list(1)?.websites.toSorted()).toEqual(["more.example", "own.example"]);
  });
});

it.each(Object.entries(hiding))("adopts websites that it does not show before, with an API %s", async (_, behavior) => {
  const { run, simulator, lines } = await start({ behavior });
  const websites = "new.example\nown.example\n";
  simulator.edit(1, { add: { appBundles: ["com.theirs"], websites: ["own.example"] } });
  const state = await created(run(), { ...inputs, websites });
  expect(state).toMatchObject({ adopted: { websites } });
  expect(lines.join("\n")).toContain("that may have been in the list before");
  const refreshed = (await run().read(state)).state;
  expect(refreshed).toMatchObject({ websites });
  expect(refreshed["notVerified"]).toContain("websites");
  expect(refreshed).not.toHaveProperty("missing");
  await run().delete(refreshed);
  expect(simulator.list(1)?.websites.toSorted()).toEqual(["new.example", "own.example"]);
  expect(simulator.list(1)?.appBundles).toEqual(["com.theirs"]);
});

it("loses no entry that it showed before a response to another kind", async () => {
  const { run, simulator } = await start({ behavior: requestedOnly });
  simulator.edit(1, { add: { appBundles: ["com.a", "com.old"] } });
  const small = run({ maxEntriesPerRequest: "1" });
  const state = await created(small, { appListId: 1, appBundles: "com.a\ncom.b\n", websites: "own.example\n" });
  expect(state).toMatchObject({ appBundles: "com.a\ncom.b\n", adopted: { appBundles: "com.a\n" }, unmanaged: 1 });
});

describe("the absence of a kind", () => {
  it("costs no request", async () => {
    const { run, simulator } = await start({ behavior: requestedOnly });
    await created(run());
    expect(simulator.journal.map(({ action }) => action)).toEqual(["token", "remove", "add"]);
  });

  it("is known of an entry whose removal the API refuses after it has shown the kind without it", async () => {
    const { run, simulator } = await start({ behavior: { ...requestedOnly, removeAbsent: "error" } });
    const state = await created(run(), { appListId: 1, placementIds: "1-p\n2-q\n", removalLimit: "100%" });
    simulator.edit(1, { remove: { placementIds: ["2-q"] } });
    const updated = await run().update(state, { appListId: 1, appBundles: "com.a\n", removalLimit: "100%" });
    expect(updated.state).not.toHaveProperty("placementIds");
    expect(simulator.list(1)).toMatchObject({ ...nothing, appBundles: ["com.a"] });
  });
});
