import { describe, expect, it, onTestFinished } from "vitest";
import { environmentName } from "../../provider/settings/keys";
import {
  defaultAccount,
  startSimulator,
  type CredentialedAccount,
  type KeyedAccount,
  type Simulator,
} from "../../provider/simulator/index";
import { succeeded, type Printed } from "../harness/project";
import { settingsFor } from "../harness/simulator-settings";
import { resourcesOf } from "../harness/stack-state";
import { programOf, testbed, type Testbed } from "./testbed";

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
  readonly service: Simulator;
  readonly appBundles: () => readonly string[];
  /** The requests since the last call, as `add 200`. */
  readonly requests: () => readonly string[];
  /** Gives the commands that follow the new credentials in their environment. */
  readonly useEnvironment: (account?: Partial<CredentialedAccount> | Partial<KeyedAccount>) => void;
  /** Expects that nothing which was printed so far, nor the state, shows a secret, be it old or new. */
  readonly expectNoSecret: (printed: readonly Printed[]) => Promise<void>;
}

/** Brings a stack up, then lets the API accept other credentials only, and puts these into the configuration. */
async function rotate(program = programOf(["com.own.a", "com.own.b"])): Promise<Rotated> {
  const bed = await testbed({ program, holds: ["com.existing.x"] });
  const { project, simulator } = bed;
  const { secret } = settingsFor(simulator);
  succeeded(await project.up());
  const list = simulator.list(4321);
  if (list === undefined) throw new Error("The simulator has lost its list.");
  await simulator.close();
  const after = await startSimulator({ lists: [list], accounts: [rotated], port: Number(new URL(simulator.url).port) });
  onTestFinished(() => after.close());
  project.configure(rotatedSettings);
  return {
    project,
    service: after,
    appBundles: () => (after.list(4321)?.appBundles ?? []).toSorted(),
    requests: () => {
      const requests = after.journal.map(({ action, status }) => `${action} ${status ?? "none"}`);
      after.clearJournal();
      return requests;
    },
    useEnvironment: (given = rotated) => {
      for (const key of ["username", "password", "apiKey", "apiSecret", "basicCredential"] as const) {
        project.environment[environmentName(key)] = new Map(Object.entries(given)).get(key);
      }
    },
    expectNoSecret: async (printed) => {
      const everything = [...printed.map(({ text }) => text), await project.readState()].join("\n");
      const basic = [secret, rotatedSettings.secret].map(({ apiKey, apiSecret }) => `${apiKey}:${apiSecret}`);
      for (const value of [...Object.values(secret), ...Object.values(rotatedSettings.secret), ...basic]) {
        expect(everything).not.toContain(value);
        expect(everything).not.toContain(encodeURIComponent(value));
        expect(everything).not.toContain(new URLSearchParams({ value }).toString().slice("value=".length));
        expect(everything).not.toContain(JSON.stringify(value).slice(1, -1));
        expect(everything).not.toContain(Buffer.from(value).toString("base64"));
        expect(everything).not.toContain(Buffer.from(value).toString("hex"));
      }
    },
  };
}

/** A program that no longer declares anything. */
const nothing = "";

