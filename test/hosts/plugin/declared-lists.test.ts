import { expect, it, onTestFinished } from "vitest";
import { pluginHost } from "../../laws/hosts/plugin";
import { login } from "../../resource/started";
import { simulatorForTest } from "../../simulator/simulators";

it("the plugin declares the lists of a program as texts without expired entries, and takes a checked text as it is", async () => {
  const simulator = await simulatorForTest({ lists: [{ id: 1, name: "blocked" }] });
  const plugin = await pluginHost.start({ config: { baseUrl: simulator.url, ...login }, print: () => undefined });
  onTestFinished(() => plugin.stop());
  const listed = [
    { entry: "com.b", note: "agreed", until: "2999-12-31" },
    { entry: "com.old", until: "2020-06-30" },
  ];
  const inputs = { appListId: 1, appBundles: [...listed, "com.a"] };
  const text = "com.a\ncom.b  # agreed, until 2999-12-31\n";
  const checked = await plugin.check("blocked", {}, inputs);
  expect(checked).toEqual({ appListId: 1, appBundles: text });
  const { id, state } = await plugin.create("blocked", checked);
  expect(state).toMatchObject({ appBundles: text });
  expect(await plugin.diff("blocked", id, state, checked)).toBe("none");
  // The last day of an entry can end between the check and the update.
  const ended = { ...checked, appBundles: `${text}com.old  # until 2020-06-30\n` };
  expect(await plugin.diff("blocked", id, state, ended)).toBe("update");
  expect(await plugin.update("blocked", id, state, ended)).toMatchObject({ appBundles: ended.appBundles });
});
