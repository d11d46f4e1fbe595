import { chmodSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Entries } from "../../provider/list/entries";
import type { Checked } from "../../provider/resource/inputs";
import { ResourceProvider } from "../../provider/resource/provider";
import { noticeLine, type Print } from "../../provider/resource/notices";
import { Run } from "../../provider/resource/run";
import { defaultAccount } from "../../provider/simulator/index";
import { leaksIn, secretsOf } from "../harness/canaries";
import { sharedFolder, sharedFiles, temporaryFolder } from "../harness/shared-files";
import { bundles } from "../list/entries";

const engineAddress = "127.0.0.1:40000";

const { apiKey, apiSecret, username, password } = defaultAccount;
const login = { baseUrl: "https://api.example.com", apiKey, apiSecret, username, password };

interface Process {
  readonly run: Run;
  readonly provider: ResourceProvider;
  readonly printed: readonly string[];
}

/** A process of a run. */
function startProcess(
  cache: string,
  { settings = login, address = engineAddress }: { settings?: Readonly<Record<string, string>>; address?: string } = {},
): Process {
  const printed: string[] = [];
  const print: Print = (notice) => void printed.push(noticeLine(notice));
  const config = (key: string) => settings[key];
  const run = new Run({ config, environment: { XDG_CACHE_HOME: cache } }, print, { engineAddress: address });
  onTestFinished(() => run.end());
  return { run, provider: new ResourceProvider(run, print), printed };
}

function plain({ appBundles, placementIds, websites }: Entries): unknown {
  return [appBundles, placementIds, websites].map((set) => [...set].toSorted());
}

describe("what two processes of a run declare", () => {
  const inputs = { appListId: 1, appBundles: "com.a  # a note\ncom.b\n", websites: "a.example\n" };
  const more = { appListId: 1, appBundles: "com.c\n", placementIds: "1-a\n" };

  it("is known to both", async () => {
    const cache = temporaryFolder();
    const processes = [startProcess(cache), startProcess(cache)];
    await processes[0]?.provider.check({}, inputs);
    for (const { run } of processes) {
      expect(plain(run.list({ appListId: 1 }).declared)).toEqual([["com.a", "com.b"], [], ["a.example"]]);
    }
    await processes[1]?.provider.check({}, more);
    for (const { run } of processes) {
      const { declared, declaredByRefused } = run.list({ appListId: 1 });
      expect(plain(declared)).toEqual([["com.a", "com.b", "com.c"], ["1-a"], ["a.example"]]);
      expect(plain(declaredByRefused)).toEqual([[], [], []]);
    }
  });

  it("is what a refused resource declared before and declares now", async () => {
    const cache = temporaryFolder();
    const processes = [startProcess(cache), startProcess(cache)];
    await processes[0]?.provider.check(inputs, { ...more, refused: ["a conflict"] });
    for (const { run } of processes) {
      const { declared, declaredByRefused } = run.list({ appListId: 1 });
      for (const entries of [declared, declaredByRefused]) {
        expect(plain(entries)).toEqual([["com.a", "com.b", "com.c"], ["1-a"], ["a.example"]]);
      }
    }
    // It is compared with no other resource.
    expect(await processes[1]?.provider.check({}, more, undefined, resource("blocked"))).toMatchObject({
      outcome: "valid",
    });
  });

  it("is not known to another run, nor for another list, nor without an engine", async () => {
    const cache = temporaryFolder();
    await startProcess(cache).provider.check({}, inputs);
    const others = [
      startProcess(cache).run.list({ appListId: 2 }),
      startProcess(cache, { address: "127.0.0.1:40001" }).run.list({ appListId: 1 }),
      new Run({ config: () => undefined, environment: { XDG_CACHE_HOME: cache } }, () => {}).list({ appListId: 1 }),
    ];
    for (const list of others) expect(plain(list.declared)).toEqual([[], [], []]);
  });

  it("is that of the same list with another login, and of another one with another account or base URL", () => {
    const temporary = temporaryFolder();
    const accounts = JSON.stringify({ eu: defaultAccount });
    startProcess(temporary, { settings: { ...login, accounts } })
      .run.list({ appListId: 1 })
      .declareRefused(bundles("com.a"));
    const listWith = (settings: Readonly<Record<string, string>>, account?: string) =>
      plain(
        startProcess(temporary, { settings: { ...login, accounts, ...settings } }).run.list({ account, appListId: 1 })
          .declared,
      );
    expect(listWith({ username: "eu@example.com", password: "another one" })).toEqual([["com.a"], [], []]);
    expect(listWith({}, "eu")).toEqual([[], [], []]);
    expect(listWith({ baseUrl: "https://other.example.com" })).toEqual([[], [], []]);
  });
});

