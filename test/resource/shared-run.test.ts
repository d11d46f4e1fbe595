import { chmodSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { noEntries, union, type Entries } from "../../provider/list/entries";
import type { Checked } from "../../provider/resource/check";
import { createProvider, type Provider } from "../../provider/resource/provider";
import { Run } from "../../provider/resource/run";
import { ledgerNames } from "../../provider/resource/run-records";
import { defaultAccount } from "../../provider/simulator/index";
import { leaksIn, secretsOf } from "../harness/canaries";
import { bundles, entries } from "../list/entries";
import { anyText } from "../list/arbitraries";
import { sharedFiles, temporaryFolder } from "../sharing/temporary-folder";

const engineAddress = "127.0.0.1:40000";

const { apiKey, apiSecret, username, password } = defaultAccount;
const login = { baseUrl: "https://api.example.com", apiKey, apiSecret, username, password };

interface Process {
  readonly run: Run;
  readonly provider: Provider;
  readonly printed: readonly string[];
}

/** A process of a run. */
function startProcess(
  temporary: string,
  { settings = login, address = engineAddress }: { settings?: Readonly<Record<string, string>>; address?: string } = {},
): Process {
  const printed: string[] = [];
  const print = (line: string) => void printed.push(line);
  const config = (key: string) => settings[key];
  const run = new Run({ config, environment: {} }, print, { engineAddress: address, temporaryFolder: temporary });
  onTestFinished(() => run.end());
  return { run, provider: createProvider(run, print), printed };
}

/** Sets of any texts: what an API returns can contain anything. */
const someEntries: fc.Arbitrary<Entries> = fc
  .record({ appBundles: fc.array(anyText), placementIds: fc.array(anyText), websites: fc.array(anyText) })
  .map((arrays) => {
    const wellFormed = (texts: readonly string[]) => new Set(texts.map((text) => text.toWellFormed()));
    return entries({
      appBundles: [...wellFormed(arrays.appBundles)],
      placementIds: [...wellFormed(arrays.placementIds)],
      websites: [...wellFormed(arrays.websites)],
    });
  });

function plain({ appBundles, placementIds, websites }: Entries): unknown {
  return [appBundles, placementIds, websites].map((set) => [...set].toSorted());
}

describe("what two processes of a run add", () => {
  it.each(ledgerNames)("is known to both as a union: %s", (ledger) => {
    const writes = fc.array(fc.tuple(fc.boolean(), someEntries), { maxLength: 8 });
    fc.assert(
      fc.property(writes, (added) => {
        const temporary = temporaryFolder();
        const lists = [startProcess(temporary), startProcess(temporary)].map(({ run }) => run.list(undefined, 1));
        let all = noEntries;
        for (const [toFirst, more] of added) {
          (toFirst ? lists[0] : lists[1])?.[ledger].add(more);
          all = union(all, more);
          for (const list of lists) expect(plain(list[ledger])).toEqual(plain(all));
        }
      }),
      { numRuns: 20 },
    );
  });

  it("is released when a diff shows it, without what was adopted", async () => {
    const temporary = temporaryFolder();
    const processes = [startProcess(temporary), startProcess(temporary)];
    const state = {
      stateVersion: 1,
      appListId: 1,
      appBundles: "com.a\ncom.b  # a note\ncom.c\n",
      websites: "a.example\n",
      adopted: { appBundles: "com.b\n" },
      unconfirmed: { add: { placementIds: "1-a\n" } },
    };
    const inputs = { appListId: 1, appBundles: "com.a\ncom.b\ncom.c\n", websites: "a.example\n" };
    expect(await processes[0]?.provider.diff("1", state, inputs)).toMatchObject({ outcome: "done" });
    for (const { run } of processes) {
      expect(plain(run.list(undefined, 1).released)).toEqual([["com.a", "com.c"], ["1-a"], ["a.example"]]);
    }
  });

  it("is not known to another run, nor for another list, nor without an engine", () => {
    const temporary = temporaryFolder();
    startProcess(temporary).run.list(undefined, 1).declared.add(bundles("com.a"));
    const others = [
      startProcess(temporary).run.list(undefined, 2),
      startProcess(temporary, { address: "127.0.0.1:40001" }).run.list(undefined, 1),
      new Run({ config: () => undefined, environment: {} }, () => {}).list(undefined, 1),
    ];
    for (const list of others) expect(plain(list.declared)).toEqual([[], [], []]);
  });

  it("is that of the same list with another login, and of another one with another account or base URL", () => {
    const temporary = temporaryFolder();
    const accounts = JSON.stringify({ eu: defaultAccount });
    startProcess(temporary, { settings: { ...login, accounts } })
      .run.list(undefined, 1)
      .declared.add(bundles("com.a"));
    const listWith = (settings: Readonly<Record<string, string>>, account?: string) =>
      plain(startProcess(temporary, { settings: { ...login, accounts, ...settings } }).run.list(account, 1).declared);
    expect(listWith({ username: "eu@example.com", password: "another one" })).toEqual([["com.a"], [], []]);
    expect(listWith({}, "eu")).toEqual([[], [], []]);
    expect(listWith({ baseUrl: "https://other.example.com" })).toEqual([[], [], []]);
  });
});

const resource = (name: string, type = "app-list:index:AppListEntries") => ({
  urn: `urn:pulumi:dev::project::${type}::${name}`,
  name,
});

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
      [other, exclusive, declared],
      [one, {}, { ...declared, exclusive: true }],
      [one, {}, same],
    ];
    for (const [{ provider }, olds, news] of checks) {
      expect(await provider.check(olds, news, undefined, resource("blocked"))).toMatchObject({ outcome: "valid" });
    }
    // What it declared before no longer counts.
    const rest = { appListId: 4321, appBundles: "com.a\n" };
    expect(await one.provider.check({}, rest, undefined, resource("casinos"))).toMatchObject({ outcome: "valid" });
    expect(await one.provider.check({}, { ...same, appListId: 4322 }, undefined, resource("blocked"))).toMatchObject({
      outcome: "valid",
    });
    expect(await one.provider.check({}, same, undefined, resource("games"))).toMatchObject({ outcome: "valid" });
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
      const list = run.list(account, 1);
      for (const ledger of ledgerNames) list[ledger].add(bundles("com.a"));
      await provider.check(
        {},
        { appListId: 1, account, appBundles: "com.b  # a note\n" },
        undefined,
        resource("blocked"),
      );
      const state = { stateVersion: 1, appListId: 1, account, appBundles: "com.b  # a note\n" };
      await provider.diff("1", { ...state, adopted: { appBundles: state.appBundles } }, state);
    }
    const files = sharedFiles(temporary).map(({ path, text }) => `${path}\n${text}`);
    expect(files).toHaveLength(1);
    expect(files[0]).toContain("com.b");
    const accounts = [defaultAccount, { ...basic, lists: [] }];
    const secrets = accounts.flatMap((account) => secretsOf({ account, issuedTokens: [] }));
    expect(leaksIn(files, secrets)).toEqual([]);
    for (const text of [login.baseUrl, "api.example.com", login.username, "eu@example.com", "a note", "urn:"]) {
      expect(files[0]).not.toContain(text);
    }
  });
});

