import { expect, it, onTestFinished, vi } from "vitest";
import { appListEntries } from "../../../provider/hosts/dynamic/handler";
import { createOperations, type Operations } from "../../../provider/hosts/dynamic/operations";
import { defaultAccount } from "../../../provider/simulator/index";
import { accounts, accountsSetting } from "../../laws/accounts";
import { startRun } from "../../resource/started";
import { simulatorForTest } from "../../simulator/simulators";

/** Operations of a process without settings: nothing can be sent. */
function operations(): Operations {
  const { run } = startRun({});
  return createOperations(
    () => run,
    () => {},
  );
}

it("finds the conflicts of resources by their marks, and checks a resource again", async () => {
  const process = operations();
  const check = async (mark: string, entries: string) => {
    const news = { appListId: 4321, appBundles: entries, __resource: mark };
    const { inputs, failures = [] } = await process.check({}, news);
    return failures.length === 0 ? inputs : failures[0]?.reason;
  };
  expect(await check("One$AppListEntries::games", "com.a\ncom.b\n")).toMatchObject({ appListId: 4321 });
  const mark = "One$AppListEntries::games";
  expect(await check(mark, "com.a\n")).toEqual({ appListId: 4321, appBundles: "com.a\n", __resource: mark });
  const conflict = 'is declared by the resources "2 games" and "games"';
  expect(await check("AppListEntries::2 games", "com.a\n")).toContain(conflict);
});

it.each([
  ["diff", () => operations().diff("4321", { stateVersion: 99 }, {})],
  ["read", () => operations().read("4321", { stateVersion: 99 })],
  ["delete", () => operations().delete("4321", { stateVersion: 99 })],
])("has the message and code of a failed %s once in what Pulumi prints of it", async (_, failing) => {
  const error: unknown = await failing().catch((reason: unknown) => reason);
  const message: unknown = expect.stringMatching(/ \[STATE_UNREADABLE\]$/u);
  expect(error).toMatchObject({ message, stack: "failed, see the error of the resource" });
  expect(String(error)).toBe("pulumi-app-list");
});

it("keeps a resource that was created only in part, with __provider, which its delete needs", async () => {
  const [, eu = defaultAccount] = accounts;
  const lists = [{ id: 1, name: "of eu" }];
  const simulator = await simulatorForTest({
    accounts: [defaultAccount, { ...eu, lists }],
    behavior: { ignored: new Set(["com.b"]) },
  });
  // The environment has what the stack does not have.
  vi.stubEnv("APP_LIST_ACCOUNTS", accountsSetting);
  vi.stubEnv("APP_LIST_BASE_URL", simulator.url);
  onTestFinished(() => void vi.unstubAllEnvs());
  const get = (key: string): string | undefined => (key === "app-list:baseUrl" ? simulator.url : undefined);
  await appListEntries.configure({ config: { get, require: (key: string) => get(key) ?? "" } });
  const __provider = "exports.handler = __f0;";
  const inputs = { __provider, appListId: 1, account: "eu", appBundles: "com.a\ncom.b\n" };
  await expect(appListEntries.create(inputs)).rejects.toMatchObject({
    id: "1",
    reasons: [expect.stringContaining('"com.b"')],
    properties: { appListId: 1, appBundles: "com.a\n", __provider },
  });
  expect(simulator.journal.every(({ account }) => account === 1)).toBe(true);

  // The report tells warnings by the stream.
  const [output, errors] = [vi.spyOn(console, "log"), vi.spyOn(console, "error")].map((spy) => spy.mockReturnValue());
  onTestFinished(() => void vi.restoreAllMocks());
  const state = { stateVersion: 2, appListId: 1, account: "eu", appBundles: "com.a\ncom.c\n" };
  await appListEntries.read("1", { ...state, baseUrl: simulator.url });
  expect([output?.mock.calls, errors?.mock.calls]).toEqual([[[expect.stringContaining("drift: ")]], []]);
  await appListEntries.read("1", { ...state, baseUrl: "https://other.example" });
  expect([output?.mock.calls.length, errors?.mock.calls]).toEqual([1, [[expect.stringContaining("warning: ")]]]);
});
