import { describe, expect, it, onTestFinished } from "vitest";
import { startEngine, type Ended } from "./engine";
import { Secret, unknownValue, type Host } from "./hosts/host";
import { hosts } from "./hosts/index";

const done: Ended = { outcome: "done" };

/** A stack whose API has the lists 1, with an unmanaged app bundle, and 2, which is empty. */
async function openStack(host: Host) {
  const lists = [
    { id: 1, name: "brand-safety", appBundles: ["com.existing"] },
    { id: 2, name: "games" },
  ];
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
  it("sends what test/acceptance/requests.test.ts measures of the real one, from a preview with unknown values to a destroy", async () => {
    const { stack, listed, requestsOf } = await openStack(host);
    const secret = blocked(1, new Secret("com.a\ncom.b\n"));
    expect(await requestsOf(stack.preview(blocked(unknownValue, unknownValue)))).toEqual([]);
    expect(await requestsOf(stack.preview(secret))).toEqual([]);
    expect(await requestsOf(stack.up(secret))).toEqual(["token", "remove 1", "add 1"]);
    expect(listed()).toEqual(["com.existing", "com.a", "com.b"]);
    expect(await requestsOf(stack.preview(blocked(unknownValue, unknownValue)))).toEqual([]);
    expect(await requestsOf(stack.up(secret))).toEqual([]);
    expect(await requestsOf(stack.up(blocked(1, "com.b\ncom.c\n")))).toEqual([
      "token",
      "remove 1",
      "add 1",
      "remove 1",
    ]);
    // A replacement creates the new resource first. A rename with an alias sends nothing.
    const replaced = ["token", "remove 2", "add 2", "remove 1", "remove 1"];
    const other = { appListId: 2, appBundles: "com.c\n", removalLimit: "100%" };
    expect(await requestsOf(stack.up({ blocked: other }))).toEqual(replaced);
    const renamed = { banned: other };
    expect(await requestsOf(stack.up(renamed, { aliases: { banned: "blocked" } }))).toEqual([]);
    expect(stack.export()).toMatchObject([{ name: "banned" }]);
    expect(await requestsOf(stack.destroy())).toEqual(["token", "remove 2", "remove 2"]);
    expect(listed()).toEqual(["com.existing"]);
    expect(stack.export()).toEqual([]);
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
