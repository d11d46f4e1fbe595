import { expect, it } from "vitest";
import { exitCodes } from "../../provider/cli/exit-code";
import { dynamicHost, pluginHost, type PulumiHost } from "../harness/hosts";
import { providerType, type Program } from "../harness/program";
import { succeeded } from "../harness/project";
import { settingsFor } from "../harness/simulator-settings";
import { reportOn } from "./report-on";
import { blocked, inList, testbed } from "./testbed";

it("A report on the plugin is that on the dynamic provider: changes, drift, refusals and what is not verified", async () => {
  const noted = (entries: readonly string[]) => blocked(entries.map((entry) => ({ entry, note: "gambling" })));
  const reportsOf = async (host: PulumiHost) => {
    const { project, simulator } = await testbed({ program: {}, host, holds: ["com.a", "com.existing"] });
    const run = async (program: Program, ...args: readonly string[]) => {
      project.declare(program);
      const { code, text } = await reportOn(project, ...args);
      // The digest is that of the simulator's address, too.
      const comparable = text.replaceAll(/(?<=APP_LIST_APPROVE=)\S+/gu, "DIGEST");
      return { code, text: comparable.replaceAll(/^Drift is not known .*\n/gmu, "") };
    };
    const reports = [await run(noted(["com.a", "com.b"]))];
    succeeded(await project.up());
    simulator.edit(4321, { remove: { appBundles: ["com.b"] } });
    reports.push(await run(noted(["com.a", "com.b", "com.c"]), "--refresh"));
    reports.push(await run(blocked(["com.a"], {}, { ignoreChanges: ["appBundles"] }), "--refresh"));
    reports.push(await run(blocked(["com.c"], { exclusive: true, removalLimit: 1 }), "--refresh"));
    simulator.setBehaviour({ removeAbsent: "error" });
    reports.push(await run(noted(["com.a", "com.b"]), "--refresh"));
    return reports;
  };
  const [ofDynamic, ofPluginHost] = await Promise.all([reportsOf(dynamicHost), reportsOf(pluginHost)]);
  const { changes, error, notVerified } = exitCodes;
  expect(ofDynamic.map(({ code }) => code)).toEqual([changes, changes, changes, error, notVerified]);
  expect(ofPluginHost).toEqual(ofDynamic);
});

it("A report shows a stack that moves to the plugin, explicit providers, imports and secrets", async () => {
  const { project, simulator, requests } = await testbed({
    program: {},
    host: pluginHost,
    lists: [
      { id: 4321, name: "brand-safety", appBundles: ["com.x"] },
      { id: 9876, name: "allowed", appBundles: ["com.a", "com.b", "com.c"] },
    ],
  });
  project.declare(blocked(["com.a", "com.b"]), dynamicHost);
  succeeded(await project.up());
  simulator.edit(4321, { remove: { appBundles: ["com.b"] } });

  project.declare(blocked(["com.a", "com.b", "com.c"]));
  const moving = await reportOn(project, "--refresh");
  expect(moving.code).toBe(exitCodes.changes);
  expect(moving.text).toBe(`1 app list to change: up to +2; drift in 1 (1 missing)

app list 4321 "brand-safety" (resource blocked, update)
  app list 4321 "brand-safety": drift: 1 app bundle missing ("com.b"). The next pulumi up adds the entries that are still declared.
  1 app bundle added
    + com.c
  1 app bundle missing (drift): added again
    + com.b
`);
  project.declare(blocked(["com.a", "com.b"]));
  succeeded(await project.up("--refresh"));
  simulator.edit(4321, { remove: { appBundles: ["com.a"] } });
  requests();

  const canary = "canary-of-a-secret";
  const { plain, secret } = settingsFor(simulator);
  const settings = { ...plain, ...secret };
  const later = { ...settings, apiKey: canary, password: "${hidden.name}" };
  project.declare({
    eu: { type: providerType, properties: settings },
    later: { type: providerType, properties: later },
    ...blocked(["com.a", "com.b"]),
    unknown: inList(5432, ["${hidden.name}"]),
    allowed: inList(9876, ["com.a", "com.new"], {}, { provider: "eu", import: "9876" }),
    hidden: {
      properties: { appListId: 4321, websites: { "fn::secret": [`${canary}.example`] } },
      options: { provider: "eu" },
    },
    unchecked: inList(4321, [{ entry: "com.z", note: "dating" }, "com.y"], {}, { provider: "later" }),
  });
  const { code, text } = await reportOn(project, "--refresh");
  expect(code).toBe(exitCodes.changes);
  expect(text).not.toContain(canary);
  expect(text).not.toContain("pulumi:providers");
  expect(text).toContain(`app list 4321 "brand-safety" (resource blocked, update)
  app list 4321 "brand-safety": drift: 1 app bundle missing ("com.a"). The next pulumi up adds the entries that are still declared.
  1 app bundle missing (drift): added again
    + com.a
`);
  expect(text).toContain(`app list 9876 "allowed" (resource allowed, update, provider eu)
  app list 9876 "allowed": imported 3 app bundles ("com.a", "com.b", "com.c"). They count as adopted: pulumi destroy keeps them, unless claimExisting is true.
  app list 9876 "allowed": 2 app bundles of the imported list ("com.b", "com.c") are not declared. The resource no longer manages them, and they stay in the list.
  1 app bundle added
    + com.new
  2 app bundles kept in the list, no longer managed here
      com.b  (adopted)
      com.c  (adopted)
`);
  expect(text).toContain(
    "(resource hidden, create, provider eu)\n  Its websites are secret: their changes are not shown.\n",
  );
  expect(text).toContain(`app list 4321 (resource unchecked, create, provider later)
  2 app bundles added
    + com.y
    + com.z  # dating
`);
  expect(text).toContain("Its app bundles are outputs of another resource and not known yet");
});
