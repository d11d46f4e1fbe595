import { describe, expect, it, onTestFinished } from "vitest";
import type { Program } from "./deployment";
import { startEngine, type Ended } from "./engine";
import { callsFile, notingCalls, steps } from "./engine-calls";
import { Secret, unknownValue, type Host } from "./hosts/host";
import { hosts } from "./hosts/index";
import { pluginHost } from "./hosts/plugin";

const done: Ended = { outcome: "done" };

/** A stack whose API has a list with an unmanaged app bundle. */
async function openStack(host: Host) {
  const lists = [{ id: 1, name: "brand-safety", appBundles: ["com.existing"] }];
  const { simulator, stack, close } = await startEngine(host, { lists });
  onTestFinished(close);
  return {
    stack: stack(),
    listed: () => simulator.list(1)?.appBundles,
    /** Runs a command that is done. Returns its requests. */
    requestsOf: async (command: Promise<Ended>): Promise<readonly string[]> => {
      simulator.clearJournal();
      expect(await command).toEqual(done);
      return simulator.journal.map(({ action, appListId = "" }) => `${action} ${appListId}`.trim());
    },
  };
}

/** A program with one resource. */
function blocked(appListId: unknown, appBundles: unknown) {
  return { blocked: { appListId, appBundles } };
}

describe.each(hosts)("the stand-in for the engine with $name", (host) => {
  it("takes secrets, and renames a resource with an alias without a request", async () => {
    const { stack, listed, requestsOf } = await openStack(host);
    const secret = blocked(1, new Secret("com.a\ncom.b\n"));
    expect(await requestsOf(stack.up(secret))).toEqual(["token", "remove 1", "add 1"]);
    expect(listed()).toEqual(["com.existing", "com.a", "com.b"]);
    const renamed = { banned: secret.blocked };
    expect(await requestsOf(stack.up(renamed, { aliases: { banned: "blocked" } }))).toEqual([]);
    expect(stack.export()).toMatchObject([{ name: "banned" }]);
    expect(await requestsOf(stack.destroy())).toEqual(["token", "remove 1", "remove 1"]);
    expect(stack.export()).toEqual([]);
  });

  it("is called as the real engine calls it", async () => {
    const [isPlugin, calls] = [host === pluginHost, new Array<string>()];
    const { stack, close } = await startEngine(
      notingCalls(host, (line) => calls.push(line)),
      { lists: [1, 2].map((id) => ({ id, name: `list ${id}` })) },
    );
    onTestFinished(close);
    const engine = stack();
    for (const { name: title, command, appListId, appBundles, source, isTainted = false } of steps) {
      if (!isPlugin && (command === "import" || source !== undefined)) continue;
      calls.push(`# ${title}`);
      const given = isPlugin ? appBundles : appBundles?.map((each) => `${each}\n`).join("");
      const fed = source && { websites: command === "preview" ? unknownValue : null };
      const program: Program = appListId === undefined ? {} : { blocked: { appListId, appBundles: given, ...fed } };
      const name = command === "up --refresh" || command === "up --replace" ? "up" : command;
      const how = { refresh: command === "up --refresh", replacesFirst: command === "up --replace" || isTainted };
      await engine.command({ name, program, id: String(appListId), ...how, isSkipped: source === "failed" });
      calls.push("");
    }
    await expect(calls.join("\n")).toMatchFileSnapshot(callsFile(isPlugin));
  });

  it("keeps the state of the last step that finished when the process is killed at a request", async () => {
    const { stack, listed } = await openStack(host);
    const program = blocked(1, "com.a\n");
    expect(await stack.up(program, { kill: { request: 3, effect: "after" } })).toEqual({ outcome: "killed" });
    expect(listed()).toEqual(["com.existing", "com.a"]);
    expect(stack.export()).toEqual([]);
    expect(await stack.up(program)).toEqual(done);
    expect(stack.state("blocked")).toMatchObject({ adopted: { appBundles: "com.a\n" } });
  });
});
