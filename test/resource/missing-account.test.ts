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

const problem =
  'The settings of the app-list account "eu" cannot be used. No request was sent with them.\n  - There is no account "eu" in ' +
  'app-list:accounts. The accounts are "europe". Correct the name, or set the account there.';
const wayOut =
  "\nPulumi uses the configuration of the last pulumi up here. If it has changed since, run pulumi up without --refresh, and " +
  "with the resource in the program. Or add --run-program to the command: pulumi refresh, pulumi destroy, pulumi preview " +
  "--refresh and pulumi up --refresh accept it.";

describe("a resource whose account is no longer in the settings", () => {
  it("fails to be read, updated and deleted, and nothing is sent", async () => {
    const { simulator, stack, renamed: settings } = await start();
    const changed = { blocked: { ...blocked, appBundles: "com.b\n" } };
    expect(errorsOf(await stack.up(changed, { settings }))).toBe(problem);
    for (const ended of [
      await stack.refresh({ settings }),
      await stack.up({}, { settings }),
      await stack.destroy({ settings }),
    ]) {
      expect(errorsOf(ended)).toBe(problem + wayOut);
    }
    expect(simulator.journal).toEqual([]);
  });

  it("works again with the new name and claimExisting", async () => {
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
