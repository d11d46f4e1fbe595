import { getAppList, getCampaigns } from "../../provider/resource/data-functions";
import { runProgram } from "../cli/run-program";
import { plainConfig, stackFolder } from "../cli/stack";
import type { HostProcess } from "../laws/hosts/host";
import { hosts } from "../laws/hosts/index";
import { startRun } from "../resource/started";

type Texts = Readonly<Record<string, string>>;

/** Uses the API with the configuration of a stack and an environment, and returns all that is printed. */
type Way = (config: Texts, environment: Texts, account?: string) => Promise<string>;

/** How an operation failed; nothing if it did not. */
async function failureOf(operation: Promise<unknown>): Promise<string> {
  return operation.then(() => "", String);
}

/** A command with the configuration of a stack, which a stand-in for Pulumi prints. */
function command(commandLine: string): Way {
  return async (config, environment, account) => {
    const { folder, PATH } = stackFolder(plainConfig(config), { "apps.txt": "com.a\n" });
    const words = commandLine.replaceAll("FOLDER", folder).split(" ");
    const options = ["--stack", "dev", ...(account === undefined ? [] : ["--account", account])];
    const { output, messages } = await runProgram([...words, ...options], { environment: { ...environment, PATH } });
    return output + messages;
  };
}

const inputs = { appListId: 7, appBundles: "com.a\ncom.b\n" };
const __provider = "exports.handler = __f0;";
/** A state, without a base URL. */
const state = { __provider, stateVersion: 1, appListId: 7, appBundles: "com.a\n" };

/** The operations that send requests. */
const operations: Readonly<Record<string, (host: HostProcess, more: object) => Promise<unknown>>> = {
  create: (host, more) => host.create("blocked", { ...inputs, ...more }),
  update: (host, more) => host.update("blocked", "7", { ...state, ...more }, { ...inputs, ...more }),
  refresh: (host, more) => host.read("blocked", "7", { ...state, ...more }, { ...inputs, ...more }),
  "destroy, with the settings of the state": (host, more) =>
    host.delete("blocked", "7", { ...state, ...more }, { ...inputs, ...more }),
};

/** All that uses the API: every command, and each host. */
export const ways: readonly (readonly [name: string, way: Way])[] = [
  ...["doctor --list 7", "doctor --list 7 --json --verbose", "show 7", "diff 7 FOLDER/apps.txt --kind app-bundles"].map(
    (line) => [`app-list ${line}`, command(line)] as const,
  ),
  ...["find com.a --list 7", "pull 7 --output FOLDER", "campaigns --verbose"].map(
    (line) => [`app-list ${line}`, command(line)] as const,
  ),
  ...hosts.flatMap((host) =>
    Object.entries(operations).map(([operation, operate]): readonly [string, Way] => [
      `${operation}, in ${host.name}`,
      async (config, environment, account) => {
        const printed: string[] = [];
        const started = await host.start({ config, environment, print: (line) => void printed.push(line) });
        printed.push(await failureOf(operate(started, account === undefined ? {} : { account })));
        await started.stop();
        return printed.join("\n");
      },
    ]),
  ),
  ...([getAppList, getCampaigns] as const).map((read): readonly [string, Way] => [
    read.name,
    async (config, environment, account) => {
      const { run, lines } = startRun(config, environment);
      const list = read === getAppList ? { appListId: 7 } : {};
      const failure = await failureOf(read(run, { ...list, ...(account !== undefined && { account }) }));
      await run.close();
      return failure + lines.join("\n");
    },
  ]),
];