describe("after a rotation of the credentials, what Pulumi does with those of its state", () => {
  it("fails with both remedies, changes nothing, and shows no secret", async () => {
    const { project, service, appBundles, requests, useEnvironment, expectNoSecret } = await rotate();
    const refreshed = [
      await project.pulumi("refresh", "--yes", "--skip-preview"),
      await project.preview("--refresh", "--diff"),
      await project.up("--refresh"),
      await project.destroy(),
    ];
    project.write("index.js", nothing);
    const all = [...refreshed, await project.up("--diff")];
    for (const { code, text } of all) {
      expect(code).not.toBe(0);
      expect(text).toContain("invalid login credentials");
      expect(text).toContain("APP_LIST_PASSWORD");
      expect(text).toContain("Or run pulumi up first, without --refresh and with the resource in the program");
      expect(text).toContain("--run-program");
      expect(text).not.toMatch(/^\s+at /mu);
    }
    expect(new Set(requests())).toEqual(new Set(["token 401"]));

    // Those of the environment are refused as well.
    useEnvironment({ ...rotated, password: "neither-old-nor-new-4c1d" });
    const refused = await project.destroy();
    expect(refused.code).not.toBe(0);
    expect(refused.text).toContain(
      "The credentials of the environment (APP_LIST_API_KEY, APP_LIST_API_SECRET, APP_LIST_USERNAME, APP_LIST_PASSWORD) " +
        "were refused as well",
    );
    expect(refused.text).not.toContain("neither-old-nor-new-4c1d");
    expect(requests()).toEqual(["token 401", "token 401"]);

    // The API repeats the refused ones.
    useEnvironment({});
    const body = JSON.stringify({ error: "refused", message: JSON.stringify(defaultAccount) });
    service.addFault({ on: { action: "token" }, effect: "before", answer: { kind: "status", status: 401, body } });
    const repeating = await project.destroy();
    expect(repeating.code).not.toBe(0);
    expect(repeating.text).toContain("The API returned: refused;");
    expect(repeating.text).toContain("[secret]");
    expect(appBundles()).toEqual(["com.existing.x", "com.own.a", "com.own.b"]);
    expect((await resourcesOf(project)).map(({ outputs }) => outputs["appBundles"])).toEqual([
      "com.own.a\ncom.own.b\n",
    ]);
    await expectNoSecret([...all, refused, repeating]);
  });

  it("works with the new ones in the environment", async () => {
    const { project, appBundles, requests, useEnvironment, expectNoSecret } = await rotate();
    useEnvironment();
    const refreshed = succeeded(await project.pulumi("refresh", "--yes", "--skip-preview"));
    expect(requests()).toEqual(["token 401", "token 200", "remove 200"]);
    expect(refreshed.text).toContain(
      'app list 4321 "brand-safety": warning: the API refused the credentials of the configuration, so this read uses ' +
        "those of the environment (APP_LIST_API_KEY, APP_LIST_API_SECRET, APP_LIST_USERNAME, APP_LIST_PASSWORD).",
    );
    const updated = succeeded(await project.up("--refresh", "--expect-no-changes"));
    project.write("index.js", nothing);
    const emptied = succeeded(await project.up());
    expect(appBundles()).toEqual(["com.existing.x"]);
    expect(await resourcesOf(project)).toEqual([]);
    await expectNoSecret([refreshed, updated, emptied]);
  });

  it("works for a destroy with the new ones in the environment, in another form than the old ones", async () => {
    const { project, appBundles, useEnvironment, expectNoSecret } = await rotate();
    const { username, password, apiKey, apiSecret } = rotated;
    const basicCredential = Buffer.from(`${apiKey}:${apiSecret}`).toString("base64");
    useEnvironment({ username, password, basicCredential });
    const destroyed = succeeded(await project.destroy());
    expect(destroyed.text).toContain("this delete uses those of the environment");
    expect(appBundles()).toEqual(["com.existing.x"]);
    expect(await resourcesOf(project)).toEqual([]);
    await expectNoSecret([destroyed]);
  });
});

describe("after a rotation of the credentials", () => {
  it("refresh and destroy work with --run-program", async () => {
    const { project, appBundles, requests, expectNoSecret } = await rotate();
    const refreshed = succeeded(await project.pulumi("refresh", "--yes", "--skip-preview", "--run-program"));
    expect(requests()).toEqual(["token 200", "remove 200"]);
    const destroyed = succeeded(await project.destroy("--run-program"));
    expect(requests()).toEqual(["token 200", "remove 200", "remove 200"]);
    expect(appBundles()).toEqual(["com.existing.x"]);
    await expectNoSecret([refreshed, destroyed]);
  });

  it("everything works after a plain up, which sends nothing", async () => {
    const { project, appBundles, requests, expectNoSecret } = await rotate();
    const shown = succeeded(await project.preview("--diff"));
    const updated = succeeded(await project.up("--diff"));
    expect(requests()).toEqual([]);
    const refreshed = succeeded(await project.pulumi("refresh", "--yes", "--skip-preview"));
    project.write("index.js", nothing);
    const emptied = succeeded(await project.up());
    expect(appBundles()).toEqual(["com.existing.x"]);
    await expectNoSecret([shown, updated, refreshed, emptied]);
  });
});
