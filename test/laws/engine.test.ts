import { describe, expect, it, onTestFinished } from "vitest";
import { startEngine, type CommandOptions, type Ended, type Stack } from "./engine";
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
    simulator,
  };
}

/** A program with one resource. */
function blocked(appListId: unknown, appBundles: unknown) {
  return { blocked: { appListId, appBundles } };
}

describe.each(hosts)("the stand-in for the engine with $name", (host) => {
  it("creates, updates and deletes with the requests that docs/reference/requests.md measures of the real one", async () => {
    const { stack, listed, requestsOf } = await openStack(host);
    expect(await requestsOf(stack.preview(blocked(1, "com.a\ncom.b\n")))).toEqual([]);
    expect(await requestsOf(stack.up(blocked(1, "com.a\ncom.b\n")))).toEqual(["token", "remove 1", "add 1"]);
    expect(await requestsOf(stack.up(blocked(1, "com.a\ncom.b\n")))).toEqual([]);
    expect(await requestsOf(stack.up(blocked(1, "com.c\n")))).toEqual(["token", "remove 1", "add 1", "remove 1"]);
    expect(await requestsOf(stack.destroy())).toEqual(["token", "remove 1", "remove 1"]);
    expect(listed()).toEqual(["com.existing"]);
    expect(stack.names()).toEqual([]);
  });

  it("logs in at most twice for 30 resources, with a wrong password or a token that no list accepts", async () => {
    const { stack, simulator } = await openStack(host);
    const names = Array.from({ length: 30 }, (_, index) => `resource-${index}`);
    const program = Object.fromEntries(names.map((name) => [name, { appListId: 2, appBundles: `com.${name}\n` }]));
    const on = { path: "/v1/app_list" };
    const troubles: readonly CommandOptions[] = [
      { settings: { password: "wrong" } },
      { faults: [{ on, effect: "before", answer: { kind: "status", status: 401 } }] },
    ];
    const requireFewLogins = async (run: (options: CommandOptions) => ReturnType<Stack["up"]>): Promise<void> => {
      for (const trouble of troubles) {
        simulator.clearJournal();
        expect((await run(trouble)).outcome).toBe("failed");
        expect(simulator.journal.filter(({ action }) => action === "token").length).toBeLessThanOrEqual(2);
        expect(simulator.journal.length).toBeLessThanOrEqual(2 + 2 * names.length);
      }
    };
    await requireFewLogins((options) => stack.up(program, options));
    expect(await stack.up(program)).toEqual(done);
    await requireFewLogins((options) => stack.refresh(options));
    await requireFewLogins((options) => stack.destroy(options));
  });

  it("replaces a resource by creating the new one first, and renames it with an alias without a request", async () => {
    const { stack, requestsOf } = await openStack(host);
    await stack.up(blocked(1, "com.a\n"));
    expect(await requestsOf(stack.up(blocked(2, "com.a\n")))).toEqual([
      "token",
      "remove 2",
      "add 2",
      "remove 1",
      "remove 1",
    ]);
    expect(stack.names()).toEqual(["blocked"]);
    const renamed = { banned: { appListId: 2, appBundles: "com.a\n" } };
    expect(await requestsOf(stack.up(renamed, { aliases: { banned: "blocked" } }))).toEqual([]);
    expect(stack.names()).toEqual(["banned"]);
  });

  it("keeps the state of the last step that finished when the process is killed at a request", async () => {
    const { stack, listed } = await openStack(host);
    const program = blocked(1, "com.a\n");
    expect(await stack.up(program, { kill: { request: 3, effect: "after" } })).toEqual({ outcome: "killed" });
    expect(listed()).toEqual(["com.existing", "com.a"]);
    expect(stack.names()).toEqual([]);
    expect(await stack.up(program)).toEqual(done);
    expect(stack.state("blocked")).toMatchObject({ adopted: { appBundles: "com.a\n" } });
  });

  it("previews values that are not known yet, and adds secret entries", async () => {
    const { stack, listed, requestsOf } = await openStack(host);
    const unknown = blocked(unknownValue, unknownValue);
    expect(await requestsOf(stack.preview(unknown))).toEqual([]);
    expect(await stack.up(blocked(1, new Secret("com.a\n")))).toEqual(done);
    expect(listed()).toEqual(["com.existing", "com.a"]);
    expect(await requestsOf(stack.preview(unknown))).toEqual([]);
    expect(await requestsOf(stack.up(blocked(1, new Secret("com.a\n"))))).toEqual([]);
  });
});