describe("a process that cannot share anything", () => {
  it("warns once, and goes on alone", async () => {
    const temporary = temporaryFolder();
    const { run, provider, printed } = startProcess(`${temporary}/missing\0folder`);
    const waiting = { longest: 1000, timeout: () => new Error("timeout") };
    const list = run.list(undefined, 1);
    list.declared.add(bundles("com.a"));
    expect(plain(list.declared)).toEqual([["com.a"], [], []]);
    expect(await run.oneAtATime(list.key, waiting, () => Promise.resolve("done"))).toBe("done");
    await provider.check({}, { appListId: 1, appBundles: "com.a\n" }, undefined, resource("blocked"));
    // Conflicts within the process are still found.
    expect(
      await provider.check({}, { appListId: 1, appBundles: "com.a\n" }, undefined, resource("casinos")),
    ).toMatchObject({ outcome: "invalid" });
    expect(printed).toEqual([expect.stringContaining("app-list: warning: nothing can be shared")]);
  });

  it("also if others could read the folder", () => {
    const temporary = temporaryFolder();
    const first = startProcess(temporary);
    first.run.list(undefined, 1).declared.add(bundles("com.a"));
    const [{ path } = { path: "" }] = sharedFiles(temporary);
    first.run.end();
    chmodSync(path.slice(0, path.lastIndexOf("/")), 0o755);
    const { run, printed } = startProcess(temporary);
    run.list(undefined, 1).declared.add(bundles("com.b"));
    expect(printed).toEqual([expect.stringMatching(/other users have access to .*pulumi-app-list/u)]);
    expect(sharedFiles(temporary)).toEqual([]);
  });

  it("writes nothing if it has no list", () => {
    const temporary = temporaryFolder();
    startProcess(temporary).run.end();
    expect(sharedFiles(temporary)).toEqual([]);
  });
});
