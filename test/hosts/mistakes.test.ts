import { describe, expect, it, onTestFinished } from "vitest";
import { Secret, type Host, type HostProcess } from "../laws/hosts/host";
import { hosts } from "../laws/hosts/index";
import { pluginHost } from "../laws/hosts/plugin";
import { login } from "../resource/started";
import { simulatorForTest } from "../simulator/simulators";

const link = "https://play.google.com/store/apps/details?id=com.link";

/** Entries that this version rejects in a program, as an older version accepted them. */
const accepted = { appListId: 1, appBundles: `"com.quoted"\ncom.a\ncom.ok#nospace\n${link}\n` };
const fixed = { appListId: 1, appBundles: "com.a\n" };

/** A list, and processes of the provider, each with the lines that it prints. */
async function startList(host: Host, appBundles: readonly string[] = []) {
  const simulator = await simulatorForTest({ lists: [{ id: 1, name: "blocked", appBundles }] });
  const start = async (lines: string[] = []): Promise<HostProcess> => {
    const config = { baseUrl: simulator.url, ...login };
    const process = await host.start({ config, print: (line) => void lines.push(line) });
    onTestFinished(() => process.stop());
    return process;
  };
  return { start, simulator, current: () => simulator.list(1)?.appBundles.toSorted() };
}

describe.each(hosts)("with $name, entries that nobody means, in the state of an older version,", (host) => {
  const states = { additive: accepted, exclusive: { ...accepted, exclusive: true, removalLimit: "100%" } };
  it.each(Object.entries(states))("are refreshed, and removed when their lines are (%s)", async (_, inputs) => {
    const { start, simulator, current } = await startList(host);
    const older = await start();
    const { id, state } = await older.create("blocked", inputs);
    simulator.edit(1, { add: { appBundles: ["'com.unmanaged'"] } });
    expect(current()).toHaveLength(5);

    const refresh = await start();
    const read = await refresh.read("blocked", id, state, inputs);
    await refresh.diff("blocked", id, read?.state ?? {}, inputs);
    const preview = await start();
    const checked = await preview.check("blocked", read?.inputs ?? {}, { ...inputs, ...fixed });
    expect(await preview.diff("blocked", id, read?.state ?? {}, checked)).toBe("update");
    const up = await start();
    await up.update("blocked", id, read?.state ?? {}, checked);
    expect(current()).toEqual("exclusive" in inputs ? ["com.a"] : ["'com.unmanaged'", "com.a"]);
  });

  it("are removed when the resource is destroyed", async () => {
    const { start, current } = await startList(host);
    const { id, state } = await (await start()).create("blocked", accepted);
    await (await start()).delete("blocked", id, state, accepted);
    expect(current()).toEqual([]);
  });
});

describe("with the plugin, an entry that nobody means", () => {
  const forms = {
    list: ["com.a", link],
    "text in any form": `com.a\n${link} # gambling\n# end`,
    "text in its normal form": `com.a\n${link}\n`,
  };
  it.each(Object.entries(forms))("is rejected in the preview of a program with a %s", async (_, appBundles) => {
    const { start } = await startList(pluginHost);
    const checked = (await start()).check("blocked", fixed, { appListId: 1, appBundles });
    await expect(checked).rejects.toThrow(/"https:.*" is a link: write "com\.link" \[ARGUMENTS_INVALID\]$/u);
  });

  it("is imported with its list", async () => {
    const { start } = await startList(pluginHost, ["com.a", link]);
    const process = await start();
    const read = await process.read("blocked", "1", {}, {});
    const inputs = { appListId: 1, appBundles: `com.a\n${link}\n` };
    expect(read?.inputs).toEqual(inputs);
    expect(await process.check("blocked", inputs, inputs)).toEqual(inputs);
  });
});

it("the plugin warns about likely mistakes on one line per resource, unless entries are secret or were judged before", async () => {
  const lines: string[] = [];
  const { start } = await startList(pluginHost);
  const process = await start(lines);
  const inputs = { appListId: 1, appBundles: ["a.example.com", "b.example.com", "com.A", "com.a", "c.example.com"] };
  const checked = await process.check("blocked", {}, inputs);
  const looks = "looks like a website, but is listed under app bundles";
  const warning =
    `warning: 4 likely mistakes: "a.example.com" ${looks}; "b.example.com" ${looks}; ` +
    `"com.a" differs from "com.A" in letter case only; "c.example.com" ${looks}.`;
  const withoutPlans = () => lines.filter((line) => !line.includes(": plan: "));
  expect(withoutPlans()).toEqual([warning]);
  for (const [olds, news] of [
    [checked, checked],
    [{}, { ...checked, problems: [] }],
    [{}, { ...inputs, appBundles: new Secret(inputs.appBundles) }],
  ] as const)
    await (await start(lines)).check("blocked", olds, news);
  expect(withoutPlans()).toEqual([warning]);
});
