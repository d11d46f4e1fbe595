import { utimesSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { defaultAccount, type SimulatedAccount } from "../../provider/simulator/index";
import { leaksIn, secretsOf } from "../harness/canaries";
import { descendantsOf, killAtOnce } from "../harness/process-tree";
import { projectFileWithPlugin } from "../harness/plugin-project";
import { succeeded } from "../harness/project";
import { sharedFiles, type SharedFile } from "../harness/shared-files";
import { testbed, type Testbed } from "./testbed";

/** Which provider process serves a resource: that of an explicit provider, of the plugin's default one, or the dynamic one. */
type Served = "one" | "two" | "eu" | "default" | "dynamic";

interface Declared {
  readonly served: Served;
  readonly appBundles: readonly string[];
  /** The source text of more arguments. */
  readonly more?: string;
  /** The name of the resource on which this one depends. */
  readonly after?: string;
}

const eu = { username: "eu@example.com", password: "eu password", apiKey: "eu-key", apiSecret: "eu-secret" };

/** A program whose resources have several provider processes. The resources declare entries of list 4321. */
function programWith(resources: Readonly<Record<string, Declared>>): string {
  const lines = Object.entries(resources).map(([name, { served, appBundles, more = "", after }]) => {
    const args = `{ appListId: 4321, appBundles: ${JSON.stringify(appBundles)}, ${more} }`;
    const dependsOn = after === undefined ? "" : `dependsOn: [resources["${after}"]]`;
    const type = served === "dynamic" ? "Dynamic" : "Plugin";
    const provider = served === "dynamic" || served === "default" ? "" : `provider: providers.${served},`;
    return `resources["${name}"] = new ${type}("${name}", ${args}, { ${provider} ${dependsOn} });`;
  });
  return `const pulumi = require("@pulumi/pulumi");
const { AppListEntries: Dynamic } = require("pulumi-app-list");
class Provider extends pulumi.ProviderResource {
  constructor(name, args) { super("app-list", name, args); }
}
class Plugin extends pulumi.CustomResource {
  constructor(name, args, options) { super("app-list:index:AppListEntries", name, args, options); }
}
const config = new pulumi.Config("app-list");
const baseUrl = config.require("baseUrl");
const login = {
  baseUrl, username: config.require("username"), password: config.requireSecret("password"),
  apiKey: config.requireSecret("apiKey"), apiSecret: config.requireSecret("apiSecret"),
};
const providers = {
  one: new Provider("one", login),
  two: new Provider("two", login),
  eu: new Provider("eu", { ...login, ...${JSON.stringify(eu)}, accounts: { eu: ${JSON.stringify(eu)} } }),
};
const resources = {};
${lines.join("\n")}
`;
}

/** A project whose engine finds the plugin of this clone. */
async function start(
  resources: Readonly<Record<string, Declared>>,
  options: Partial<Parameters<typeof testbed>[0]> = {},
): Promise<Testbed & { readonly declare: (resources: Readonly<Record<string, Declared>>) => void }> {
  const bed = await testbed({ program: programWith(resources), ...options });
  bed.project.write("Pulumi.yaml", projectFileWithPlugin());
  return { ...bed, declare: (declared) => bed.project.write("index.js", programWith(declared)) };
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
      first: { served: from, appBundles: ["com.a", "com.x", "com.y"] },
      second: { served: to, appBundles: ["com.b"] },
    });
    const { project, appBundles, declare } = bed;
    succeeded(await project.up());
    expect(appBundles()).toEqual(["com.a", "com.b", "com.x", "com.y"]);
    removedBy(bed);

    // The engine shows the resource that declares the entry first.
    declare({
      second: { served: to, appBundles: ["com.b", "com.x"] },
      first: { served: from, appBundles: ["com.a", "com.y"], after: "second" },
    });
    succeeded(await project.up());
    expect(removedBy(bed)).toEqual([]);
    expect(appBundles()).toEqual(["com.a", "com.b", "com.x", "com.y"]);

    // It shows that resource only after the removal.
    declare({
      first: { served: from, appBundles: ["com.a"] },
      second: { served: to, appBundles: ["com.b", "com.x", "com.y"], after: "first" },
    });
    succeeded(await project.up());
    expect(removedBy(bed)).toEqual(["com.y"]);
    expect(appBundles()).toEqual(["com.a", "com.b", "com.x", "com.y"]);

    // The other resource takes over what a deleted one has.
    declare({ second: { served: to, appBundles: ["com.a", "com.b", "com.x", "com.y"] } });
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
  it.each([...pairs, ["default", "dynamic"] as const])(
    "must not declare the same entry: %s and %s",
    async (one, other) => {
      const { project, requests } = await start({
        casinos: { served: one, appBundles: ["com.a", "com.x"] },
        games: { served: other, appBundles: ["com.x"] },
      });
      const { code, text } = await project.preview();
      expect(code).not.toBe(0);
      const named = [one, other].includes("dynamic")
        ? /the app bundle "com\.x" is declared by the resource "(casinos|games)" and a resource of the dynamic provider/u
        : /the app bundle "com\.x" is declared by the resources "(casinos" and "games|games" and "casinos)"/u;
      expect(text.replaceAll(/\s+/gu, " ")).toMatch(named);
      expect(requests()).toEqual([]);
    },
  );

  it("must not share an exclusive list, and may exclude each other in lists of different accounts", async () => {
    const ofEu: SimulatedAccount = { ...eu, lists: [{ id: 4321, name: "eu", appBundles: ["com.x"] }] };
    const exclusive = "exclusive: true, removalLimit: '100%'";
    const { project, simulator, appBundles, declare } = await start(
      {
        casinos: { served: "one", appBundles: ["com.a", "com.x"], more: exclusive },
        games: { served: "two", appBundles: ["com.b"] },
      },
      { accounts: [defaultAccount, ofEu] },
    );
    const refused = await project.preview();
    expect(refused.code).not.toBe(0);
    expect(refused.text.replaceAll(/\s+/gu, " ")).toContain('"casinos" is exclusive');

    // Another login alone is no other list.
    declare({
      casinos: { served: "one", appBundles: ["com.a", "com.x"], more: exclusive },
      games: { served: "eu", appBundles: ["com.b"] },
    });
    const refusedAgain = await project.preview();
    expect(refusedAgain.code).not.toBe(0);
    expect(refusedAgain.text.replaceAll(/\s+/gu, " ")).toContain('"casinos" is exclusive');

    declare({
      casinos: { served: "one", appBundles: ["com.a", "com.x"], more: exclusive },
      games: { served: "eu", appBundles: ["com.b"], more: `account: "eu", ${exclusive}` },
    });
    succeeded(await project.up());
    expect([appBundles(), simulator.list(4321, ofEu)?.appBundles]).toEqual([["com.a", "com.x"], ["com.b"]]);
  });
});

