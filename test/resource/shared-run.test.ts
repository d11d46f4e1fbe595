import { chmodSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Entries } from "../../provider/list/entries";
import type { Properties } from "../../provider/resource/inputs";
import { defaultAccount } from "../../provider/simulator/index";
import { leaksIn, secretsOf } from "../harness/canaries";
import { sharedFiles, sharedFolder, temporaryFolder } from "../harness/shared-files";
import { bundles } from "../list/entries";
import { login as credentials, startRun } from "./started";

const login = { baseUrl: "https://api.example.com", ...credentials };
const engineAddress = "127.0.0.1:40000";

/** A process of a run. */
function startProcess(cache: string, settings: Readonly<Record<string, string>> = {}, address = engineAddress) {
  const started = startRun({ ...login, ...settings }, { XDG_CACHE_HOME: cache }, { engineAddress: address });
  /** Checks the inputs of a resource with this name; without one, those of a resource of the dynamic provider. */
  const check = async (news: Properties, name?: string, olds: Properties = {}) => {
    const urn = name && `urn:pulumi:dev::project::app-list:index:AppListEntries::${name}`;
    const checked = await started.provider.check(olds, news, undefined, urn);
    return checked.outcome === "invalid" ? checked.reason : "valid";
  };
  /** The entries that the run declares for a list. */
  const declared = (appListId = 1, account?: string) => plain(started.run.list({ account, appListId }).declared);
  return { ...started, check, declared };
}

/** Two processes of one run. */
function startTwo() {
  const cache = temporaryFolder();
  return [startProcess(cache), startProcess(cache)] as const;
}

function plain({ appBundles, placementIds, websites }: Entries): readonly (readonly string[])[] {
  return [appBundles, placementIds, websites].map((set) => [...set].toSorted());
}

const nothing = [[], [], []];

describe("what two processes of a run declare", () => {
  const inputs = { appListId: 1, appBundles: "com.a  # a note\ncom.b\n", websites: "a.example\n" };
  const more = { appListId: 1, appBundles: "com.c\n", placementIds: "1-a\n" };

  it("is known to both", async () => {
    const [one, other] = startTwo();
    await one.check(inputs);
    for (const { declared } of [one, other]) expect(declared()).toEqual([["com.a", "com.b"], [], ["a.example"]]);
    await other.check(more);
    for (const { run, declared } of [one, other]) {
      expect(declared()).toEqual([["com.a", "com.b", "com.c"], ["1-a"], ["a.example"]]);
      expect(plain(run.list({ appListId: 1 }).declaredByRefused)).toEqual(nothing);
    }
  });

  it("is what a refused resource declared before and declares now", async () => {
    const [one, other] = startTwo();
    await one.check({ ...more, refused: ["a conflict"] }, undefined, inputs);
    for (const { run, declared } of [one, other]) {
      expect(declared()).toEqual([["com.a", "com.b", "com.c"], ["1-a"], ["a.example"]]);
      expect(plain(run.list({ appListId: 1 }).declaredByRefused)).toEqual(declared());
    }
    // It is compared with no other resource.
    expect(await other.check(more, "blocked")).toBe("valid");
  });

  it("is not known to another run, nor for another list, nor without an engine", async () => {
    const cache = temporaryFolder();
    await startProcess(cache).check(inputs);
    expect(startProcess(cache).declared(2)).toEqual(nothing);
    expect(startProcess(cache, {}, "127.0.0.1:40001").declared()).toEqual(nothing);
    const alone = startRun({}, { XDG_CACHE_HOME: cache }).run;
    expect(plain(alone.list({ appListId: 1 }).declared)).toEqual(nothing);
  });

  it("is that of the same list with another login, and of another one with another account or base URL", () => {
    const cache = temporaryFolder();
    const accounts = JSON.stringify({ eu: defaultAccount });
    startProcess(cache, { accounts }).run.list({ appListId: 1 }).declareRefused(bundles("com.a"));
    const rotated = { username: "eu@example.com", password: "another one" };
    expect(startProcess(cache, { accounts, ...rotated }).declared()).toEqual([["com.a"], [], []]);
    expect(startProcess(cache, { accounts }).declared(1, "eu")).toEqual(nothing);
    expect(startProcess(cache, { accounts, baseUrl: "https://other.example.com" }).declared()).toEqual(nothing);
  });
});