describe("what a process releases", () => {
  it("is known to it when a diff shows it, without what was adopted", async () => {
    const { run, provider } = startProcess(temporaryFolder());
    const state = {
      stateVersion: 1,
      appListId: 1,
      appBundles: "com.a\ncom.b  # a note\ncom.c\n",
      websites: "a.example\n",
      adopted: { appBundles: "com.b\n" },
      unconfirmed: { add: { placementIds: "1-a\n" } },
    };
    const inputs = { appListId: 1, appBundles: "com.a\ncom.b\ncom.c\n", websites: "a.example\n" };
    await provider.diff(state, inputs);
    expect(plain(run.list({ appListId: 1 }).released)).toEqual([["com.a", "com.c"], ["1-a"], ["a.example"]]);
  });
});

const resource = (name: string) => `urn:pulumi:dev::project::app-list:index:AppListEntries::${name}`;

function reasonOf(checked: Checked): string {
  return checked.outcome === "invalid" ? checked.reason : "";
}

describe("conflicts between resources of two processes", () => {
  const declared = { appListId: 4321, appBundles: "com.a\ncom.b\n" };
  const same = { appListId: 4321, appBundles: "com.b\ncom.c\n" };
  const exclusive = { appListId: 4321, appBundles: "com.c\n", exclusive: true };
  const message =
    'app list 4321: the app bundle "com.b" is declared by the resources "blocked" and "casinos". Keep it in one of them';

  it("are found in either order, and name both resources", async () => {
    for (const order of [
      [declared, same],
      [same, declared],
    ]) {
      const temporary = temporaryFolder();
      const [one, other] = [startProcess(temporary), startProcess(temporary)];
      expect(await one.provider.check({}, order[0] ?? {}, undefined, resource("blocked"))).toMatchObject({
        outcome: "valid",
      });
      expect(await other.provider.check({}, order[1] ?? {}, undefined, resource("casinos"))).toEqual({
        outcome: "invalid",
        reason: message,
      });
    }
  });

  it("are found by at least one of two processes that check at the same moment", async () => {
    const temporary = temporaryFolder();
    const [one, other] = [startProcess(temporary), startProcess(temporary)];
    const checked = await Promise.all([
      one.provider.check({}, declared, undefined, resource("blocked")),
      other.provider.check({}, same, undefined, resource("casinos")),
    ]);
    expect(checked.filter(({ outcome }) => outcome === "invalid").length).toBeGreaterThan(0);
  });

  it("are found within one process, and if one resource is exclusive", async () => {
    const { provider } = startProcess(temporaryFolder());
    await provider.check({}, declared, undefined, resource("blocked"));
    const second = await provider.check({}, exclusive, undefined, resource("casinos"));
    expect(reasonOf(second)).toContain('by the resources "blocked" and "casinos", and "casinos" is exclusive');
    const third = await provider.check({}, same, undefined, resource("games"));
    expect(reasonOf(third)).toMatch(/"blocked" and "games"[^]*"casinos" and "games"/u);
  });

  it("are found between the hosts, of which one does not name its resources", async () => {
    for (const [first, second] of [
      [undefined, resource("blocked")],
      [resource("blocked"), undefined],
    ]) {
      const temporary = temporaryFolder();
      const [one, other] = [startProcess(temporary), startProcess(temporary)];
      await one.provider.check({}, declared, undefined, first);
      expect(await other.provider.check({}, same, undefined, second)).toEqual({
        outcome: "invalid",
        reason:
          'app list 4321: the app bundle "com.b" is declared by the resource "blocked" and a resource of the dynamic ' +
          "provider. Keep it in one of them",
      });
      expect(await other.provider.check({}, exclusive, undefined, second)).toMatchObject({ outcome: "invalid" });
    }
  });

  it("do not exist for a resource that is checked again, also by another process or with other entries", async () => {
    const temporary = temporaryFolder();
    const [one, other] = [startProcess(temporary), startProcess(temporary)];
    const checks: readonly (readonly [
      Process,
      Readonly<Record<string, unknown>>,
      Readonly<Record<string, unknown>>,
    ])[] = [
      [one, {}, exclusive],
      [one, exclusive, exclusive],
      [other, exclusive, exclusive],
      [one, {}, { ...declared, exclusive: true }],
      [one, {}, same],
    ];
    for (const [{ provider }, olds, news] of checks) {
      expect(await provider.check(olds, news, undefined, resource("blocked"))).toMatchObject({ outcome: "valid" });
    }
    // What it declared before no longer counts.
    const rest = { appListId: 4321, appBundles: "com.a\n" };
    expect(await one.provider.check({}, rest, undefined, resource("casinos"))).toMatchObject({ outcome: "valid" });
  });

  it("do not exist between resources of the dynamic provider, whose constructors find them", async () => {
    const temporary = temporaryFolder();
    for (const { provider } of [startProcess(temporary), startProcess(temporary)]) {
      expect(await provider.check({}, declared)).toMatchObject({ outcome: "valid" });
      expect(await provider.check({}, same)).toMatchObject({ outcome: "valid" });
    }
  });

  it("do not exist between accounts, lists, or base URLs", async () => {
    const temporary = temporaryFolder();
    const one = startProcess(temporary);
    const other = startProcess(temporary, { settings: { ...login, accounts: JSON.stringify({ eu: defaultAccount }) } });
    const elsewhere = startProcess(temporary, { settings: { ...login, baseUrl: "https://other.example.com" } });
    await one.provider.check({}, declared, undefined, resource("blocked"));
    for (const [{ provider }, account] of [
      [other, { account: "eu" }],
      [elsewhere, {}],
    ] as const) {
      const inputs = { ...declared, ...account };
      expect(await provider.check({}, inputs, undefined, resource("casinos"))).toMatchObject({ outcome: "valid" });
    }
    expect(await one.provider.check({}, { ...declared, appListId: 1 }, undefined, resource("casinos"))).toMatchObject({
      outcome: "valid",
    });
  });

  it("do not exist with a resource of a run that was killed", async () => {
    const temporary = temporaryFolder();
    const first = startProcess(temporary);
    await first.provider.check({}, exclusive, undefined, resource("blocked"));
    first.run.end();
    const { provider } = startProcess(temporary);
    expect(await provider.check({}, declared, undefined, resource("casinos"))).toMatchObject({ outcome: "valid" });
  });
});

