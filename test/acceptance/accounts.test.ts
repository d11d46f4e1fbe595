import { describe, expect, it } from "vitest";
import { environmentName } from "../../provider/api/keys";
import {
  defaultAccount,
  type KeyedAccount,
  type SimulatedAccount,
  type Simulator,
} from "../../provider/simulator/index";
import { leaksIn, secretsOf } from "../harness/canaries";
import { pluginHost, pulumiHosts } from "../harness/hosts";
import { providerType, type Program } from "../harness/program";
import { failed, succeeded, type Printed, type Project } from "../harness/project";
import { blocked, inList, startInPlace, takeRequests, testbed } from "./testbed";

/** The list of each account. */
const appListId = 4321;

/** Accounts with lists of their own, which have the same ID. */
const accounts = {
  eu: { username: "eu@example.com", password: "eu pass+word ü", apiKey: "eu-key", apiSecret: "eu-secret-77aa" },
  us: { username: "us@example.com", password: "us pass+word ß", apiKey: "us-key", apiSecret: "us-secret-88bb" },
} as const satisfies Readonly<Record<string, KeyedAccount>>;

type Region = keyof typeof accounts;

/** The credentials of eu after a rotation. */
const rotated: KeyedAccount = { ...accounts.eu, password: "eu rotated pass+word", apiSecret: "eu-rotated-99cc" };

/** Expects that a refused command names those that use the current configuration. */
function expectWayOut({ text }: Printed): void {
  expect(text.replaceAll(/\s+/gu, " ")).toMatch(
    /Pulumi uses the configuration of the last pulumi up here; to use the current one: pulumi (?:refresh|destroy) --run-program Or, with the resource in the program: pulumi up/u,
  );
}

/** Expects that neither what was printed nor the state shows a secret. */
async function expectNoSecret(
  project: Project,
  printed: readonly Printed[],
  logins: readonly KeyedAccount[],
  issuedTokens: Simulator["issuedTokens"],
): Promise<void> {
  const secrets = logins.flatMap((account) => secretsOf({ account, issuedTokens }));
  expect(leaksIn([...printed.map(({ text }) => text), await project.readState()], secrets)).toEqual([]);
}

/** An API with both accounts, and a stack whose provider resources have their logins. */
async function open() {
  const accountOf = (region: Region, login: KeyedAccount, appBundles: readonly string[]): SimulatedAccount => ({
    ...login,
    lists: [{ id: appListId, name: `blocked ${region}`, appBundles }],
  });
  let eu = accountOf("eu", accounts.eu, ["com.eu.theirs"]);
  let us = accountOf("us", accounts.us, ["com.us.theirs"]);
  const bed = await testbed({ program: {}, lists: [], accounts: [defaultAccount, eu, us] });
  const { project } = bed;
  let { simulator }: { simulator: Simulator } = bed;
  const { url } = simulator;
  const appBundles = (region: Region): readonly string[] =>
    (simulator.list(appListId, region === "eu" ? eu : us)?.appBundles ?? []).toSorted();
  return {
    project,
    url,
    appBundles,
    simulator: () => simulator,
    bothLists: () => [appBundles("eu"), appBundles("us")],
    requests: () => takeRequests(simulator),
    /** Declares a provider resource for each login, and a resource in the list of each region. */
    declare: (properties: Readonly<Record<Region, object>> = accounts): void => {
      const provider = (login: object) => ({ type: providerType, properties: { baseUrl: url, ...login } });
      project.declare({
        eu: provider(properties.eu),
        us: provider(properties.us),
        "blocked-eu": inList(appListId, ["com.eu.own"], {}, { provider: "eu" }),
        "blocked-us": inList(appListId, ["com.us.own"], {}, { provider: "us" }),
      });
    },
    /** Lets the API accept other credentials of eu only. */
    rotate: async (): Promise<void> => {
      eu = accountOf("eu", rotated, appBundles("eu"));
      us = accountOf("us", accounts.us, appBundles("us"));
      simulator = await startInPlace(simulator, { lists: [], accounts: [defaultAccount, eu, us] });
    },
    expectNoSecret: (printed: readonly Printed[]) =>
      expectNoSecret(project, printed, [accounts.eu, accounts.us, rotated], simulator.issuedTokens),
  };
}

it("two accounts of explicit providers manage each their own list; their credentials can be rotated", async () => {
  const { project, requests, bothLists, ...scene } = await open();
  scene.declare();
  const printed = [succeeded(await project.preview("--diff"))];
  expect(requests()).toEqual([]);
  printed.push(succeeded(await project.up("--diff")));
  const managed = [
    ["com.eu.own", "com.eu.theirs"],
    ["com.us.own", "com.us.theirs"],
  ];
  expect(bothLists()).toEqual(managed);
  requests();
  printed.push(succeeded(await project.up("--expect-no-changes")), succeeded(await project.refresh()));

  // After a rotation, refresh and destroy name the way out.
  await scene.rotate();
  scene.declare({ ...accounts, eu: rotated });
  const target = `urn:pulumi:dev::acceptance::${pluginHost.type}::blocked-eu`;
  const refused = [failed(await project.refresh()), failed(await project.destroy("--target", target))];
  for (const { text } of refused) {
    expect(text).toContain(
      'Check username and password, and apiKey and apiSecret (or basicCredential) of the provider "eu".',
    );
    expect(text).not.toContain("pulumi config set");
  }
  refused.forEach(expectWayOut);
  expect(bothLists()).toEqual(managed);
  expect(requests().filter((request) => request.startsWith("add"))).toEqual([]);
  printed.push(...refused, succeeded(await project.refresh("--run-program")));

  // An up sends nothing, and lets refresh and destroy work.
  requests();
  const updated = succeeded(await project.up("--diff"));
  expect(requests()).toEqual([]);
  expect(updated.text).not.toMatch(/replace/u);
  printed.push(updated, succeeded(await project.refresh()));
  expect(bothLists()).toEqual(managed);
  succeeded(await project.destroy());
  expect(bothLists()).toEqual([["com.eu.theirs"], ["com.us.theirs"]]);
  await scene.expectNoSecret(printed);
});

