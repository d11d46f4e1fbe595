import { expect, it } from "vitest";
import type { Properties } from "../../provider/resource/inputs";
import { secretMark } from "../../provider/common/engine-texts";
import type { Ended } from "../laws/engine";
import { dynamicHost } from "../laws/hosts/dynamic";
import { Secret, type Host } from "../laws/hosts/host";
import { hosts } from "../laws/hosts/index";
import { numberedText } from "./declared";
import { errorsOf, startRun, startStack } from "./started";

/** A resource with this text of app bundles as a secret, as the SDK of a host passes it. */
function secret(host: Host, text: string, more: Properties = {}): Properties {
  const mark = host === dynamicHost ? { [secretMark]: true } : {};
  return { appListId: 1, appBundles: new Secret(text), ...mark, ...more };
}

it.each(hosts)(
  "no output names an entry of a resource with a secret input, or with one that was secret, with $name",
  async (host) => {
    const { engine, simulator, stack } = await startStack({}, {}, host);
    const program = (text: string, more = {}) => ({ blocked: secret(host, text, more) });
    const outputOf = async (command: Promise<Ended>, of = stack): Promise<string> => {
      const ended = await command;
      const output = [...of.printed, errorsOf(ended)].join("\n");
      expect(output).not.toMatch(/com\.|a\.example/u);
      return output;
    };
    const one = program("com.a\n", { purpose: "block" });
    expect(await outputOf(stack.preview(one))).toContain("plan: up to +1 app bundle blocked → 1 managed");
    const websites = "a.example\n";
    const all = program(`${numberedText(20)}com.z\n`, { websites });
    expect(await outputOf(stack.preview(all))).toContain("plan: up to +21 app bundles, +1 website → 22 managed");
    simulator.setBehavior({ ignored: new Set(["com.z"]) });
    expect(await outputOf(stack.up(all))).toContain("left out 1 app bundle.");
    simulator.setBehavior({ ignored: new Set() });
    const body = JSON.stringify({ message: "com.z is odd" });
    simulator.addFault({ on: { action: "add" }, effect: "before", answer: { kind: "status", status: 501, body } });
    expect(await outputOf(stack.up(all))).toContain("The API returned: [secret]");
    simulator.clearFaults();
    await outputOf(stack.up(all));
    const fewer = { appListId: 1, appBundles: "com.new\n", websites: "" };
    for (const over of [program("com.new\n", { websites: "" }), { blocked: fewer }]) {
      for (const command of [() => stack.preview(over), () => stack.up(over, { refresh: true })]) {
        expect(await outputOf(command())).toContain("It would remove 21 app bundles.\n");
      }
    }
    simulator.edit(1, { remove: { appBundles: ["com.app1000"] } });
    expect(await outputOf(stack.refresh())).toContain("1 app bundle missing");
    const less = program(numberedText(19, 1001), { websites });
    expect(await outputOf(stack.preview(less))).toContain("plan: −1 app bundle → 20 managed");
    expect(await outputOf(stack.up(less))).toContain("removed 1 app bundle.");
    const open = { blocked: { appListId: 1, appBundles: numberedText(18, 1001), websites } };
    const opened = engine.stack({}, stack.export());
    expect(await outputOf(opened.up(open), opened)).toContain("removed 1 app bundle.");
    expect(await outputOf(stack.destroy())).toContain("removed 18 app bundles and 1 website.");
  },
);

it.each(hosts)(
  "a delete names no entry of an input that became secret without another change, with $name",
  async (host) => {
    const { simulator, stack } = await startStack({}, {}, host);
    await stack.up({ blocked: { appListId: 1, appBundles: "com.a\n" } });
    await stack.up({ blocked: secret(host, "com.a\n") });
    simulator.setBehavior({ ignored: new Set(["com.a"]) });
    expect(errorsOf(await stack.destroy())).toContain("kept 1 app bundle.");
    simulator.setBehavior({ ignored: new Set() });
    await stack.destroy();
    expect(stack.printed.join("\n")).toContain("removed 1 app bundle.");
  },
);

it.each(hosts)("a conflict with another resource counts secret entries, with $name", async (host) => {
  const { stack } = await startStack({}, {}, host);
  const ended = await stack.preview({
    blocked: secret(host, "com.a\n"),
    other: { appListId: 1, appBundles: "com.a\n" },
  });
  expect(errorsOf(ended)).toContain("1 app bundle is declared by the resources");
});

it("a change over the limit of secret entries fails a preview that reports such changes: no report can see them", async () => {
  const { provider } = startRun({ baseUrl: "http://127.0.0.1:9" }, { APP_LIST_OVER_LIMIT: "report" });
  const given = { appListId: 1, appBundles: "com.a\ncom.b\ncom.c\n" };
  const state = { ...given, stateVersion: 2 };
  const fewer = { ...given, appBundles: "com.a\n" };
  expect(await provider.diff(state, fewer)).toMatchObject({ changes: true });
  await expect(provider.diff(state, fewer, { isSecret: true })).rejects.toMatchObject({ code: "CHANGE_LIMIT" });
});
