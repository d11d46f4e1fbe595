import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Program } from "../../harness/program";

const resourceSchema = z.object({
  urn: z.string(),
  type: z.string(),
  inputs: z.record(z.string(), z.unknown()).default({}),
  outputs: z.record(z.string(), z.unknown()).default({}),
});

const stackSchema = z.object({ deployment: z.object({ resources: z.array(resourceSchema) }) });

/** The address of the simulator in the exported stacks. */
export const exportedUrl = "http://127.0.0.1:65535";

/** The program of the exported stacks: each resource is in another state. */
export const program: Program = {
  blocked: {
    properties: {
      appListId: 4321,
      appBundles: ["com.own.a", "com.shared.b", { entry: "com.own.noted", note: "gambling, until 2199-12-31" }],
      placementIds: ["1001-a1b2c3"],
      websites: ["own.example"],
      removalLimit: "40%",
    },
  },
  allowed: { properties: { appListId: 4322, appBundles: ["com.own.a"], exclusive: true } },
  claimed: { properties: { appListId: 4323, appBundles: ["com.own.a", "com.shared.b"], claimExisting: true } },
  partly: { properties: { appListId: 4324, appBundles: ["com.bad.x", "com.own.a"] } },
  interrupted: { properties: { appListId: 4325, appBundles: ["com.own.a", "com.shared.b"] } },
  drifted: { properties: { appListId: 4326, appBundles: ["com.own.a", "com.own.lost"] } },
};

/** The resources that the next update changes. */
export const incomplete: readonly string[] = ["drifted", "interrupted", "partly"];

const shared = ["com.own.a", "com.shared.b", "com.unmanaged.x"];

/** The lists when the stacks were exported. */
export const lists = [
  {
    id: 4321,
    name: "blocked",
    appBundles: [...shared, "com.own.noted"],
    placementIds: ["1001-a1b2c3"],
    websites: ["own.example"],
  },
  { id: 4322, name: "allowed", appBundles: ["com.own.a"] },
  ...["claimed", "partly", "interrupted", "drifted"].map((name, index) => ({
    id: 4323 + index,
    name,
    appBundles: shared,
  })),
];

/** The output of `pulumi stack export`. Its secrets are encrypted with the passphrase of the tests. */
export function readExported(host: "dynamic" | "plugin"): string {
  return readFileSync(join(import.meta.dirname, `${host}.json`), "utf8");
}

/** The resources of this package in an exported stack, by name. */
export function resourcesIn(exported: string): ReadonlyMap<string, z.infer<typeof resourceSchema>> {
  const { resources } = stackSchema.parse(JSON.parse(exported)).deployment;
  const own = resources.filter(({ type }) => type.endsWith(":AppListEntries"));
  return new Map(own.map((resource) => [resource.urn.split("::").at(-1) ?? "", resource]));
}
