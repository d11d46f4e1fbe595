import { describe, expect, it } from "vitest";
import { PartialChangeError } from "../../provider/resource/lifecycle";
import type { Properties } from "../../provider/resource/inputs";
import type { Fault } from "../../provider/simulator/index";
import { start, type Started } from "./started";

const read = "/v1/app_list/{id}";
const readSettings = { observe: "read", readPath: read };

/** A response to requests of an action, with the effect that they have: `{"id":1,…}`. */
function answer(action: "add" | "remove", members: object, nth?: number): Fault {
  const body = JSON.stringify({ id: 1, name: "blocked", ...members });
  return {
    on: { action, ...(nth !== undefined && { nth }) },
    effect: "after",
    answer: { kind: "status", status: 200, body },
  };
}

async function failedState(operation: Promise<unknown>): Promise<Properties> {
  const error: unknown = await operation.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof PartialChangeError)) throw new Error("It did not fail in part.", { cause: error });
  return error.resource.state;
}

function listed({ simulator }: Started) {
  const { appBundles = [], websites = [] } = simulator.list(1) ?? {};
  return [...appBundles, ...websites].toSorted();
}

describe("an API whose read endpoint shows websites, and whose responses to changes do not,", () => {
  const others = ["there.example", "theirs.example"];

  /** A resource with one website that it added and one that it adopted, in a list with one of somebody else. */
  async function started(exclusive = false) {
    const all = await start({ behavior: { read } });
    all.simulator.edit(1, { add: { websites: others } });
    const own = {
      appListId: 1,
      websites: "own.example\nthere.example\n",
      ...(exclusive && { exclusive, removalLimit: 9 }),
    };
    const { state } = await all.run(readSettings).create({ ...own, exclusive: undefined });
    const hidden = { app_bundles: "", placement_ids: "" };
    all.simulator.addFault(answer("add", hidden));
    all.simulator.addFault(answer("remove", hidden));
    return { all, own, state };
  }

  it("keeps what others added when a website is added, exchanged or dropped", async () => {
    const { all, own, state } = await started();
    const provider = all.run(readSettings);
    const updated = await provider.update(state, { ...own, websites: "new.example\nthere.example\n" });
    expect(listed(all)).toEqual(["new.example", "theirs.example", "there.example"]);
    expect(updated.state).toMatchObject({ adopted: { websites: "there.example\n" }, notVerified: ["websites"] });
    await provider.update(updated.state, { ...own, websites: "there.example\n" });
    expect(listed(all)).toEqual(["theirs.example", "there.example"]);
  });

  it("keeps what others added, and what was adopted, when the resource is deleted", async () => {
    const { all, state } = await started();
    await all.run(readSettings).delete(state);
    expect(listed(all)).toEqual(["theirs.example", "there.example"]);
  });

  it("creates a resource beside the entries of others", async () => {
    const { all } = await started();
    await all.run(readSettings).create({ appListId: 1, websites: "second.example\n" });
    expect(listed(all)).toEqual(["own.example", "second.example", "theirs.example", "there.example"]);
  });

  it("is cleared if the list is exclusive, of what the read endpoint showed before the change", async () => {
    const { all, own, state } = await started(true);
    const { state: after } = await all
      .run(readSettings)
      .update(state, { ...own, websites: "new.example\nown.example\n" });
    expect(listed(all)).toEqual(["new.example", "own.example"]);
    expect(after).toMatchObject({ unmanaged: 0, notVerified: ["websites"] });
  });
});

describe.each([
  ["without the kind", {}, /the API does not show 2 app bundles/u],
  ["with null for it, which the next response disproves,", { app_bundles: null }, /^(?!.*(?:missing|not show))/su],
  ["with an older list", { app_bundles: "" }, /2 app bundles \([^)]*\) missing/u],
])("a response %s", (_, members, notice) => {
  async function started() {
    const all = await start();
    all.simulator.edit(1, { add: { appBundles: ["com.there"] } });
    const declared = { appListId: 1, appBundles: "com.own\ncom.there\n" };
    const { state } = await all.run().create(declared);
    expect(state).toMatchObject({ adopted: { appBundles: "com.there\n" } });
    return { all, declared, state };
  }

  it("to the probe of an update makes no adopted entry added", async () => {
    const { all, declared, state } = await started();
    all.simulator.addFault(answer("remove", members, 1));
    const { state: updated } = await all.run().update(state, { ...declared, placementIds: "1-p\n" });
    expect(updated).toMatchObject({ ...declared, adopted: { appBundles: "com.there\n" } });
    await all.run().delete(updated);
    expect(listed(all)).toEqual(["com.there"]);
  });

  it("to a refresh makes no adopted entry added, and takes no entry from its owner", async () => {
    const { all, declared, state } = await started();
    all.simulator.addFault(answer("remove", members, 1));
    const refreshed = await all.run().read(state);
    const isShown = "app_bundles" in members && members.app_bundles === "";
    expect(all.lines.join("\n")).toMatch(notice);
    const { state: updated } = await all.run().update(refreshed.state, { ...declared, placementIds: "1-p\n" });
    // What the list showed as gone, and contains now, may have been put back by somebody else.
    const adopted = isShown ? declared.appBundles : "com.there\n";
    expect(updated).toMatchObject({ ...declared, adopted: { appBundles: adopted } });
    expect(updated).not.toHaveProperty("unconfirmed");
  });
});

