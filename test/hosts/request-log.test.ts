import { describe, expect, it, onTestFinished } from "vitest";
import { Plugin } from "../../provider/hosts/plugin/plugin";
import type { Fault } from "../../provider/simulator/index";
import { leaksIn, secretsOf } from "../harness/canaries";
import { hosts } from "../laws/hosts/index";
import { login } from "../resource/started";
import { repeatedRequest } from "../simulator/gateway";
import { simulatorBehindGateway } from "../simulator/simulators";

const entry = "com.entry.canary";

/** A simulator with an entry of somebody else. */
async function startList(faults: readonly Fault[] = []) {
  const list = { id: 7, name: "name-canary", appBundles: [`${entry}.others`] };
  const simulator = await simulatorBehindGateway({ lists: [list], faults });
  return { simulator, config: { baseUrl: simulator.url, ...login } };
}

const inputs = { appListId: 7, appBundles: `${entry}.a\n${entry}.b\n`, websites: "canary.example\n" };

describe.each(hosts)("the requests of $name", (host) => {
  /** The lines about requests, while a resource is created and deleted. */
  const logOf = async (environment: Readonly<Record<string, string>>, faults?: readonly Fault[]) => {
    const { simulator, config } = await startList(faults);
    const printed: string[] = [];
    const started = await host.start({ config, environment, print: (line) => void printed.push(line) });
    onTestFinished(() => started.stop());
    const { id, state } = await started.create("blocked", inputs);
    await started.delete("blocked", id, state, inputs);
    const lines = printed.filter((line) => /^app-list: (?:POST|PATCH|GET) /u.test(line));
    expect(leaksIn(lines, secretsOf(simulator))).toEqual([]);
    expect(lines.join("\n")).not.toContain("canary");
    return lines.map((line) => line.replaceAll(/[\d,]+ ms/gu, "N ms"));
  };

  it("are printed with APP_LIST_LOG=requests, and new forms of their responses, without entries", async () => {
    expect(await logOf({ APP_LIST_LOG: "requests" })).toEqual([
      "app-list: POST /v1/authentication/token: 200 in N ms",
      "app-list: POST /v1/authentication/token: expires_in: text, 1799",
      "app-list: PATCH /v1/app_list/7/remove (probe): 200 in N ms",
      "app-list: PATCH /v1/app_list/7/remove (probe): app_bundles: text, no capitals; placement_ids: text; websites: text",
      "app-list: PATCH /v1/app_list/7/add (2 app bundles and 1 website): 200 in N ms",
      "app-list: PATCH /v1/app_list/7/add (2 app bundles and 1 website): websites: text, no capitals",
      "app-list: PATCH /v1/app_list/7/remove (probe): 200 in N ms",
      "app-list: PATCH /v1/app_list/7/remove (2 app bundles and 1 website): 200 in N ms",
      "app-list: PATCH /v1/app_list/7/remove (2 app bundles and 1 website): websites: text",
    ]);
    for (const value of ["", "all"]) expect(await logOf({ APP_LIST_LOG: value })).toEqual([]);
    expect(await logOf({})).toEqual([]);
  });

  it("are printed without secrets and entries if the API repeats them or fails", async () => {
    const faults = [
      { on: { action: "token", nth: 1 }, effect: "before", answer: { kind: "reset" } },
      { on: { action: "add", nth: 1 }, effect: "before", answer: repeatedRequest(503) },
      { on: { action: "remove", nth: 2 }, effect: "after", answer: { kind: "cut" } },
    ] as const;
    const lines = await logOf({ APP_LIST_LOG: "requests" }, faults);
    expect(lines).toContain("app-list: POST /v1/authentication/token: no response in N ms");
    expect(lines.filter((line) => / 503 in | 200 in N ms \(/u.test(line))).toHaveLength(2);
  });
});

it("the requests of the plugin are in the engine's debug log, unless they are printed", async () => {
  const { config } = await startList();
  const requestsOf = async (environment: Readonly<Record<string, string>>) => {
    const [printed, debugged]: [string[], string[]] = [[], []];
    const connectLog = () => ({
      print: ({ message }: { readonly message: string }) => void printed.push(message),
      debug: (line: string) => void debugged.push(line),
      flush: async () => {},
      close: () => {},
    });
    const plugin = new Plugin({ engineAddress: "127.0.0.1:1", environment, connectLog });
    await plugin.configure(config);
    await plugin.invoke("app-list:index:getAppList", { appListId: 7 });
    await plugin.close();
    return [printed, debugged].map((lines) => lines.filter((line) => line.includes(" 200 in ")).length);
  };
  expect(await requestsOf({})).toEqual([0, 2]);
  expect(await requestsOf({ APP_LIST_LOG: "requests" })).toEqual([2, 0]);
});