it("knows what a process releases when a diff shows it, without what was adopted", async () => {
  const { run, provider } = startProcess(temporaryFolder());
  const state = {
    stateVersion: 1,
    appListId: 1,
    appBundles: "com.a\ncom.b  # a note\ncom.c\n",
    websites: "a.example\n",
    adopted: { appBundles: "com.b\n" },
    unconfirmed: { add: { placementIds: "1-a\n" } },
  };
  await provider.diff(state, { appListId: 1, appBundles: "com.a\ncom.b\ncom.c\n", websites: "a.example\n" });
  expect(plain(run.list({ appListId: 1 }).released)).toEqual([["com.a", "com.c"], ["1-a"], ["a.example"]]);
});

describe("conflicts between resources of two processes", () => {
  const declared = { appListId: 4321, appBundles: "com.a\ncom.b\n" };
  const same = { appListId: 4321, appBundles: "com.b\ncom.c\n" };
  const exclusive = { appListId: 4321, appBundles: "com.c\n", exclusive: true };

  it.each([
    ["in one order, and name both resources", declared, same, "blocked", 'the resources "blocked" and "casinos"'],
    ["in the other order, and name both resources", same, declared, "blocked", 'the resources "blocked" and "casinos"'],
    [
      "between the hosts, of which one does not name its resources",
      declared,
      same,
      undefined,
      'the resource "casinos" and a resource of the dynamic provider',
    ],
  ])("are found %s", async (_, first, second, name, both) => {
    const [one, other] = startTwo();
    expect(await one.check(first, name)).toBe("valid");
    expect(await other.check(second, "casinos")).toBe(
      `app list 4321: the app bundle "com.b" is declared by ${both}. Keep it in one of them`,
    );
    expect(await other.check(exclusive, "casinos")).toContain('"casinos" is exclusive');
  });

  it("are found between the hosts if the second one does not name its resources", async () => {
    const [one, other] = startTwo();
    await one.check(declared, "blocked");
    expect(await other.check(same)).toContain('by the resource "blocked" and a resource of the dynamic provider.');
    expect(await other.check(exclusive)).not.toBe("valid");
  });

  it("are found by at least one of two processes that check at the same moment", async () => {
    const [one, other] = startTwo();
    const checked = await Promise.all([one.check(declared, "blocked"), other.check(same, "casinos")]);
    expect(checked.filter((result) => result !== "valid")).not.toEqual([]);
  });

  it("are found within one process, and if one resource is exclusive", async () => {
    const { check } = startProcess(temporaryFolder());
    await check(declared, "blocked");
    const second = await check(exclusive, "casinos");
    expect(second).toContain('by the resources "blocked" and "casinos", and "casinos" is exclusive');
    expect(await check(same, "games")).toMatch(/"blocked" and "games"[^]*"casinos" and "games"/u);
  });

  it("do not exist for a resource that is checked again, also by another process or with other entries", async () => {
    const [one, other] = startTwo();
    const checks: readonly (readonly [typeof one, Properties, Properties])[] = [
      [one, {}, exclusive],
      [one, exclusive, exclusive],
      [other, exclusive, exclusive],
      [one, {}, { ...declared, exclusive: true }],
      [one, {}, same],
    ];
    for (const [{ check }, olds, news] of checks) expect(await check(news, "blocked", olds)).toBe("valid");
    // What it declared before no longer counts.
    expect(await one.check({ appListId: 4321, appBundles: "com.a\n" }, "casinos")).toBe("valid");
  });

  it("do not exist between resources of the dynamic provider, whose constructors find them", async () => {
    for (const { check } of startTwo()) expect([await check(declared), await check(same)]).toEqual(["valid", "valid"]);
  });

  it("do not exist between accounts, lists, or base URLs", async () => {
    const cache = temporaryFolder();
    const one = startProcess(cache);
    const other = startProcess(cache, { accounts: JSON.stringify({ eu: defaultAccount }) });
    const elsewhere = startProcess(cache, { baseUrl: "https://other.example.com" });
    await one.check(declared, "blocked");
    expect(await other.check({ ...declared, account: "eu" }, "casinos")).toBe("valid");
    expect(await elsewhere.check(declared, "casinos")).toBe("valid");
    expect(await one.check({ ...declared, appListId: 1 }, "casinos")).toBe("valid");
  });

  it("do not exist with a resource of a run that was killed", async () => {
    const cache = temporaryFolder();
    const first = startProcess(cache);
    await first.check(exclusive, "blocked");
    first.run.end();
    expect(await startProcess(cache).check(declared, "casinos")).toBe("valid");
  });
});

