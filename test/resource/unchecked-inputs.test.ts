import { describe, expect, it } from "vitest";
import { declareInputs } from "../../provider/resource/declare";
import type { Properties } from "../../provider/resource/inputs";
import { PartialChangeError } from "../../provider/resource/lifecycle";
import { numberedText } from "./declared";
import { start } from "./started";

/**
 * A run in which the engine asks for no check and no diff, as in the update after a preview in which the settings of the
 * provider resource were unknown.
 */
async function startUnchecked() {
  const { simulator, run } = await start({ lists: [{ id: 1, name: "blocked", appBundles: ["com.shared"] }] });
  return { simulator, provider: run() };
}

/** Inputs as a program wrote them: lists instead of texts. */
function raw(args: Properties): Properties {
  return declareInputs(args, new Set(), new Date("2027-01-31T12:00:00Z")).inputs;
}

const valid = { appListId: 1, appBundles: ["com.b", { entry: "com.a", note: "a note" }] };

describe("inputs that were never checked", () => {
  it("are normalized as a check does", async () => {
    const { provider, simulator } = await startUnchecked();
    const checked = await provider.check({}, raw(valid));
    expect(checked).toMatchObject({ inputs: { appBundles: "com.a  # a note\ncom.b\n" } });
    const created = await provider.create(raw(valid));
    expect(created).toMatchObject({ state: { appBundles: "com.a  # a note\ncom.b\n" } });
    expect(simulator.list(1)?.appBundles.toSorted()).toEqual(["com.a", "com.b", "com.shared"]);
  });

  it("lose the entries that have expired", async () => {
    const { provider, simulator } = await startUnchecked();
    const appBundles = [
      { entry: "com.old", until: "2027-01-30" },
      { entry: "com.new", until: "2027-01-31" },
    ];
    await provider.create(raw({ appListId: 1, appBundles }));
    expect(simulator.list(1)?.appBundles).toEqual(["com.shared", "com.new"]);
  });

  it.each<[string, Properties, string]>([
    ["an unknown argument", { ...valid, appBundle: [] }, "appBundle"],
    ["an invalid entry", { ...valid, websites: ["a,b"] }, "websites"],
    ["an invalid day", { ...valid, appBundles: [{ entry: "com.a", until: "2027-02-30" }] }, "2027-02-30"],
    ["no list", { appBundles: ["com.a"] }, "appListId"],
    ["an invalid limit", { ...valid, removalLimit: "most" }, "removalLimit"],
    ["an unknown account", { ...valid, account: "eu" }, "eu"],
  ])("are refused by a create and an update without a request if they contain %s", async (_, args, named) => {
    const { provider, simulator } = await startUnchecked();
    const state = { stateVersion: 1, appListId: 1, appBundles: "com.shared\n", baseUrl: simulator.url };
    for (const operation of [provider.create(raw(args)), provider.update(state, raw(args))]) {
      const error: unknown = await operation.catch((error: unknown) => error);
      expect(String(error)).toContain(named);
      expect(error).not.toBeInstanceOf(PartialChangeError);
    }
    expect(simulator.journal).toEqual([]);
  });

  it("cannot move a resource to another list in an update", async () => {
    const { provider, simulator } = await startUnchecked();
    const state = { stateVersion: 1, appListId: 2, appBundles: "com.shared\n", baseUrl: simulator.url };
    const update = provider.update(state, raw({ appListId: 1, appBundles: ["com.a"] }));
    await expect(update).rejects.toMatchObject({ code: "ARGUMENTS_INVALID" });
    expect(simulator.journal).toEqual([]);
  });

  it("are refused by the removal guard of an update, which removes nothing", async () => {
    const { provider, simulator } = await startUnchecked();
    const { state } = await provider.create({ appListId: 1, appBundles: numberedText(100) });
    const update = provider.update(state, raw({ appListId: 1, appBundles: ["com.b"] }));
    await expect(update).rejects.toMatchObject({ code: "REMOVAL_LIMIT" });
    expect(simulator.list(1)?.appBundles).toHaveLength(101);
  });

  it("keep the entries that a refused update declared before", async () => {
    const { provider, simulator } = await startUnchecked();
    const { state } = await provider.create({ appListId: 1, appBundles: "com.a\ncom.b\n" });
    await expect(provider.update(state, raw({ ...valid, exclusiv: true }))).rejects.toThrow("exclusiv");
    // Another resource of the run that managed one of them as well is deleted.
    await provider.delete({ stateVersion: 1, appListId: 1, appBundles: "com.a\n", baseUrl: simulator.url });
    expect(simulator.list(1)?.appBundles).toContain("com.a");
  });
});
