import { describe, expect, it } from "vitest";
import { defaultAccount, type SimulatedAccount } from "../../provider/simulator/index";
import { succeeded } from "../harness/project";
import { argsOf, programWith, testbed } from "./testbed";

describe("two accounts of one base URL with different lists of the same ID", () => {
  it("are no conflict, and have each their own entries removed", async () => {
    const login = { username: "eu@example.com", password: "eu password", apiKey: "eu-key", apiSecret: "eu-secret" };
    const eu: SimulatedAccount = { ...login, lists: [{ id: 4321, name: "eu", appBundles: ["com.x"] }] };
    const programOf = (ofDefault: readonly string[], ofEu: readonly string[]) =>
      programWith(
        ["there", argsOf(4321, ofEu, 'account: "eu"')],
        ["here", argsOf(4321, ofDefault, "exclusive: true, removalLimit: '100%'"), "{ dependsOn: [resources.there] }"],
      );
    const { project, simulator, appBundles } = await testbed({
      program: programOf(["com.a", "com.x"], ["com.b"]),
      accounts: [defaultAccount, eu],
    });
    project.configure({ secret: { accounts: JSON.stringify({ eu: login }) } });
    const ofEu = () => simulator.list(4321, eu)?.appBundles.toSorted();
    succeeded(await project.up());
    expect([appBundles(), ofEu()]).toEqual([
      ["com.a", "com.x"],
      ["com.b", "com.x"],
    ]);

    project.write("index.js", programOf(["com.a"], ["com.b", "com.x"]));
    const moved = succeeded(await project.up());
    expect(moved.text).toContain('app list 4321 "eu": adopted 1 app bundle ("com.x") already in the list');
    expect([appBundles(), ofEu()]).toEqual([["com.a"], ["com.b", "com.x"]]);

    succeeded(await project.destroy());
    expect([appBundles(), ofEu()]).toEqual([[], ["com.x"]]);
  });
});

describe("a resource whose account gets another name in the configuration", () => {
  it("names the way out in each command that fails, and works after it", async () => {
    const ofAccount = (account: string, entry: string) =>
      programWith(["blocked", argsOf(4321, [entry], `account: "${account}"`)], ["other", argsOf(4322, ["com.other"])]);
    const { project, requests, appBundles } = await testbed({
      program: ofAccount("eu", "com.a"),
      lists: [
        { id: 4321, name: "brand-safety" },
        { id: 4322, name: "other" },
      ],
    });
    project.configure({ secret: { accounts: JSON.stringify({ eu: defaultAccount }) } });
    succeeded(await project.up());
    requests();

    project.configure({ secret: { accounts: JSON.stringify({ europe: defaultAccount }) } });
    // This makes it the configuration of refresh and destroy, too.
    succeeded(await project.up());
    expect(requests()).toEqual([]);
    const failed = [await project.pulumi("refresh", "--yes", "--skip-preview"), await project.destroy()];
    project.write("index.js", ofAccount("eu", "com.b"));
    failed.push(await project.up());
    project.write("index.js", programWith(["other", argsOf(4322, ["com.other"])]));
    failed.push(await project.up());
    for (const { code, text } of failed) {
      expect(code).not.toBe(0);
      expect(text).toContain('There is no account "eu" in app-list:accounts. The accounts are "europe".');
      expect(text).not.toMatch(/^\s+at /mu);
    }
    expect(failed.filter(({ text }) => text.includes("--run-program"))).toHaveLength(3);
    expect(appBundles()).toEqual(["com.a"]);

    const renamed = programWith(["blocked", argsOf(4321, ["com.a"], 'account: "europe", claimExisting: true')]);
    project.write("index.js", renamed);
    expect(succeeded(await project.up()).text).toContain('warning: moved from account "eu" to account "europe".');
    succeeded(await project.destroy());
    expect(appBundles()).toEqual([]);
  });
});
