import { expect, onTestFinished } from "vitest";
import {
  startSimulator,
  type Fault,
  type JournalEntry,
  type KeyedAccount,
  type SimulatedAccount,
  type Simulator,
} from "../../provider/simulator/index";
import { leaksIn, secretsOf } from "../harness/canaries";
import { projectFileWithPlugin } from "../harness/plugin-project";
import { createProject, type Printed, type Project } from "../harness/project";

/** The list of each account. */
export const appListId = 4321;

/** Accounts with lists of their own, which have the same ID. */
export const accounts = {
  eu: { username: "eu@example.com", password: "eu pass+word ü", apiKey: "eu-key", apiSecret: "eu-secret-77aa" },
  us: { username: "us@example.com", password: "us pass+word ß", apiKey: "us-key", apiSecret: "us-secret-88bb" },
} as const satisfies Readonly<Record<string, KeyedAccount>>;

export type Region = keyof typeof accounts;

/** The credentials of eu after a rotation. */
export const rotated: KeyedAccount = { ...accounts.eu, password: "eu rotated pass+word", apiSecret: "eu-rotated-99cc" };

/** A stack whose provider resources get their logins from the environment variable LOGINS. */
export interface Scene {
  readonly project: Project;
  /** The API; another one after a rotation. */
  simulator(): Simulator;
  /** The requests since the last call, as `add 200`. */
  requests(): readonly string[];
  appBundles(region: Region): readonly string[];
  /** Lets the API accept other credentials of eu only. */
  rotate(): Promise<void>;
  /** Adds a fault. Resolves when it strikes. */
  addFault(fault: Fault): Promise<void>;
  /** Gives the program the logins of these accounts. */
  useLogins(logins: Readonly<Record<string, object>>): void;
  /** Expects that neither what was printed nor the state shows a secret. */
  expectNoSecret(printed: readonly Printed[]): Promise<void>;
}

/** A stack of a program, and the API of both accounts. Both are removed when the test ends. */
export async function open(program: string, projectFile = projectFileWithPlugin()): Promise<Scene> {
  const held = { eu: ["com.eu.theirs"], us: ["com.us.theirs"] } as const;
  const withLists = (region: Region, account: KeyedAccount, appBundles: readonly string[]): SimulatedAccount => ({
    ...account,
    lists: [{ id: appListId, name: `blocked ${region}`, appBundles }],
  });
  let euAccount = withLists("eu", accounts.eu, held.eu);
  let usAccount = withLists("us", accounts.us, held.us);
  const struck = new Set<() => void>();
  const onRequest = ({ fault }: JournalEntry): void => {
    if (fault !== undefined) struck.forEach((resolve) => resolve());
  };
  let simulator = await startSimulator({ lists: [], accounts: [euAccount, usAccount], onRequest });
  onTestFinished(() => simulator.close());
  const project = await createProject({ program });
  onTestFinished(() => project.remove());
  project.write("Pulumi.yaml", projectFile);
  const scene: Scene = {
    project,
    simulator: () => simulator,
    requests: () => {
      const requests = simulator.journal.map(({ action, status }) => `${action} ${status ?? "none"}`);
      simulator.clearJournal();
      return requests;
    },
    appBundles: (region) =>
      (simulator.list(appListId, region === "eu" ? euAccount : usAccount)?.appBundles ?? []).toSorted(),
    rotate: async () => {
      const port = Number(new URL(simulator.url).port);
      const lists = { eu: scene.appBundles("eu"), us: scene.appBundles("us") };
      usAccount = withLists("us", accounts.us, lists.us);
      euAccount = withLists("eu", rotated, lists.eu);
      await simulator.close();
      simulator = await startSimulator({ lists: [], accounts: [euAccount, usAccount], port, onRequest });
    },
    addFault: (fault) =>
      new Promise((resolve) => {
        struck.add(resolve);
        simulator.addFault(fault);
      }),
    useLogins: (logins) => {
      project.environment["LOGINS"] = JSON.stringify(logins);
    },
    expectNoSecret: async (printed) => {
      const secrets = [accounts.eu, accounts.us, rotated].flatMap((account) =>
        secretsOf({ account, issuedTokens: simulator.issuedTokens }),
      );
      expect(leaksIn([...printed.map(({ text }) => text), await project.readState()], secrets)).toEqual([]);
    },
  };
  project.environment["BASE_URL"] = simulator.url;
  scene.useLogins(accounts);
  return scene;
}

/** Declares a provider resource for each login, by its region. */
export const withProviders = `const pulumi = require("@pulumi/pulumi");
const { AppListEntries, Provider } = require("pulumi-app-list/plugin");
const baseUrl = process.env.BASE_URL;
const logins = JSON.parse(process.env.LOGINS);
const providers = Object.fromEntries(
  Object.entries(logins).map(([region, login]) => [region, new Provider(region, { baseUrl, ...login })]),
);
`;

/** Declares a resource in the list of a region. */
export function listOf(region: Region, ...appBundles: readonly string[]): string {
  const args = `{ appListId: ${appListId}, appBundles: ${JSON.stringify(appBundles)} }`;
  return `new AppListEntries("blocked-${region}", ${args}, { provider: providers.${region} });\n`;
}

export const bothLists = listOf("eu", "com.eu.own") + listOf("us", "com.us.own");
