import { describe, expect, it, onTestFinished } from "vitest";
import { Secret, type HostProcess } from "../laws/hosts/host";
import { pluginHost } from "../laws/hosts/plugin";
import { login } from "../resource/started";
import { simulatorForTest } from "../simulator/simulators";

const link = "https://play.google.com/store/apps/details?id=com.link";

const fixed = { appListId: 1, appBundles: "com.a\n" };

/** A process of the plugin for a list, with the lines that it prints. */
async function start(lines: string[] = [], appBundles: readonly string[] = []): Promise<HostProcess> {
  const simulator = await simulatorForTest({ lists: [{ id: 1, name: "blocked", appBundles }] });
  const config = { baseUrl: simulator.url, ...login };
  const process = await pluginHost.start({ config, print: (line) => void lines.push(line) });
  onTestFinished(() => process.stop());
  return process;
}

describe("with the plugin, an entry that nobody means", () => {
  const forms = {
    list: ["com.a", link],
    "text in any form": `com.a\n${link} # gambling\n# end`,
    "text in its normal form": `com.a\n${link}\n`,
  };
  it.each(Object.entries(forms))("is rejected in the preview of a program with a %s", async (_, appBundles) => {
    const checked = (await start()).check("blocked", fixed, { appListId: 1, appBundles });
    await expect(checked).rejects.toThrow(/"https:.*" is a link: write "com\.link" \[ARGUMENTS_INVALID\]$/u);
  });

  it("is imported with its list", async () => {
    const process = await start([], ["com.a", link]);
    const read = await process.read("blocked", "1", {}, {});
    const inputs = { appListId: 1, appBundles: `com.a\n${link}\n` };
    expect(read?.inputs).toEqual(inputs);
    expect(await process.check("blocked", inputs, inputs)).toEqual(inputs);
  });
});

it("the plugin warns about likely mistakes on one line per resource, unless entries are secret or were judged before", async () => {
  const lines: string[] = [];
  const process = await start(lines);
  const inputs = { appListId: 1, appBundles: ["a.example.com", "b.example.com", "com.A", "com.a", "c.example.com"] };
  const checked = await process.check("blocked", {}, inputs);
  const looks = "looks like a website, but is listed under app bundles";
  const warning =
    `warning: 4 likely mistakes: "com.a" is another spelling of "com.A"; ` +
    `"a.example.com" ${looks}; "b.example.com" ${looks}; "c.example.com" ${looks}.`;
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