describe("the files that the processes of a run share", () => {
  it("contain no secrets, no base URL and no login", async () => {
    const temporary = temporaryFolder();
    const basic = { username: "eu@example.com", password: "eu-password-1", basicCredential: "ZXUtYmFzaWM6c2VjcmV0" };
    const settings = { ...login, accounts: JSON.stringify({ eu: basic }) };
    const { run, provider } = startProcess(temporary, { settings });
    for (const account of [undefined, "eu", "unknown"]) {
      run.list({ account, appListId: 1 }).declareRefused(bundles("com.a"));
      await provider.check(
        {},
        { appListId: 1, account, appBundles: "com.b  # a note\n" },
        undefined,
        resource("blocked"),
      );
      const state = { stateVersion: 1, appListId: 1, account, appBundles: "com.b  # a note\n" };
      await provider.diff({ ...state, adopted: { appBundles: state.appBundles } }, state);
    }
    const files = sharedFiles(temporary).map(({ path, text }) => `${path}\n${text}`);
    expect(files).toHaveLength(8);
    const all = files.join("\n");
    for (const text of ["com.a", "com.b", "blocked"]) expect(all).toContain(text);
    const accounts = [defaultAccount, { ...basic, lists: [] }];
    const secrets = accounts.flatMap((account) => secretsOf({ account, issuedTokens: [] }));
    expect(leaksIn(files, secrets)).toEqual([]);
    for (const text of [login.baseUrl, "api.example.com", login.username, "eu@example.com", "a note"]) {
      expect(all).not.toContain(text);
    }
  });
});

describe("a process that cannot share anything", () => {
  it("warns once, and goes on alone", async () => {
    const temporary = temporaryFolder();
    const { run, provider, printed } = startProcess(`${temporary}/missing\0folder`);
    const list = run.list({ appListId: 1 });
    list.declareRefused(bundles("com.a"));
    expect(plain(list.declared)).toEqual([["com.a"], [], []]);
    await provider.check({}, { appListId: 1, appBundles: "com.a\n" }, undefined, resource("blocked"));
    // Conflicts within the process are still found.
    expect(
      await provider.check({}, { appListId: 1, appBundles: "com.a\n" }, undefined, resource("casinos")),
    ).toMatchObject({ outcome: "invalid" });
    expect(printed).toEqual([expect.stringContaining("app-list: warning: nothing can be shared")]);
  });

  it("also if others could read the folder", () => {
    const cache = temporaryFolder();
    const first = startProcess(cache);
    first.run.list({ appListId: 1 }).declareRefused(bundles("com.a"));
    chmodSync(sharedFolder(cache), 0o755);
    const { run, printed } = startProcess(cache);
    const list = run.list({ appListId: 1 });
    list.declareRefused(bundles("com.b"));
    expect(plain(list.declared)).toEqual([["com.b"], [], []]);
    expect(printed).toEqual([expect.stringMatching(/other users have access to .*pulumi-app-list/u)]);
    expect(sharedFiles(cache)).toHaveLength(2);
  });
});
