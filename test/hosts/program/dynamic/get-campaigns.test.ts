import * as pulumi from "@pulumi/pulumi";
import { expect, it, onTestFinished, vi } from "vitest";
import { getCampaigns, getCampaignsOutput } from "../../../../provider/hosts/program/dynamic/get-campaigns";
import { warnAboutConfiguration } from "../../../../provider/hosts/program/run";
import { accounts, accountsSetting } from "../../../laws/accounts";
import { login } from "../../../resource/started";
import { simulatorForTest } from "../../../simulator/simulators";

it("lists campaigns with the settings of the stack, and warns once about wrong keys and about secrets in plain text", async () => {
  const campaigns = [{ id: 1 }, { id: 2 }, { id: 3 }];
  const simulator = await simulatorForTest({ campaigns, accounts });
  await pulumi.runtime.setMocks({ newResource: ({ name }) => ({ id: name, state: {} }), call: () => ({}) }, "lists");
  const settings = Object.entries({ baseUrl: simulator.url, ...login, passwrod: "p" });
  pulumi.runtime.setAllConfig(Object.fromEntries(settings.map(([key, value]) => [`app-list:${key}`, value])));
  vi.stubEnv("PULUMI_CONFIG_SECRET_KEYS", '["app-list:apiSecret","app-list:apiKey"]');
  const warn = vi.spyOn(pulumi.log, "warn").mockReturnValue(Promise.resolve());
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });

  expect(await getCampaigns({ perPage: 2 })).toEqual({ campaigns });
  const { promise, resolve } = Promise.withResolvers<unknown>();
  getCampaignsOutput({ perPage: pulumi.output(2) }).apply(resolve);
  expect(await promise).toEqual({ campaigns });
  // One login, and two pages for each.
  const requests = simulator.journal.map(({ action }) => action);
  expect(requests).toEqual(["token", "campaigns", "campaigns", "campaigns", "campaigns"]);
  expect(warn.mock.calls).toEqual([
    [expect.stringMatching(/^app-list: app-list:password is in the stack's configuration file as plain text\./u)],
    [expect.stringMatching(/^app-list: "app-list:passwrod" is not a setting and is ignored\./u)],
  ]);
  // The environment has what the stack does not have.
  vi.stubEnv("APP_LIST_ACCOUNTS", accountsSetting);
  vi.stubEnv("APP_LIST_BASE_URL", simulator.url);
  await getCampaigns({ account: "eu" });
  expect(simulator.journal.at(-1)).toMatchObject({ action: "campaigns", account: 1 });
  const failure: unknown = await getCampaigns({ account: "asia" }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(pulumi.RunError);
  expect(String(failure)).toContain('There is no account "asia" in APP_LIST_ACCOUNTS');
});

it("warns again in another run, and of no secret in plain text if it cannot know which are encrypted", async () => {
  await pulumi.runtime.setMocks({ newResource: ({ name }) => ({ id: name, state: {} }), call: () => ({}) }, "lists");
  pulumi.runtime.setAllConfig({ "app-list:password": "p", "app-list:passwrod": "p" });
  vi.stubEnv("PULUMI_CONFIG_SECRET_KEYS", undefined);
  const warn = vi.spyOn(pulumi.log, "warn").mockReturnValue(Promise.resolve());
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });
  await pulumi.runtime.runInPulumiStack(async () => {
    warnAboutConfiguration();
    warnAboutConfiguration();
  });
  expect(warn.mock.calls).toEqual([[expect.stringMatching(/^app-list: "app-list:passwrod" is not a setting/u)]]);
});
