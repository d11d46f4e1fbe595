// A program of version 0.1.0. It is not run: it must compile with the types of every later version.
import type { Output } from "@pulumi/pulumi";
import * as dynamic from "pulumi-app-list";
import * as plugin from "pulumi-app-list/plugin";
import { defaultAccount, startSimulator, type Behaviour, type Fault, type Simulator } from "pulumi-app-list/simulator";

const listed: dynamic.ListedEntry = { entry: "com.example.app", note: "gambling", until: "2099-12-31" };
const entries: dynamic.EntriesInput = ["com.example.other", listed, ...dynamic.entriesFromFile("lists/*.txt")];
const args: dynamic.AppListEntriesArgs = {
  appListId: 4321,
  ...dynamic.entriesByKindFromFile("blocked.csv"),
  appBundles: entries,
  exclusive: false,
  claimExisting: true,
  removalLimit: "40%",
  account: "eu",
};
const accounts: Readonly<Record<string, plugin.AccountArgs>> = {
  eu: { username: "eu@example.com", password: "x", apiKey: "x", apiSecret: "x" },
};
const settings: plugin.ProviderArgs = {
  accounts,
  baseUrl: "https://api.example.com",
  apiKey: "x",
  apiSecret: "x",
  username: "ad.ops@example.com",
  password: "x",
  observe: "probe",
  maxEntriesPerRequest: 100,
  timeoutSeconds: 60,
};
const provider = new plugin.Provider("ads", settings);

/** The outputs of both classes. */
export const outputs: readonly {
  readonly appListId: Output<number>;
  readonly appBundles: Output<readonly string[]>;
  readonly placementIds: Output<readonly string[]>;
  readonly websites: Output<readonly string[]>;
  readonly name: Output<string | undefined>;
  readonly description: Output<string | undefined>;
  readonly hasAssociatedCampaigns: Output<boolean | undefined>;
  readonly adopted: Output<dynamic.EntriesOutput>;
  readonly unmanaged: Output<number | undefined>;
  readonly notVerified: Output<readonly ("appBundles" | "placementIds" | "websites")[]>;
}[] = [
  new dynamic.AppListEntries("blocked", args, { protect: true }),
  new plugin.AppListEntries("allowed", args, { provider }),
];

/** What the functions return. */
export async function readAll(): Promise<void> {
  const campaigns: readonly dynamic.Campaign[] = await dynamic.getCampaigns({ perPage: 10, account: "eu" });
  const same: Output<readonly plugin.Campaign[]> = plugin.getCampaignsOutput();
  const list: plugin.GetAppListResult = await plugin.getAppList({ appListId: 4321, account: "eu" });
  const names: readonly (readonly string[] | undefined)[] = [list.appBundles, list.placementIds, list.websites];
  const later: Output<readonly string[] | undefined> | undefined = plugin.getAppListOutput({
    appListId: 4321,
  }).appBundles;
  process.stdout.write(JSON.stringify([campaigns, same, names, later, list.name, list.notVerified]));
}

/** A simulator in a test. */
export async function simulate(): Promise<string> {
  const behaviour: Partial<Behaviour> = { refused: new Set(["com.bad"]), websites: "hidden" };
  const fault: Fault = { on: { action: "add", nth: 1 }, effect: "after", answer: { kind: "reset" } };
  const lists = [{ id: 4321, name: "blocked", appBundles: ["com.example.app"] }];
  const simulator: Simulator = await startSimulator({ lists, accounts: [defaultAccount], behaviour, faults: [fault] });
  simulator.edit(4321, { add: { appBundles: ["com.example.other"] } });
  const actions = simulator.journal.map(({ action, status }) => `${action} ${status}`);
  await simulator.close();
  return `${simulator.url} ${simulator.list(4321)?.appBundles.join()} ${actions.join()}`;
}
