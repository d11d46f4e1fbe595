import { describe, expect, it } from "vitest";
import { defaultAccount } from "../../provider/simulator/index";
import { done, errorsOf, startStack } from "./started";

const login = { ...defaultAccount };
const blocked = { appListId: 1, account: "eu", appBundles: "com.a\n" };
/** Settings in which the account "eu" has another name. */
const renamed = { accounts: JSON.stringify({ europe: login }) };

/** A stack with a resource of the account "eu". */
async function start() {
  const started = await startStack({}, { accounts: JSON.stringify({ eu: login }) });
  expect(await started.stack.up({ blocked })).toEqual(done);
  started.simulator.clearJournal();
  return started;
}

const head = (account: string) =>
  `The settings of the app-list account "${account}" cannot be used, and no request was sent with them.`;
const problemWith = (account: string) =>
  `${head(account)} [SETTINGS_INVALID]\n  - There is no account "${account}" in app-list:accounts, which has "europe": ` +
  "correct the name, or set the account there.";
const wayOut = (command: string) =>
  `\nPulumi uses the configuration of the last pulumi up here; to use the current one:\n  ${command} --run-program\n` +
  "Or, with the resource in the program:\n  pulumi up";

describe("a resource whose account is no longer in the settings", () => {
  it("fails to be read, updated (also with another unknown account) and deleted, and nothing is sent", async () => {
    const { simulator, stack } = await start();
    const settings = renamed;
    for (const account of ["eu", "us"]) {
      const changed = { blocked: { ...blocked, account, appBundles: "com.b\n" } };
      expect(errorsOf(await stack.up(changed, { settings }))).toBe(problemWith(account));
    }
    expect(errorsOf(await stack.refresh({ settings }))).toBe(problemWith("eu") + wayOut("pulumi refresh"));
    for (const ended of [await stack.up({}, { settings }), await stack.destroy({ settings })]) {
      expect(errorsOf(ended)).toBe(problemWith("eu") + wayOut("pulumi destroy"));
    }
    expect(simulator.journal).toEqual([]);
  });

  it("works again with the new name and claimExisting", async () => {
    const { appBundles, stack } = await start();
    const europe = { blocked: { ...blocked, account: "europe", claimExisting: true } };
    expect(await stack.up(europe, { settings: renamed })).toEqual(done);
    expect(stack.state("blocked")).toMatchObject({ account: "europe", appBundles: "com.a\n" });
    expect(stack.state("blocked")).not.toHaveProperty("adopted");
    expect(await stack.destroy({ settings: renamed })).toEqual(done);
    expect(appBundles()).toEqual([]);
  });

  it("leaves the resources of other accounts as they are", async () => {
    const { appBundles, stack } = await start();
    const accounts = JSON.stringify({ europe: login, broken: { observe: true } });
    const other = { appListId: 1, appBundles: "com.other\n" };
    expect(await stack.up({ other, blocked }, { settings: { accounts } })).toEqual(done);
    expect(appBundles()).toEqual(["com.a", "com.other"]);
  });
});
