import { describe, expect, it, onTestFinished } from "vitest";
import { defaultAccount } from "../../provider/simulator/index";
import { startEngine, type Ended, type Engine, type Stack } from "../laws/engine";
import { dynamicHost } from "../laws/hosts/dynamic";

const login = { ...defaultAccount };
const blocked = { appListId: 1, account: "eu", appBundles: "com.a\n" };

/** A stack with a resource of the account "eu", and settings in which that account has another name. */
async function start(): Promise<{
  readonly simulator: Engine["simulator"];
  readonly stack: Stack;
  readonly renamed: Readonly<Record<string, string>>;
}> {
  const engine = await startEngine(dynamicHost, { lists: [{ id: 1, name: "blocked" }] });
  onTestFinished(() => engine.close());
  const stack = engine.stack({ accounts: JSON.stringify({ eu: login }) });
  expect(await stack.up({ blocked })).toEqual({ outcome: "done" });
  engine.simulator.clearJournal();
  return { simulator: engine.simulator, stack, renamed: { accounts: JSON.stringify({ europe: login }) } };
}

function errorsOf(ended: Ended): string {
  return ended.outcome === "failed" ? ended.errors.map(({ message }) => message).join("\n") : ended.outcome;
}

const wayOut =
  'the account of this resource, "eu", is not in app-list:accounts. The accounts there are "europe". No request was sent. ' +
  "If it has another name now, set account on the resource to that name, and claimExisting: true for one pulumi up without --refresh. " +
  'Otherwise set account "eu" in app-list:accounts again, as it was, and run pulumi up without --refresh and with the ' +
  "resource in the program: refresh and destroy use the settings of the last pulumi up. As the last resort, pulumi state " +
  "delete with the URN of the resource forgets it, and its entries stay in the list.";

describe("a resource whose account is no longer in the settings", () => {
  it("fails to be read, updated and deleted with the way out, and nothing is sent", async () => {
    const { simulator, stack, renamed: settings } = await start();
    const changed = { blocked: { ...blocked, appBundles: "com.b\n" } };
    for (const ended of [
      await stack.refresh({ settings }),
      await stack.up(changed, { settings }),
      await stack.up({}, { settings }),
      await stack.destroy({ settings }),
    ]) {
      expect(errorsOf(ended)).toBe(`app list 1 "blocked": ${wayOut}`);
    }
    expect(simulator.journal).toEqual([]);
  });

  it("has a warning in its preview, unless the preview has no settings of any account", async () => {
    const { stack, renamed } = await start();
    const warning = wayOut.replace("No request was sent.", "pulumi up fails if it has to read or change the list.");
    expect(await stack.preview({ blocked }, { settings: renamed })).toEqual({ outcome: "done" });
    expect(stack.printed).toEqual([`app list 1 "blocked": warning: ${warning}`]);
    await stack.preview({ blocked }, { settings: { accounts: "{}" } });
    expect(stack.printed.join("\n")).toContain("No accounts are set there. pulumi up fails");
    await stack.preview({ blocked }, { settings: { accounts: "", password: "" } });
    expect(stack.printed).toEqual([]);
  });

  it("works again with the account that the way out names", async () => {
    const { simulator, stack, renamed } = await start();
    const europe = { blocked: { ...blocked, account: "europe", claimExisting: true } };
    expect(await stack.up(europe, { settings: renamed })).toEqual({ outcome: "done" });
    expect(stack.state("blocked")).toMatchObject({ account: "europe", appBundles: "com.a\n" });
    expect(stack.state("blocked")).not.toHaveProperty("adopted");
    expect(await stack.destroy({ settings: renamed })).toEqual({ outcome: "done" });
    expect(simulator.list(1)?.appBundles).toEqual([]);
  });

  it("leaves the resources of other accounts as they are", async () => {
    const { simulator, stack, renamed } = await start();
    const accounts = JSON.stringify({ europe: login, broken: { observe: true } });
    const other = { appListId: 1, appBundles: "com.other\n" };
    expect(await stack.up({ other, blocked }, { settings: { ...renamed, accounts } })).toEqual({ outcome: "done" });
    expect(simulator.list(1)?.appBundles).toEqual(["com.a", "com.other"]);
  });

  it("fails with the problem of the settings when the program names another unknown account", async () => {
    const { stack, renamed: settings } = await start();
    expect(errorsOf(await stack.up({ blocked: { ...blocked, account: "us" } }, { settings }))).toContain(
      'There is no account "us" in app-list:accounts. The accounts are "europe". Correct the name, or set the account there.',
    );
  });
});
