import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { dynamicHost } from "../harness/hosts";
import { pluginType, providerType, type Declared, type Program } from "../harness/program";
import { failed, succeeded } from "../harness/project";
import { sharedFiles } from "../harness/shared-files";
import { settingsFor } from "../harness/simulator-settings";
import { inList, testbed, type Testbed } from "./testbed";

/** Which provider process serves a resource: that of an explicit provider, of the plugin's default one, or the dynamic one. */
type Served = "one" | "two" | "default" | "dynamic";

/** A resource that declares entries of list 4321. */
function by(served: Served, appBundles: readonly string[], more = {}, options: Declared["options"] = {}): Declared {
  if (served === "dynamic") return inList(4321, appBundles, more, options);
  const provider = served === "default" ? {} : { provider: served };
  return { ...inList(4321, appBundles, more, { ...options, ...provider }), type: pluginType };
}

/** A stack. If it has no resource of the dynamic provider, its program is in YAML and has explicit providers. */
async function start(resources: Program): Promise<Testbed & { readonly declare: (resources: Program) => void }> {
  const bed = await testbed({ program: {} });
  const { plain, secret } = settingsFor(bed.simulator);
  const login = { ...plain, ...secret };
  const providers: Program = {
    one: { type: providerType, properties: login },
    two: { type: providerType, properties: login },
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
  it("must not be declared by both; it stays in the list, and then belongs to the other one", async () => {
    const bed = await start({ first: by(from, ["com.a", "com.x"]), second: by(to, ["com.x"]) });
    const { project, appBundles, declare } = bed;
    const { text } = failed(await project.preview());
    const named =
      from === "dynamic"
        ? /the app bundle "com\.x" is declared by the resource "(first|second)" and a resource of the dynamic provider/u
        : /the app bundle "com\.x" is declared by the resources "(first" and "second|second" and "first)"/u;
    expect(text.replaceAll(/\s+/gu, " ")).toMatch(named);
    expect(bed.requests()).toEqual([]);

    declare({ first: by(from, ["com.a", "com.x", "com.y"]), second: by(to, ["com.b"]) });
    succeeded(await project.up());
    expect(appBundles()).toEqual(["com.a", "com.b", "com.x", "com.y"]);
    removedBy(bed);

    const up = async (resources: Program, ...removed: readonly string[]): Promise<string> => {
      declare(resources);
      const { text } = succeeded(await project.up());
      expect([removedBy(bed), appBundles()]).toEqual([removed, ["com.a", "com.b", "com.x", "com.y"]]);
      return text;
    };
    // The engine shows the resource that declares the entry first.
    const giving = by(from, ["com.a", "com.y"], {}, { dependsOn: ["second"] });
    await up({ second: by(to, ["com.b", "com.x"]), first: giving });
    // It shows that resource only after the removal.
    const taking = by(to, ["com.b", "com.x", "com.y"], {}, { dependsOn: ["first"] });
    await up({ first: by(from, ["com.a"]), second: taking }, "com.y");
    // The other resource takes over what a deleted one has.
    expect(await up({ second: by(to, ["com.a", "com.b", "com.x", "com.y"]) })).toContain(
      "another resource of this program",
    );

    // What was in the list when the other resource was first shown is adopted, as in one process.
    succeeded(await project.destroy("--logflow", "-v=9", "--logtostderr"));
    expect(sharedFiles(join(project.folder, "temporary"))).toEqual([]);
    expect(appBundles()).toEqual(["com.a", "com.x"]);
  });
});
