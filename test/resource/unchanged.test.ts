import { describe, expect, it, onTestFinished, vi } from "vitest";
import { EntrySet } from "../../provider/list/entry-set";
import { declareInputs } from "../../provider/resource/declare";
import { ResourceProvider } from "../../provider/resource/provider";
import { Run } from "../../provider/resource/run";
import { temporaryFolder } from "../harness/shared-files";

const text = "com.a\ncom.b  # agreed, until 2999-01-31\n";

/** A provider that shares its run with other processes, and the number of texts that it has parsed. */
function startCounted() {
  const config = (key: string) => (key === "baseUrl" ? "https://api.example.com" : undefined);
  const environment = { XDG_CACHE_HOME: temporaryFolder() };
  const run = new Run({ config, environment }, () => {}, { engineAddress: "127.0.0.1:40000" });
  const split = vi.spyOn(String.prototype, "split");
  onTestFinished(() => {
    run.end();
    split.mockRestore();
  });
  return {
    run,
    provider: new ResourceProvider(run, () => {}),
    parsed: () => split.mock.contexts.filter((each) => String(each) === text).length,
  };
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
    for (const [inputs, expected] of [
      [
        { appListId: 1, appBundles: text, removalLimit: 5 },
        { ...state, removalLimit: 5 },
      ],
      [
        { appListId: 1, appBundles: "com.a  # new\ncom.b\n" },
        { ...state, appBundles: "com.a  # new\ncom.b\n" },
      ],
    ]) {
      expect(await provider.update(state, inputs ?? {})).toMatchObject({ state: expected });
    }
  });

  it("is no longer declared after the last day of its note", () => {
    const on = (day: string) => declareInputs({ appBundles: text }, new Set(), new Date(`${day}T00:00:00Z`)).inputs;
    expect([on("2999-01-31"), on("2999-02-01")]).toEqual([{ appBundles: text }, { appBundles: "com.a\n" }]);
  });
});
