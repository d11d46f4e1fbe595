import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const resourceSchema = z.object({
  urn: z.string(),
  type: z.string(),
  inputs: z.record(z.string(), z.unknown()).default({}),
  outputs: z.record(z.string(), z.unknown()).default({}),
});

const stackSchema = z.object({ deployment: z.object({ resources: z.array(resourceSchema) }) });

/** The address of the simulator in the exported stacks. */
export const exportedUrl = "http://127.0.0.1:65535";

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
