import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { reservedAppBundlePrefix } from "../../provider/list/entry";
import { startSimulator, type Simulator } from "../../provider/simulator/index";
import {
  accountsWith,
  appListResources,
  frozenStacks,
  frozenUrl,
  namedAccounts,
  settingsOfAll,
  type FrozenStack,
} from "../frozen/states";
import { freeze, freezes } from "../frozen/versions";
import { leaksIn, secretsOf } from "../harness/canaries";
import { dynamicHost, pluginHost, pulumiHosts, type PulumiHost } from "../harness/hosts";
import { projectFileWithPlugin } from "../harness/plugin-project";
import { createProject, succeeded, type Project } from "../harness/project";

/** A simulator with the accounts of the fixtures, and a project that runs a program with them. */
async function openStack({ program, lists }: Pick<FrozenStack, "program" | "lists">) {
  const accounts = accountsWith(lists);
  const simulator = await startSimulator({ accounts });
  const project = await createProject({ program, settings: settingsOfAll(simulator) });
  project.write("Pulumi.yaml", projectFileWithPlugin());
  Object.assign(project.environment, { BASE_URL: simulator.url, LOGIN: JSON.stringify(namedAccounts.eu) });
  /** The lists of each account, as they are now. */
  const listsNow = (): FrozenStack["lists"] =>
    Object.fromEntries(
      ["", ...Object.keys(namedAccounts)].map((account, index) => [
        account,
        (lists[account] ?? []).map(({ id, name }) => {
          const { appBundles = [], placementIds = [], websites = [] } = simulator.list(id, accounts[index]) ?? {};
          return { id, name, appBundles: [...appBundles], placementIds: [...placementIds], websites: [...websites] };
        }),
      ]),
    );
  const close = async (): Promise<void> => {
    project.remove();
    await simulator.close();
  };
  return { simulator, project, listsNow, close };
}

/** The requests that are neither tokens nor probes, as `add com.own.a`. */
function changesSent(simulator: Simulator): readonly string[] {
  return simulator.journal.flatMap(({ action, entries }) => {
    const names = Object.values(entries ?? {}).flat();
    return names.length === 0 || names.some((name) => name.startsWith(reservedAppBundlePrefix))
      ? []
      : [`${action} ${names.join(" ")}`];
  });
}

const stepsSchema = z.object({ steps: z.array(z.object({ urn: z.string(), op: z.string() })) });

/** The operation of each resource of this package that a preview would change, by the name of the resource. */
async function previewOf(project: Project): Promise<Readonly<Record<string, string>>> {
  const { text } = succeeded(await project.preview("--json"));
  const { steps } = stepsSchema.parse(JSON.parse(text.slice(text.indexOf("{"))));
  return Object.fromEntries(
    steps.flatMap(({ urn, op }) => (urn.includes(":AppListEntries::") ? [[nameIn(urn), op]] : [])),
  );
}

function nameIn(urn: string): string {
  return urn.split("::").at(-1) ?? "";
}

const unmanaged = { appBundles: ["com.shared.b", "com.unmanaged.x"], placementIds: [], websites: [] };

/** The lists before the first command. */
const firstLists: FrozenStack["lists"] = {
  "": ["blocked", "allowed", "claimed", "partly", "interrupted", "drifted", "imported"].map((name, index) => ({
    id: 4321 + index,
    name,
    ...unmanaged,
    appBundles: name === "allowed" ? [] : unmanaged.appBundles,
  })),
  eu: [{ id: 4321, name: "blocked eu", ...unmanaged }],
  hidden: [{ id: 4321, name: "blocked hidden", ...unmanaged }],
};

/** A program with a resource in each state that users may have. */
function programWithAll(host: PulumiHost): string {
  const resource = (name: string, id: number, appBundles: readonly unknown[], more = "", options = "") =>
    `new AppListEntries("${name}", { appListId: ${id}, appBundles: ${JSON.stringify(appBundles)}${more} }${options});\n`;
  const note = { entry: "com.own.noted", note: "gambling, until 2199-12-31" };
  const ofPlugin = [
    `const eu = new Provider("eu", { baseUrl: process.env.BASE_URL, ...JSON.parse(process.env.LOGIN) });\n`,
    resource("explicit", 4321, ["com.own.explicit"], "", ", { provider: eu }"),
    resource("imported", 4327, unmanaged.appBundles, "", ', { import: "4327" }'),
  ];
  return [
    `const { AppListEntries${host === pluginHost ? ", Provider" : ""} } = require("pulumi-app-list");\n`,
    resource(
      "blocked",
      4321,
      ["com.own.a", "com.shared.b", note],
      ', placementIds: ["1001-a1b2c3"], websites: ["own.example"], removalLimit: "40%"',
    ),
    resource("allowed", 4322, ["com.own.a"], ", exclusive: true"),
    resource("claimed", 4323, ["com.own.a", "com.shared.b"], ", claimExisting: true, removalLimit: 500"),
    resource("partly", 4324, ["com.bad.x", "com.own.a"]),
    resource("interrupted", 4325, ["com.own.a", "com.shared.b"]),
    resource("drifted", 4326, ["com.own.a", "com.own.lost"]),
    resource("named", 4321, ["com.own.a", "com.shared.b"], ', account: "eu"'),
    resource("unverified", 4321, ["com.own.a"], ', account: "hidden"'),
    ...(host === pluginHost ? ofPlugin : []),
  ].join("");
}