describe("a delete", () => {
  it.each([{}, { app_bundles: null }])("removes what it added although the list seems empty: %j", async (members) => {
    const all = await start();
    const { state } = await all.run().create({ appListId: 1, appBundles: "com.a\ncom.b\n" });
    all.simulator.addFault(answer("remove", members, 1));
    await all.run().delete(state);
    expect(listed(all)).toEqual([]);
    expect(all.lines.join("\n")).toContain("removed 2 app bundles");
  });

  it("names entries that were not in the list any more", async () => {
    const all = await start();
    const { state } = await all.run().create({ appListId: 1, appBundles: "com.a\ncom.b\n" });
    all.simulator.edit(1, { remove: { appBundles: ["com.b"] } });
    await all.run().delete(state);
    expect(all.lines.join("\n")).toContain('already gone before this delete: 1 app bundle ("com.b").');
  });
});

describe("entries that a refresh missed, because it showed an older list,", () => {
  const declared = { appListId: 1, appBundles: "com.a\ncom.b\n" };
  const returned = 'warning: in the list again: 2 app bundles ("com.a", "com.b").';

  async function refreshed() {
    const all = await start();
    const { state } = await all.run().create(declared);
    all.simulator.addFault(answer("remove", { app_bundles: "" }, 1));
    const { state: missing } = await all.run().read(state);
    expect(missing).toMatchObject({ missing: { appBundles: declared.appBundles } });
    return { all, missing };
  }

  it("are named and kept by a destroy", async () => {
    const { all, missing } = await refreshed();
    await all.run().delete(missing);
    expect(listed(all)).toEqual(["com.a", "com.b"]);
    expect(all.lines.join("\n")).toContain(returned);
  });

  it("are named by the next refresh, which does not manage them again", async () => {
    const { all, missing } = await refreshed();
    const { state } = await all.run().read(missing);
    expect(state).not.toHaveProperty("appBundles");
    expect(all.lines.join("\n")).toContain(returned);
  });

  it("are named by an update whose program no longer declares them, unless they are secret", async () => {
    const { all, missing } = await refreshed();
    const other = { appListId: 1, appBundles: "com.c\n" };
    await all.run().update(missing, other);
    expect(all.lines.join("\n")).toContain(returned);
    await all.run().update(missing, other, { secret: new Set(["appBundles"]) });
    expect(all.lines.join("\n")).toContain("in the list again: 2 app bundles (2 secret).");
  });

  it("are adopted and named by an update whose program declares them", async () => {
    const { all, missing } = await refreshed();
    const { state } = await all.run().update(missing, declared);
    expect(state).toMatchObject({ adopted: { appBundles: declared.appBundles } });
    const lines = all.lines.join("\n");
    expect(lines).toContain("adopted 2 app bundles");
    expect(lines).not.toContain("in the list again");
  });

  it("are not named by a destroy that does not find them", async () => {
    const { all, missing } = await refreshed();
    all.simulator.edit(1, { remove: { appBundles: ["com.a", "com.b"] } });
    await all.run().delete(missing);
    expect(all.lines.join("\n")).not.toContain("in the list again");
  });
});

describe("an addition that the API accepted and does not show yet", () => {
  async function added() {
    const all = await start();
    const declared = { appListId: 1, appBundles: "com.a\n" };
    all.simulator.addFault(answer("add", { app_bundles: "", placement_ids: "" }, 1));
    const state = await failedState(all.run().create(declared));
    expect(state).toMatchObject({ unconfirmed: { add: { appBundles: "com.a\n" } } });
    return { all, declared, state };
  }

  it("is this resource's own when it appears", async () => {
    const { all, declared, state } = await added();
    const { state: updated } = await all.run().update(state, declared);
    expect(updated).toMatchObject(declared);
    expect(updated).not.toHaveProperty("adopted");
  });

  it("is removed with the resource", async () => {
    const { all, state } = await added();
    await all.run().delete(state);
    expect(listed(all)).toEqual([]);
  });
});

it("warns about entries of others that disappear in the response to a change", async () => {
  const all = await start();
  all.simulator.edit(1, { add: { appBundles: ["com.theirs"] } });
  all.simulator.addFault(answer("add", { app_bundles: "com.a", placement_ids: "" }, 1));
  await all.run().create({ appListId: 1, appBundles: "com.a\n" });
  expect(all.lines.join("\n")).toMatch(
    /warning: unmanaged entries disappeared from the list: 1 app bundle \("com\.theirs"\)/u,
  );
});

it("names what a create added and what a change removed, and only counts secret entries", async () => {
  const all = await start();
  const declared = { appListId: 1, appBundles: "com.a\ncom.b\n", websites: "a.example\nb.example\n" };
  const { state } = await all.run().create(declared, { secret: new Set(["websites"]) });
  const less = { appListId: 1, appBundles: "com.a\n", websites: "a.example\n" };
  await all.run().update(state, less, { secret: new Set(["websites"]) });
  expect(all.lines).toEqual(
    expect.arrayContaining([
      expect.stringContaining('added 2 app bundles and 2 websites ("com.a", "com.b"; 2 secret).'),
      expect.stringContaining('removed 1 app bundle and 1 website ("com.b"; 1 secret).'),
    ]),
  );
  expect(all.lines.join("\n")).not.toContain("b.example");
});

it("keeps an addition without a response as its own, of a list that is not read", async () => {
  const all = await start();
  const off = { observe: "off" };
  const declared = { appListId: 1, appBundles: "com.a\n", claimExisting: true };
  const { state } = await all.run(off).create(declared);
  expect(state).not.toHaveProperty("adopted");
  all.simulator.edit(1, { remove: { appBundles: ["com.a"] } });
  all.simulator.addFault({ on: { action: "add", nth: 2 }, effect: "after", answer: { kind: "reset" } });
  const failed = await failedState(all.run(off).update(state, { ...declared, appBundles: "com.a\ncom.b\n" }));
  expect(failed).toMatchObject({ unconfirmed: { add: { appBundles: "com.a\n" } } });
  await all.run().delete(failed);
  expect(listed(all)).toEqual([]);
});
