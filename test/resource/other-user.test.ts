import { describe, expect, it, onTestFinished } from "vitest";
import { defaultAccount, type KeyedAccount } from "../../provider/simulator/index";
import { startEngine, type Stack } from "../laws/engine";
import { hosts } from "../laws/hosts/index";
import type { Host } from "../laws/hosts/host";

const others: KeyedAccount = { username: "b@example.com", password: "b-password", apiKey: "b-key", apiSecret: "b-s" };
const { username, password, apiKey, apiSecret } = others;

/** The settings of the default account from now on: those of another user. */
const asOtherUser = { settings: { username, password, apiKey, apiSecret } };

const program = { blocked: { appListId: 1, appBundles: "com.a\ncom.b\ncom.c\ncom.d\n" } };
const smaller = { blocked: { appListId: 1, appBundles: "com.a\ncom.b\ncom.c\n" } };
const done = { outcome: "done" };

/** Two users with different lists of the same ID, and a resource in that of the first. */
async function start(
  host: Host,
  other = { name: "theirs", appBundles: ["com.c", "com.d", "com.z"] },
): Promise<{
  readonly stack: Stack;
  readonly ours: () => readonly string[];
  readonly theirs: () => readonly string[];
}> {
  const [first, second] = [
    { ...defaultAccount, lists: [{ id: 1, name: "ours" }] },
    { ...others, lists: [{ id: 1, ...other }] },
  ];
  const engine = await startEngine(host, { accounts: [first, second] });
  onTestFinished(() => engine.close());
  const stack = engine.stack();
  expect(await stack.up(program)).toEqual(done);
  return {
    stack,
    ours: () => engine.simulator.list(1, first)?.appBundles ?? [],
    theirs: () => engine.simulator.list(1, second)?.appBundles ?? [],
  };
}

describe.each(hosts)("a resource whose settings are those of another user, with $name", (host) => {
  it("takes over nothing of that user's list: what it declared before stays there", async () => {
    const { stack, ours, theirs } = await start(host);
    expect(await stack.up(smaller, asOtherUser)).toEqual(done);
    expect(theirs().toSorted()).toEqual(["com.a", "com.b", "com.c", "com.d", "com.z"]);
    expect(stack.printed.join("\n")).toContain("moved from another user");
    expect(stack.state("blocked")).toMatchObject({ adopted: { appBundles: "com.c\n" } });
    expect(ours()).toHaveLength(4);
  });

  it("is changed although the program is not", async () => {
    const { stack, theirs } = await start(host);
    expect(await stack.up(program, asOtherUser)).toEqual(done);
    expect(theirs().toSorted()).toEqual(["com.a", "com.b", "com.c", "com.d", "com.z"]);
    expect(await stack.destroy(asOtherUser)).toEqual(done);
    expect(theirs().toSorted()).toEqual(["com.c", "com.d", "com.z"]);
  });

  it("keeps its entries if it is evidently the same list", async () => {
    const { stack, theirs } = await start(host, {
      name: "ours",
      appBundles: ["com.a", "com.b", "com.c", "com.d"],
    });
    expect(await stack.up(smaller, asOtherUser)).toEqual(done);
    expect(theirs()).toEqual(["com.a", "com.b", "com.c"]);
    expect(stack.state("blocked")).not.toHaveProperty("adopted");
  });

  it("is not verified by a refresh, and not deleted by a destroy", async () => {
    const { stack, ours, theirs } = await start(host);
    expect(await stack.refresh(asOtherUser)).toEqual(done);
    expect(stack.printed.join("\n")).toContain("not verified, so drift is not known: the user name has changed");
    expect(stack.state("blocked")).toMatchObject({ appBundles: "com.a\ncom.b\ncom.c\ncom.d\n" });
    const ended = await stack.destroy(asOtherUser);
    expect(ended).toMatchObject({ outcome: "failed" });
    expect(ended.outcome === "failed" ? String(ended.errors[0]) : "").toContain("as another user");
    expect(theirs()).toEqual(["com.c", "com.d", "com.z"]);
    expect(await stack.destroy()).toEqual(done);
    expect(ours()).toEqual([]);
  });
});
