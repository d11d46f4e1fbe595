import { expect, it } from "vitest";
import { defaultAccount, type KeyedAccount, type Simulator } from "../../provider/simulator/index";
import { leaksIn, secretsOf } from "../harness/canaries";
import { providerType, type Program } from "../harness/program";
import { succeeded } from "../harness/project";
import { inList, startInPlace, testbed } from "./testbed";

/** The list of each account, and the one whose name is a password. */
const [appListId, vaultId] = [4321, 9999];

/** Accounts with lists of their own, which have the same ID. */
const eu: KeyedAccount = {
  username: "eu@example.com",
  password: "eu pass+word ü",
  apiKey: "eu-key",
  apiSecret: "eu-secret-77aa",
};
const us: KeyedAccount = {
  username: "us@example.com",
  password: "us pass+word ß",
  apiKey: "us-key",
  apiSecret: "us-secret-88bb",
};

it("Provider resources have an account each; a password may be an output, and its rotation sends nothing", async () => {
  const rotated = { ...eu, password: "eu rotated pass+word" };
  /** An API with both accounts, in which the list of the vault has the password of a login as its name. */
  const apiWith = (login: KeyedAccount, [ofEu = [], ofUs = []]: readonly (readonly string[])[]) => {
    const listOf = (appBundles: readonly string[]) => [{ id: appListId, name: "blocked", appBundles }];
    const vault = { ...defaultAccount, lists: [{ id: vaultId, name: login.password, appBundles: ["com.a"] }] };
    const both = [
      { ...login, lists: listOf(ofEu) },
      { ...us, lists: listOf(ofUs) },
    ];
    return {
      options: { lists: [], accounts: [vault, ...both] },
      entries: (api: Simulator) => both.map((each) => (api.list(appListId, each)?.appBundles ?? []).toSorted()),
    };
  };
  const unmanaged = [["com.eu.theirs"], ["com.us.theirs"]];
  const before = apiWith(eu, unmanaged);
  const { project, simulator } = await testbed({ program: {}, ...before.options });
  const printed: string[] = [];
  const run = async (...words: readonly string[]): Promise<string> => {
    const { text } = succeeded(await project.pulumi(...words));
    printed.push(text);
    return text;
  };
  const programWith = (...ofVault: readonly string[]): Program => {
    const provider = (login: object) => ({ type: providerType, properties: { baseUrl: simulator.url, ...login } });
    return {
      // A preview of its create or update does not know the name of its list.
      vault: inList(vaultId, ofVault),
      eu: provider({ ...eu, password: { "fn::secret": "${vault.name}" } }),
      us: provider(us),
      "blocked-eu": inList(appListId, ["com.eu.own"], {}, { provider: "eu" }),
      "blocked-us": inList(appListId, ["com.us.own"], {}, { provider: "us" }),
    };
  };
  project.declare(programWith("com.a"));
  await run("preview", "--diff");
  expect(simulator.journal).toEqual([]);
  await run("up", "--yes", "--skip-preview", "--diff");
  const managed = before.entries(simulator);
  expect(managed).toEqual([
    ["com.eu.own", "com.eu.theirs"],
    ["com.us.own", "com.us.theirs"],
  ]);

  const later = apiWith(rotated, managed);
  const after = await startInPlace(simulator, later.options);
  project.declare(programWith("com.a", "com.b"));
  after.clearJournal();
  await run("preview", "--diff");
  expect(after.journal).toEqual([]);
  expect(await run("up", "--yes", "--skip-preview", "--diff")).not.toMatch(/replace/u);
  // Those of the vault's own list.
  expect(after.journal.map(({ action }) => action)).toEqual(["token", "remove", "add"]);
  await run("refresh", "--yes", "--skip-preview");
  expect(later.entries(after)).toEqual(managed);
  await run("destroy", "--yes", "--skip-preview");
  expect(later.entries(after)).toEqual(unmanaged);
  const issuedTokens = [...simulator.issuedTokens, ...after.issuedTokens];
  // The other password is the name of a list.
  const secrets = [eu.apiSecret, ...secretsOf({ account: us, issuedTokens })];
  expect(leaksIn([...printed, await project.readState()], secrets)).toEqual([]);
});