/** The files that the processes of a run share. */
function filesOf({ project }: Testbed): readonly SharedFile[] {
  return sharedFiles(join(project.folder, "temporary"));
}

describe("a provider process that is killed during its change", () => {
  it("does not disturb the change of another one, and the next up completes its own", async () => {
    const { promise: held, resolve: hold } = Promise.withResolvers<readonly string[]>();
    const bed = await start(
      {
        first: { served: "one", appBundles: ["com.a"] },
        second: { served: "two", appBundles: ["com.b"] },
      },
      {
        onRequest: ({ action, entries }) => {
          if (action === "add") hold(entries?.appBundles ?? []);
        },
      },
    );
    const { project, simulator, appBundles } = bed;
    simulator.addFault({ on: { action: "add", nth: 1 }, effect: "before", answer: { kind: "hang" } });
    const ended = project.up();
    const [entry = ""] = await held;
    const rest = ["com.a", "com.b"].filter((each) => each !== entry);
    while (appBundles().length === 0) await nextTurn();
    const [, , id = ""] = basename(filesOf(bed).find(({ text }) => text.includes(entry))?.path ?? "").split("-");
    killAtOnce(Number(id));
    expect((await ended).code).not.toBe(0);
    expect(appBundles()).toEqual(rest);
    expect(filesOf(bed)).toEqual([]);

    succeeded(await project.up());
    expect(appBundles()).toEqual(["com.a", "com.b"]);
  });
});

describe("the files of a run", () => {
  it("are not read by the next run after a kill of all processes, and deleted after 24 hours", async () => {
    const { promise: held, resolve: hold } = Promise.withResolvers<void>();
    const bed = await start(
      { first: { served: "one", appBundles: ["com.a"] }, second: { served: "dynamic", appBundles: ["com.b"] } },
      { onRequest: ({ action }) => (action === "add" ? hold() : undefined) },
    );
    const { project, simulator, appBundles } = bed;
    let engine = 0;
    simulator.addFault({ on: { action: "add" }, effect: "before", answer: { kind: "hang" } });
    const ended = project.watch(["up", "--yes", "--skip-preview"], { onStart: (id) => (engine = id) });
    await held;
    [engine, ...descendantsOf(engine).map(({ id }) => id)].forEach(killAtOnce);
    await ended;
    expect(filesOf(bed).length).toBeGreaterThan(0);
    simulator.clearFaults();
    succeeded(await project.pulumi("cancel", "--yes"));
    succeeded(await project.up());
    expect(appBundles()).toEqual(["com.a", "com.b"]);
    const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000);
    for (const { path } of filesOf(bed)) utimesSync(path, yesterday, yesterday);
    succeeded(await project.preview());
    expect(filesOf(bed)).toEqual([]);
  });

  it("have no secrets, and are deleted when it ends; also if the engine logs all", async () => {
    const seen = new Map<string, SharedFile>();
    const look: { at?: Testbed } = {};
    const bed = await start(
      {
        first: { served: "one", appBundles: ["com.a"] },
        second: { served: "two", appBundles: ["com.b"] },
        third: { served: "dynamic", appBundles: ["com.c"] },
        fourth: { served: "eu", appBundles: ["com.d"] },
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
