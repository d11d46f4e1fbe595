import { expect, it } from "vitest";
import { secretMark } from "../../provider/hosts/engine-texts";
import type { Ended } from "../laws/engine";
import { dynamicHost } from "../laws/hosts/dynamic";
import { Secret } from "../laws/hosts/host";
import { hosts } from "../laws/hosts/index";
import { numberedText } from "./declared";
import { errorsOf, startStack } from "./started";

it.each(hosts)("no output names an entry of a secret input, nor of one that was secret, with $name", async (host) => {
  const { engine, simulator, stack } = await startStack({}, {}, host);
  const program = (text: string, more = {}) => {
    const marked = host === dynamicHost ? { [secretMark]: "appBundles" } : {};
    return { blocked: { appListId: 1, appBundles: new Secret(text), ...marked, ...more } };
  };
  const outputOf = async (command: Promise<Ended>, of = stack): Promise<string> => {
    const ended = await command;
    const output = [...of.printed, errorsOf(ended)].join("\n");
    expect(output).not.toContain("com.");
    return output;
  };
  const websites = "a.example\n";
  const all = program(`${numberedText(20)}com.z\n`, { websites });
  expect(await outputOf(stack.preview(all))).toContain("plan: +21 app bundles, +1 website → 22 entries");
  simulator.setBehavior({ ignored: new Set(["com.z"]) });
  expect(await outputOf(stack.up(all))).toContain("left out 1 app bundle (1 secret)");
  simulator.setBehavior({ ignored: new Set() });
  await outputOf(stack.up(all));
  for (const over of [program("com.new\n"), { blocked: { appListId: 1, appBundles: "com.new\n" } }]) {
    for (const command of [() => stack.preview(over), () => stack.up(over, { refresh: true })]) {
      expect(await outputOf(command())).toContain(
        'It would remove 21 app bundles and 1 website ("a.example"; 21 secret).\n',
      );
    }
  }
  simulator.edit(1, { remove: { appBundles: ["com.app1000"] } });
  expect(await outputOf(stack.refresh())).toContain("1 app bundle (1 secret) missing");
  const less = program(numberedText(19, 1001), { websites });
  expect(await outputOf(stack.preview(less))).toContain("plan: −1 app bundle → 20 entries");
  expect(await outputOf(stack.up(less))).toContain("removed 1 app bundle (1 secret)");
  const open = { blocked: { appListId: 1, appBundles: numberedText(18, 1001), websites } };
  const opened = engine.stack({}, stack.export());
  expect(await outputOf(opened.up(open), opened)).toContain("removed 1 app bundle (1 secret)");
  expect(await outputOf(stack.destroy())).toContain('removed 18 app bundles and 1 website ("a.example"; 18 secret)');
});

it.each(hosts)(
  "a delete names no entry of an input that became secret without another change, with $name",
  async (host) => {
    const { stack } = await startStack({}, {}, host);
    const mark = host === dynamicHost ? { [secretMark]: "appBundles" } : {};
    await stack.up({ blocked: { appListId: 1, appBundles: "com.a\n" } });
    await stack.up({ blocked: { appListId: 1, appBundles: new Secret("com.a\n"), ...mark } });
    await stack.destroy();
    expect(stack.printed.join("\n")).toContain("removed 1 app bundle (1 secret)");
  },
);
