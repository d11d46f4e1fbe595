import { chmodSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Entries } from "../../provider/list/entries";
import type { Properties } from "../../provider/resource/inputs";
import { defaultAccount } from "../../provider/simulator/index";
import { leaksIn, secretsOf } from "../harness/canaries";
import { sharedFiles, sharedFolder, temporaryFolder } from "../harness/shared-files";
import { bundles } from "../list/entries";
import { simulatorForTest } from "../simulator/simulators";
import { login as credentials, named, startRun } from "./started";

afterEach(() => void vi.unstubAllEnvs());

const login = { baseUrl: "https://api.example.com", ...credentials };

/** A process of a run. */
function startProcess(cache: string, settings: Readonly<Record<string, string>> = {}) {
  const sharing = { engineAddress: "127.0.0.1:40000" };
  const started = startRun({ ...login, ...settings }, { XDG_CACHE_HOME: cache }, sharing);
  /** Checks the inputs of a resource with this name. */
  const check = async (news: Properties, name = "blocked", olds: Properties = {}) => {
    const checked = await started.provider.check(olds, news, named(name));
    return checked.outcome === "invalid" ? checked.reason : "valid";
  };
  /** The entries that the run declares for a list. */
  const declared = (appListId = 1, account?: string) =>
    plain(started.run.list({ account, appListId }).receive().declared);
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
  const all = [["com.a", "com.b", "com.c"], ["1-a"], ["a.example"]];

  // What a resource declared before and declares now counts if it is rejected, and is compared with no other.
  it.each<[what: string, more: Properties, all: unknown, byRejected: unknown]>([
    ["accepted", {}, [["com.c"], ["1-a"], []], nothing],
    ["rejected", { problems: ["a conflict"] }, all, all],
    ["of an unknown account", { account: "unknown" }, all, all],
  ])("is known to both, if it is %s", async (_, refused, expected, byRejected) => {
    const [one, other] = startTwo();
    await one.check({ ...more, ...refused }, undefined, inputs);
    for (const { run, declared } of [one, other]) {
      expect(declared()).toEqual(expected);
      expect(plain(run.list({ appListId: 1 }).receive().declaredByRejected)).toEqual(byRejected);
    }
    expect(await other.check(more, "blocked")).toBe("valid");
  });

  it("is, of a rejected resource, at the base URLs of its old and its new account", async () => {
    const accounts = JSON.stringify({ far: { ...defaultAccount, baseUrl: "https://other.example.com" } });
    const { check, declared } = startProcess(temporaryFolder(), { accounts });
    await check({ ...more, account: "far", problems: ["a conflict"] }, undefined, inputs);
    expect([declared(), declared(1, "far")]).toEqual([all, all]);
  });

  it("is that of the same list with another login or account, and of another one with another base URL or ID", () => {
    const cache = temporaryFolder();
    const accounts = JSON.stringify({ eu: defaultAccount });
    startProcess(cache, { accounts }).run.list({ appListId: 1 }).declareUnsettled(bundles("com.a"), undefined);
    const rotated = { username: "eu@example.com", password: "another one" };
    expect(startProcess(cache, { accounts, ...rotated }).declared()).toEqual([["com.a"], [], []]);
    expect(startProcess(cache, { accounts }).declared(1, "eu")).toEqual([["com.a"], [], []]);
    expect(startProcess(cache, { accounts }).declared(2)).toEqual(nothing);
    expect(startProcess(cache, { accounts, baseUrl: "https://other.example.com" }).declared()).toEqual(nothing);
  });
});

it("the last declaration of a resource counts", async () => {
  const { check, run } = startProcess(temporaryFolder());
  await check({ appListId: 1, appBundles: "com.a\n" });
  await check({ appListId: 1, appBundles: "com.b\n", removalLimit: 5 });
  const { id } = named("blocked");
  expect(run.declarationOf(id)).toMatchObject({ entries: bundles("com.b"), removalLimit: 5 });
  expect([run.declarationOf("other"), run.declarationOf(undefined)]).toEqual([undefined, undefined]);
});

describe("conflicts between resources of two processes", () => {
  const declared = { appListId: 4321, appBundles: "com.a\ncom.b\n" };
  const same = { appListId: 4321, appBundles: "com.b\ncom.c\n" };
  const exclusive = { appListId: 4321, appBundles: "com.c\n", exclusive: true };

  it("are found between two processes, within one, and with each of several resources", async () => {
    const [one, { check }] = startTwo();
    expect(await one.check(declared, "blocked")).toBe("valid");
    expect(await check(exclusive, "casinos")).toContain('by the resources "blocked" and "casinos", and "casinos" is');
    const both = await check(same, "games");
    expect([both.includes('"blocked" and "games"'), both.includes('"casinos" and "games"')]).toEqual([true, true]);
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
});

it("shares files that contain no secrets and no login", async () => {
  const cache = temporaryFolder();
  const basic = { username: "eu@example.com", password: "eu-password-1", basicCredential: "ZXUtYmFzaWM6c2VjcmV0" };
  const { run, check } = startProcess(cache, { accounts: JSON.stringify({ eu: basic }) });
  for (const account of [undefined, "eu", "unknown"]) {
    run.list({ account, appListId: 1 }).declareUnsettled(bundles("com.a"), undefined);
    await check({ appListId: 1, account, appBundles: "com.b  # a note\n" }, "blocked");
  }
  const files = sharedFiles(cache).map(({ path, text }) => `${path}\n${text}`);
  const all = files.join("\n");
  for (const text of ["com.a", "com.b", "blocked"]) expect(all).toContain(text);
  const secrets = [defaultAccount, { ...basic, lists: [] }].flatMap((account) =>
    secretsOf({ account, issuedTokens: [] }),
  );
  expect(leaksIn(files, secrets)).toEqual([]);
  for (const text of [basic.username, defaultAccount.username, "a note"]) expect(all).not.toContain(text);
});

it("a process that cannot share anything goes on alone, and warns once, before its first removal", async () => {
  const cache = temporaryFolder();
  vi.stubEnv("TMPDIR", cache);
  startProcess(cache).run.list({ appListId: 1 }).declareUnsettled(bundles("com.a"), undefined);
  chmodSync(sharedFolder(cache), 0o755);
  const simulator = await simulatorForTest({ lists: [{ id: 1, name: "blocked" }] });
  const { run, check, declared, lines, provider } = startProcess(cache, { baseUrl: simulator.url });
  run.list({ appListId: 1 }).declareUnsettled(bundles("com.b"), undefined);
  expect(declared()).toEqual([["com.b"], [], []]);
  await check({ appListId: 1, appBundles: "com.b\n" }, "blocked");
  // Conflicts within the process are still found.
  expect(await check({ appListId: 1, appBundles: "com.b\n" }, "casinos")).not.toBe("valid");
  const { state } = await provider.create({ appListId: 1, appBundles: "com.a\ncom.c\n" });
  expect(lines.filter((line) => line.includes("warning"))).toEqual([]);
  await provider.update(state, { appListId: 1, appBundles: "com.a\n" });
  await provider.delete(state);
  expect(simulator.list(1)?.appBundles).toEqual([]);
  run.end();
  expect(lines.filter((line) => line.includes("warning"))).toEqual([
    expect.stringMatching(
      /^app-list: warning: declarations cannot be shared .* other users have access to .*pulumi-app-list/u,
    ),
  ]);
  expect(sharedFiles(cache)).toHaveLength(2);
});
