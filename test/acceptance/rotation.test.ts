import { describe, expect, it, onTestFinished } from "vitest";
import { environmentName } from "../../provider/api/keys";
import { defaultAccount, startSimulator, type KeyedAccount, type Simulator } from "../../provider/simulator/index";
import { leaksIn, secretsOf } from "../harness/canaries";
import { pluginHost, pulumiHosts, type PulumiHost } from "../harness/hosts";
import { failed, succeeded, type Printed } from "../harness/project";
import { resourcesOf } from "../harness/stack-state";
import { blocked, testbed, type Testbed } from "./testbed";

const rotated: KeyedAccount = {
  username: defaultAccount.username,
  password: "rotated password + ü",
  apiKey: "rotated-key",
  apiSecret: "rotated-secret",
};

/** The credentials that the API accepts after the rotation, as the configuration has them. */
const rotatedSettings = {
  plain: { username: rotated.username },
  secret: { password: rotated.password, apiKey: rotated.apiKey, apiSecret: rotated.apiSecret },
};

/** A stack that was brought up before its credentials were rotated, and the API after that. */
interface Rotated extends Pick<Testbed, "project"> {
  /** The API after the rotation. */
  readonly simulator: Simulator;
  readonly appBundles: () => readonly string[];
  /** The requests since the last call, as `add 200`. */
  readonly requests: () => readonly string[];
  /** Expects that nothing which was printed so far, nor the state, shows a secret, be it old or new. */
  readonly expectNoSecret: (printed: readonly Printed[]) => Promise<void>;
}

/**
 * Brings a stack up, then lets the API accept other credentials only. These are in the configuration and in the environment
 * of the commands that follow.
 */
async function rotate(host: PulumiHost): Promise<Rotated> {
  const bed = await testbed({ program: blocked(["com.own.a", "com.own.b"]), host, holds: ["com.existing.x"] });
  const { project, simulator } = bed;
  succeeded(await project.up());
  const list = simulator.list(4321);
  if (list === undefined) throw new Error("The simulator has lost its list.");
  await simulator.close();
  const after = await startSimulator({ lists: [list], accounts: [rotated], port: Number(new URL(simulator.url).port) });
  onTestFinished(() => after.close());
  project.configure(rotatedSettings);
  for (const key of ["username", "password", "apiKey", "apiSecret"] as const) {
    project.environment[environmentName(key)] = rotated[key];
  }
  return {
    project,
    simulator: after,
    appBundles: () => (after.list(4321)?.appBundles ?? []).toSorted(),
    requests: () => {
      const requests = after.journal.map(({ action, status }) => `${action} ${status ?? "none"}`);
      after.clearJournal();
      return requests;
    },
    expectNoSecret: async (printed) => {
      const secrets = [defaultAccount, rotated].flatMap((account) =>
        secretsOf({ account, issuedTokens: [...simulator.issuedTokens, ...after.issuedTokens] }),
      );
      expect(leaksIn([...printed.map(({ text }) => text), await project.readState()], secrets)).toEqual([]);
    },
  };
}

const wayOut =
  "Pulumi uses the configuration of the last pulumi up here. If it has changed since, run pulumi up without --refresh, and " +
  "with the resource in the program. Or add --run-program to the command: pulumi refresh, pulumi destroy, pulumi preview " +
  "--refresh and pulumi up --refresh accept it.";

describe("after a rotation of the credentials,", () => {
  it.each(pulumiHosts)(
    "with $name, a refresh and a destroy fail, name what works, and use none of the environment; --run-program works",
    async (host) => {
      const { project, simulator, appBundles, requests, expectNoSecret } = await rotate(host);
      const refused = [
        failed(await project.refresh()),
        failed(await project.preview("--refresh", "--diff")),
        failed(await project.up("--refresh")),
      ];
      const body = JSON.stringify({ error: "refused", message: JSON.stringify(defaultAccount) });
      simulator.addFault({ on: { action: "token" }, effect: "before", answer: { kind: "status", status: 401, body } });
      refused.push(failed(await project.destroy()));
      simulator.clearFaults();
      for (const { text } of refused) {
        expect(text.replaceAll(/\s+/gu, " ")).toContain(wayOut);
        expect(text).not.toMatch(/^\s+at /mu);
      }
      expect(refused.at(-1)?.text).toContain("[secret]");
      expect(new Set(requests())).toEqual(new Set(["token 401"]));
      expect(appBundles()).toEqual(["com.existing.x", "com.own.a", "com.own.b"]);
      expect((await resourcesOf(project)).map(({ outputs }) => outputs["appBundles"])).toEqual([
        "com.own.a\ncom.own.b\n",
      ]);

      const previewed = succeeded(await project.preview("--refresh", "--run-program", "--expect-no-changes"));
      expect(requests()).toEqual(["token 200", "remove 200"]);
      const refreshed = succeeded(await project.refresh("--run-program"));
      expect(requests()).toEqual(["token 200", "remove 200"]);
      const updated = succeeded(await project.up("--refresh", "--run-program", "--expect-no-changes"));
      expect(new Set(requests())).toEqual(new Set(["token 200", "remove 200"]));
      const destroyed = succeeded(await project.destroy("--run-program"));
      expect(requests()).toEqual(["token 200", "remove 200", "remove 200"]);
      expect(appBundles()).toEqual(["com.existing.x"]);
      await expectNoSecret([...refused, previewed, refreshed, updated, destroyed]);
    },
  );

  it("everything works after a plain up, which sends nothing", async () => {
    const { project, appBundles, requests, expectNoSecret } = await rotate(pluginHost);
    const shown = succeeded(await project.preview("--diff"));
    const updated = succeeded(await project.up("--diff"));
    expect(requests()).toEqual([]);
    const refreshed = succeeded(await project.refresh());
    project.declare({});
    const emptied = succeeded(await project.up());
    expect(appBundles()).toEqual(["com.existing.x"]);
    await expectNoSecret([shown, updated, refreshed, emptied]);
  });
});