describe("credentials that are outputs of another resource", () => {
  /** The vault's list has the password as its name, which a preview of its create or update does not know. */
  const vaultOf = (...appBundles: readonly string[]): Program => ({ vault: inList(9999, appBundles) });
  const withVault = (
    { url, project }: Awaited<ReturnType<typeof open>>,
    vault: Program,
    entries: readonly string[],
  ) => {
    const { password: _, ...login } = accounts.eu;
    const properties = { baseUrl: url, ...login, password: { "fn::secret": "${vault.name}" } };
    project.declare({
      ...vault,
      eu: { type: providerType, properties },
      blocked: inList(appListId, entries, {}, { provider: "eu" }),
    });
  };

  it("are unknown in the first preview; a rotation updates the provider resource only", async () => {
    const scene = await open();
    const { project, appBundles, requests } = scene;
    scene.simulator().addList({ id: 9999, name: accounts.eu.password });
    withVault(scene, vaultOf("com.a"), ["a,b"]);
    await project.preview("--diff");
    expect(requests()).toEqual([]);
    // The update checks what the preview could not.
    expect(failed(await project.up()).text).toContain('"a,b" contains a comma');
    expect(appBundles("eu")).toEqual(["com.eu.theirs"]);
    withVault(scene, vaultOf("com.a"), ["com.eu.own"]);
    succeeded(await project.up());
    expect(appBundles("eu")).toEqual(["com.eu.own", "com.eu.theirs"]);

    scene.simulator().deleteList(9999);
    scene.simulator().addList({ id: 9999, name: "another password" });
    withVault(scene, vaultOf("com.a", "com.b"), ["com.eu.own"]);
    requests();
    succeeded(await project.preview("--diff"));
    expect(requests()).toEqual([]);
    const updated = succeeded(await project.up("--diff"));
    expect(updated.text).not.toMatch(/replace/u);
    // Those of the vault's own list.
    expect(requests()).toEqual(["token 200", "remove 200", "add 200"]);
    expect(appBundles("eu")).toEqual(["com.eu.own", "com.eu.theirs"]);
  });
});

describe("a rotation of the credentials in the configuration", () => {
  it.each(pulumiHosts)(
    "lets a refresh and a destroy fail, which name what works: --run-program, with $name",
    async (host) => {
      const bed = await testbed({ program: blocked(["com.own.a", "com.own.b"]), host, holds: ["com.existing.x"] });
      const { project } = bed;
      succeeded(await project.up());
      const lists = [4321].flatMap((id) => bed.simulator.list(id) ?? []);
      const login = { ...rotated, username: defaultAccount.username };
      const { username, ...secret } = login;
      const simulator = await startInPlace(bed.simulator, { lists, accounts: [login] });
      project.configure({ plain: { username }, secret });
      for (const key of ["username", "password", "apiKey", "apiSecret"] as const) {
        project.environment[environmentName(key)] = login[key];
      }
      const refused = [
        failed(await project.refresh()),
        failed(await project.preview("--refresh", "--diff")),
        failed(await project.up("--refresh")),
      ];
      const body = JSON.stringify({ error: "refused", message: JSON.stringify(defaultAccount) });
      simulator.addFault({ on: { action: "token" }, effect: "before", answer: { kind: "status", status: 401, body } });
      refused.push(failed(await project.destroy()));
      simulator.clearFaults();
      for (const each of refused) {
        expectWayOut(each);
        expect(each.text).not.toMatch(/^\s+at /mu);
      }
      expect(refused.at(-1)?.text).toContain("[secret]");
      expect(new Set(takeRequests(simulator))).toEqual(new Set(["token 401"]));
      expect(simulator.list(4321)).toEqual(lists[0]);
      expect((await bed.state()).outputs["appBundles"]).toBe("com.own.a\ncom.own.b\n");

      const printed = [...refused];
      for (const command of ["preview --refresh", "refresh", "up --refresh"]) {
        const words = [...command.split(" "), "--run-program", "--expect-no-changes"];
        printed.push(
          succeeded(
            await project.pulumi(...words, ...(command.startsWith("preview") ? [] : ["--yes", "--skip-preview"])),
          ),
        );
        expect(new Set(takeRequests(simulator))).toEqual(new Set(["token 200", "remove 200"]));
      }
      printed.push(succeeded(await project.destroy("--run-program")));
      expect(takeRequests(simulator)).toEqual(["token 200", "remove 200", "remove 200"]);
      expect(simulator.list(4321)?.appBundles).toEqual(["com.existing.x"]);
      const tokens = [...bed.simulator.issuedTokens, ...simulator.issuedTokens];
      await expectNoSecret(project, printed, [defaultAccount, login], tokens);
    },
  );
});
