import { describe, expect, it, onTestFinished, vi } from "vitest";
import { EntrySet } from "../../provider/list/entry-set";
import { temporaryFolder } from "../harness/shared-files";
import { startRun } from "./started";

const text = "com.a\ncom.b  # agreed, until 2999-01-31\n";

/** A provider that shares its run with other processes, and the number of texts that it has parsed. */
function startCounted() {
  const sharing = { XDG_CACHE_HOME: temporaryFolder() };
  const started = startRun({ baseUrl: "https://api.example.com" }, sharing, { engineAddress: "127.0.0.1:40000" });
  const split = vi.spyOn(String.prototype, "split");
  onTestFinished(() => split.mockRestore());
  return { ...started, parsed: () => split.mock.contexts.filter((each) => String(each) === text).length };
}

describe("a resource whose text has not changed", () => {
  const state = { stateVersion: 1, appListId: 1, appBundles: text, adopted: { appBundles: "com.a\n" } };

  it("is checked and compared without its entries, which still count in the run", async () => {
    const { run, provider, parsed } = startCounted();
    const inputs = { appListId: 1, appBundles: text };
    const checked = await provider.check(inputs, inputs);
    const compared = await provider.diff(state, inputs);
    expect(parsed()).toBe(0);
    expect(checked).toMatchObject({ outcome: "valid", inputs });
    expect(compared).toEqual({ changes: false, replaces: [] });
    expect(run.list({ appListId: 1 }).declared.appBundles).toEqual(EntrySet.ofNormalText("appBundles", text));
    expect(run.list({ appListId: 1 }).released.appBundles.equals(EntrySet.of(["com.b"]))).toBe(true);
  });

  it("is updated with another argument, or another note, without requests", async () => {
    const { provider } = startCounted();
    const limited = { appListId: 1, appBundles: text, removalLimit: 5 };
    expect(await provider.update(state, limited)).toMatchObject({ state: { ...state, removalLimit: 5 } });
    const renoted = { appListId: 1, appBundles: "com.a  # new\ncom.b\n" };
    expect(await provider.update(state, renoted)).toMatchObject({ state: { ...state, ...renoted } });
  });
});