it("shares files that contain no secrets, no base URL and no login", async () => {
  const cache = temporaryFolder();
  const basic = { username: "eu@example.com", password: "eu-password-1", basicCredential: "ZXUtYmFzaWM6c2VjcmV0" };
  const { run, provider, check } = startProcess(cache, { accounts: JSON.stringify({ eu: basic }) });
  for (const account of [undefined, "eu", "unknown"]) {
    run.list({ account, appListId: 1 }).declareRefused(bundles("com.a"));
    await check({ appListId: 1, account, appBundles: "com.b  # a note\n" }, "blocked");
    const state = { stateVersion: 1, appListId: 1, account, appBundles: "com.b  # a note\n" };
    await provider.diff({ ...state, adopted: { appBundles: state.appBundles } }, state);
  }
  const files = sharedFiles(cache).map(({ path, text }) => `${path}\n${text}`);
  expect(files).toHaveLength(8);
  const all = files.join("\n");
  for (const text of ["com.a", "com.b", "blocked"]) expect(all).toContain(text);
  const secrets = [defaultAccount, { ...basic, lists: [] }].flatMap((account) =>
    secretsOf({ account, issuedTokens: [] }),
  );
  expect(leaksIn(files, secrets)).toEqual([]);
  for (const text of [login.baseUrl, "api.example.com", defaultAccount.username, "eu@example.com", "a note"]) {
    expect(all).not.toContain(text);
  }
});

describe("a process that cannot share anything", () => {
  it("warns once, and goes on alone", async () => {
    const { run, check, declared, lines } = startProcess(`${temporaryFolder()}/missing\0folder`);
    run.list({ appListId: 1 }).declareRefused(bundles("com.a"));
    expect(declared()).toEqual([["com.a"], [], []]);
    await check({ appListId: 1, appBundles: "com.a\n" }, "blocked");
    // Conflicts within the process are still found.
    expect(await check({ appListId: 1, appBundles: "com.a\n" }, "casinos")).not.toBe("valid");
    run.end();
    expect(lines).toEqual([expect.stringContaining("app-list: warning: nothing can be shared")]);
  });

  it("also if others could read the folder", () => {
    const cache = temporaryFolder();
    startProcess(cache).run.list({ appListId: 1 }).declareRefused(bundles("com.a"));
    chmodSync(sharedFolder(cache), 0o755);
    const { run, declared, lines } = startProcess(cache);
    run.list({ appListId: 1 }).declareRefused(bundles("com.b"));
    expect(declared()).toEqual([["com.b"], [], []]);
    expect(lines).toEqual([expect.stringMatching(/other users have access to .*pulumi-app-list/u)]);
    expect(sharedFiles(cache)).toHaveLength(2);
  });
});
