import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { defaultAccount } from "../../provider/simulator/index";
import { leaksIn, secretsOf } from "../harness/canaries";
import { dynamicHost } from "../harness/hosts";
import { pluginType, providerType, type Declared, type Program } from "../harness/program";
import { failed, succeeded } from "../harness/project";
import { sharedFiles, type SharedFile } from "../harness/shared-files";
import { settingsFor } from "../harness/simulator-settings";
import { inList, testbed, type Testbed } from "./testbed";

/** Which provider process serves a resource: that of an explicit provider, of the plugin's default one, or the dynamic one. */
type Served = "one" | "two" | "eu" | "default" | "dynamic";

const eu = { username: "eu@example.com", password: "eu password", apiKey: "eu-key", apiSecret: "eu-secret" };

/** A resource that declares entries of list 4321. */
function by(served: Served, appBundles: readonly string[], more = {}, options: Declared["options"] = {}): Declared {
  if (served === "dynamic") return inList(4321, appBundles, more, options);
  const provider = served === "default" ? {} : { provider: served };
  return { ...inList(4321, appBundles, more, { ...options, ...provider }), type: pluginType };
}

/** A stack. If it has no resource of the dynamic provider, its program is in YAML and has explicit providers. */
async function start(
  resources: Program,
  options: Partial<Parameters<typeof testbed>[0]> = {},
): Promise<Testbed & { readonly declare: (resources: Program) => void }> {
  const bed = await testbed({ program: {}, ...options });
  const { plain, secret } = settingsFor(bed.simulator);
  const login = { ...plain, ...secret };
  const accounts = { eu };
  const providers: Program = {
    one: { type: providerType, properties: login },
    two: { type: providerType, properties: login },
    eu: { type: providerType, properties: { ...login, ...eu, accounts } },
  };
  const declare = (declared: Program): void => {
    const isDynamic = Object.values(declared).some(({ type }) => type === undefined);
    if (isDynamic) bed.project.declare(declared, dynamicHost);
    else bed.project.declare({ ...providers, ...declared });
  };
  declare(resources);
  return { ...bed, declare };
}

/** The entries that requests have removed since the last call, without those that only read the list. */
function removedBy({ simulator }: Testbed): readonly string[] {
  const removed = simulator.journal.flatMap(({ action, entries }) =>
    action === "remove" ? [...(entries?.appBundles ?? [])] : [],
  );
  simulator.clearJournal();
  return removed.filter((entry) => entry.startsWith("com."));
}

const pairs: readonly (readonly [Served, Served])[] = [
  ["one", "two"],
  ["dynamic", "default"],
];

describe.each(pairs)("an entry that moves from a resource of the provider %s to one of the provider %s", (from, to) => {
  it("stays in the list, whichever resource the engine changes first, and then belongs to the other one", async () => {
    const bed = await start({
      first: by(from, ["com.a", "com.x", "com.y"]),
      second: by(to, ["com.b"]),
    });
    const { project, appBundles, declare } = bed;
    succeeded(await project.up());
    expect(appBundles()).toEqual(["com.a", "com.b", "com.x", "com.y"]);
    removedBy(bed);

    // The engine shows the resource that declares the entry first.
    declare({
      second: by(to, ["com.b", "com.x"]),
      first: by(from, ["com.a", "com.y"], {}, { dependsOn: ["second"] }),
    });
    succeeded(await project.up());
    expect(removedBy(bed)).toEqual([]);
    expect(appBundles()).toEqual(["com.a", "com.b", "com.x", "com.y"]);

    // It shows that resource only after the removal.
    declare({
      first: by(from, ["com.a"]),
      second: by(to, ["com.b", "com.x", "com.y"], {}, { dependsOn: ["first"] }),
    });
    succeeded(await project.up());
    expect(removedBy(bed)).toEqual(["com.y"]);
    expect(appBundles()).toEqual(["com.a", "com.b", "com.x", "com.y"]);

    // The other resource takes over what a deleted one has.
    declare({ second: by(to, ["com.a", "com.b", "com.x", "com.y"]) });
    const deleted = succeeded(await project.up());
    expect(deleted.text).toContain("another resource of this program");
    expect(removedBy(bed)).toEqual([]);
    expect(appBundles()).toEqual(["com.a", "com.b", "com.x", "com.y"]);

    // What was in the list when the other resource was first shown is adopted, as in one process.
    succeeded(await project.destroy());
    expect(appBundles()).toEqual(["com.a", "com.x"]);
  });
});

describe("two resources of different provider processes", () => {
  it.each(pairs)("must not declare the same entry: %s and %s", async (one, other) => {
    const { project, requests } = await start({
      casinos: by(one, ["com.a", "com.x"]),
      games: by(other, ["com.x"]),
    });
    const { text } = failed(await project.preview());
    const named = [one, other].includes("dynamic")
      ? /the app bundle "com\.x" is declared by the resource "(casinos|games)" and a resource of the dynamic provider/u
      : /the app bundle "com\.x" is declared by the resources "(casinos" and "games|games" and "casinos)"/u;
    expect(text.replaceAll(/\s+/gu, " ")).toMatch(named);
    expect(requests()).toEqual([]);
  });
});

/** The files that the processes of a run share. */
function filesOf({ project }: Testbed): readonly SharedFile[] {
  return sharedFiles(join(project.folder, "temporary"));
}

describe("the files of a run", () => {
  it("have no secrets, and are deleted when it ends; also if the engine logs all", async () => {
    const seen = new Map<string, SharedFile>();
    const look: { at?: Testbed } = {};
    const bed = await start(
      {
        first: by("one", ["com.a"]),
        second: by("two", ["com.b"]),
        third: by("default", ["com.c"]),
        fourth: by("eu", ["com.d"]),
      },
      {
        accounts: [defaultAccount, { ...eu }],
        onRequest: () => {
          if (look.at === undefined) return;
          for (const file of filesOf(look.at)) seen.set(file.path, file);
        },
      },
    );
    const { project, simulator } = bed;
    look.at = bed;
    succeeded(await project.up("--logflow", "-v=9", "--logtostderr"));
    const files = [...seen.values()];
    // All four processes found each other. Each has a file for itself, and one for its declaration.
    expect(new Set(files.map(({ path }) => dirname(path))).size).toBe(1);
    expect(files).toHaveLength(8);
    expect(new Set(files.map(({ mode }) => mode))).toEqual(new Set([0o600]));
    const secrets = [defaultAccount, { ...eu, lists: [] }].flatMap((account) =>
      secretsOf({ account, issuedTokens: simulator.issuedTokens }),
    );
    expect(
      leaksIn(
        files.flatMap(({ path, text }) => [path, text]),
        secrets,
      ),
    ).toEqual([]);
    expect(files.map(({ text }) => text).join("")).toContain("com.a");
    expect(filesOf(bed)).toEqual([]);
  });
});
