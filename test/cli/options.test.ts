import { expect, it } from "vitest";
import { defaultAccount } from "../../provider/simulator/index";
import { accounts, accountsSetting } from "../laws/accounts";
import { simulatorForTest } from "../simulator/simulators";
import { runProgram } from "./run-program";
import { plainConfig, stackFolder } from "./stack";
import { environmentFor } from "./terminal";

/** The commands with settings, and what each prints of the list of the account eu, if it prints an entry or the account. */
const commands = [
  ["show 7", "com.of.eu"],
  ["diff 7 FOLDER/apps.txt --kind app-bundles", "com.of.eu"],
  ["find com.of.eu --list 7", "app list 7"],
  ["pull 7 --dry-run", 'account: "eu"'],
  ["doctor --list 7", 'account "eu"'],
  ["campaigns", ""],
] as const;

it.each(commands)("--account, --stack and --verbose reach what they name: app-list %s", async (line, printed) => {
  const lists = (appBundle: string) => [{ id: 7, name: appBundle, appBundles: [appBundle] }];
  const [, eu = defaultAccount] = accounts;
  const simulator = await simulatorForTest({
    accounts: [defaultAccount, { ...eu, lists: lists("com.of.eu") }],
    lists: lists("com.of.default"),
  });
  const { username, password, apiKey, apiSecret } = defaultAccount;
  const settings = { baseUrl: simulator.url, username, password, apiKey, apiSecret, accounts: accountsSetting };
  const { folder, PATH } = stackFolder(plainConfig(settings), { "apps.txt": "com.a\n" });
  /** Runs the command with options; returns the accounts of its requests, and what it prints. */
  const run = async (options: string, environment: Readonly<Record<string, string>>) => {
    simulator.clearJournal();
    const words = `${line}${options}`.replaceAll("FOLDER", folder).split(" ");
    const { output, messages } = await runProgram(words, { environment: { ...environment, PATH } });
    return {
      senders: [...new Set(simulator.journal.map(({ account }) => account))],
      output: output + messages,
    };
  };
  const ofEnvironment = { ...environmentFor(simulator), APP_LIST_ACCOUNTS: accountsSetting };
  for (const [stack, environment] of [
    ["", ofEnvironment],
    [" --stack dev", {}],
  ] as const) {
    expect((await run(stack, environment)).senders).toEqual([0]);
    const { senders, output } = await run(`${stack} --account eu`, environment);
    expect(senders).toEqual([1]);
    expect(output).toContain(printed);
    expect(output).not.toContain("Requests to ");
    const verbose = await run(`${stack} --account eu --verbose`, environment);
    expect(verbose.output).toContain(`Requests to ${simulator.url}:`);
  }
});
