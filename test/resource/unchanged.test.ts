import { describe, expect, it } from "vitest";
import { EntrySet } from "../../provider/list/entry-set";
import { temporaryFolder } from "../harness/shared-files";
import { named, startRun } from "./started";

const text = "com.a\ncom.b  # agreed, until 2999-01-31\n";

/** A provider that shares its run with other processes. */
function startShared() {
  const sharing = { XDG_CACHE_HOME: temporaryFolder() };
  return startRun({ baseUrl: "https://api.example.com" }, sharing, { engineAddress: "127.0.0.1:40000" });
}

describe("a resource whose text has not changed", () => {
  const state = { stateVersion: 1, appListId: 1, appBundles: text, adopted: { appBundles: "com.a\n" } };

  it("is unchanged, and its entries count in the run", async () => {
    const { run, provider } = startShared();
    const inputs = { appListId: 1, appBundles: text };
    const checked = await provider.check(inputs, inputs, named("blocked"));
    const compared = await provider.diff(state, inputs);
    expect(checked).toMatchObject({ outcome: "valid", inputs });
    expect(compared).toEqual({ changes: false, replaces: [] });
    expect(run.list({ appListId: 1 }).receive().declared.appBundles).toEqual(
      EntrySet.parse("appBundles", text).entries,
    );
    expect(
      run
        .list({ appListId: 1 })
        .receive()
        .released.appBundles.equals(EntrySet.of(["com.b"])),
    ).toBe(true);
  });

  it("is updated with another argument, or another note, without requests", async () => {
    const { provider } = startShared();
    const limited = { appListId: 1, appBundles: text, removalLimit: 5 };
    expect(await provider.update(state, limited)).toMatchObject({ state: { ...state, removalLimit: 5 } });
    const renoted = { appListId: 1, appBundles: "com.a  # new\ncom.b\n" };
    expect(await provider.update(state, renoted)).toMatchObject({ state: { ...state, ...renoted } });
  });
});