/** Makes the states with the current version and writes them as fixtures. */
async function freezeStates(host: PulumiHost): Promise<void> {
  const program = programWithAll(host).replace('"pulumi-app-list"', `"${host.module}"`);
  const { simulator, project, listsNow, close } = await openStack({ program, lists: firstLists });
  simulator.setBehaviour({ refused: new Set(["com.bad.x"]) });
  simulator.addFault({ on: { appListId: 4325, action: "add" }, effect: "after", answer: { kind: "reset" } });
  simulator.addFault({
    on: { appListId: 4325, action: "remove", nth: 2 },
    effect: "before",
    answer: { kind: "status", status: 501 },
  });
  await project.up("--continue-on-error");
  simulator.edit(4326, { remove: { appBundles: ["com.own.lost"] } });
  const drifted = `urn:pulumi:dev::acceptance::${host.type}::drifted`;
  succeeded(await project.pulumi("refresh", "--yes", "--skip-preview", "--target", drifted));
  const { text } = succeeded(await project.pulumi("stack", "export"));
  const exported: unknown = JSON.parse(text.replaceAll(simulator.url, frozenUrl), withoutTrace);
  const name = host === dynamicHost ? "dynamic" : "plugin";
  freeze(`states/${name}.json`, { program, lists: listsNow(), exported });
  await close();
}

/** Omits what the engine notes about the run alone: times, and the lines of this repository that made a resource. */
function withoutTrace(name: string, value: unknown): unknown {
  return ["created", "modified", "sourcePosition", "stackTrace"].includes(name) ? undefined : value;
}

if (freezes) for (const host of pulumiHosts) await freezeStates(host);

describe.each(frozenStacks())("the stack of %s", (_name, stack) => {
  const resources = appListResources(stack);
  /** The resources that the next update changes: it completes a failed one, and adds what is missing. */
  const incomplete = resources.filter(({ initErrors, outputs }) => initErrors !== undefined || "missing" in outputs);

  it("is previewed without a request, completed, refreshed and destroyed by this version", async () => {
    const { simulator, project, listsNow, close } = await openStack(stack);
    onTestFinished(close);
    project.write("exported.json", JSON.stringify(stack.exported).replaceAll(frozenUrl, simulator.url));
    succeeded(await project.pulumi("stack", "import", "--file", "exported.json"));

    const changed = new Set(incomplete.map(({ urn }) => nameIn(urn)));
    expect(changed).toEqual(new Set(["drifted", "interrupted", "partly"]));
    expect(await previewOf(project)).toEqual(Object.fromEntries([...changed].map((name) => [name, "update"])));
    expect(simulator.journal).toEqual([]);

    succeeded(await project.up());
    expect(changesSent(simulator).toSorted()).toEqual(["add com.bad.x", "add com.own.lost"]);
    simulator.clearJournal();
    succeeded(await project.pulumi("refresh", "--yes", "--skip-preview"));
    expect(changesSent(simulator)).toEqual([]);
    const printed = succeeded(await project.up("--expect-no-changes"));
    expect(leaksIn([printed.text], secretsOf(simulator))).toEqual([]);

    succeeded(await project.destroy());
    const left = Object.values(listsNow()).flat();
    const kept = left.map(({ name, ...entries }) => [name, ...entries.appBundles.toSorted()]);
    // Destroy keeps what was in the list before. Of a list that the API does not show, it removes nothing.
    expect(kept).toEqual(
      left.map(({ name }) => [
        name,
        ...(name === "blocked hidden" ? ["com.own.a"] : []),
        ...(name === "allowed" ? [] : name === "claimed" ? ["com.unmanaged.x"] : unmanaged.appBundles),
      ]),
    );
  });

  it("contains no secret as plain text", async () => {
    const text = JSON.stringify(stack);
    const secrets = accountsWith({}).flatMap((account) => secretsOf({ account, issuedTokens: [] }));
    expect(leaksIn([text], secrets)).toEqual([]);
  });
});
