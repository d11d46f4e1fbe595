import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import { root } from "../../tools/paths.mjs";

const packageSchema = z.looseObject({ dependencies: z.record(z.string(), z.string()).default({}) });

const lockedSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      integrity: z.string().optional(),
      hasInstallScript: z.boolean().default(false),
      dependencies: z.record(z.string(), z.string()).default({}),
    }),
  ),
});

function read<Value>(path: string, schema: z.ZodType<Value>): Value {
  return schema.parse(JSON.parse(readFileSync(join(root, path), "utf8")));
}

it("The package has four dependencies, without install scripts and without dependencies of their own", () => {
  const { dependencies } = read("provider/package.json", packageSchema);
  const { packages } = read("package-lock.json", lockedSchema);
  expect(Object.keys(dependencies)).toHaveLength(4);
  for (const name of Object.keys(dependencies)) {
    const locked = packages[`provider/node_modules/${name}`] ?? packages[`node_modules/${name}`];
    expect({ name, ...locked }).toMatchObject({ hasInstallScript: false, dependencies: {} });
    expect(locked?.integrity).toMatch(/^sha512-/u);
  }
});

// With one, Pulumi tries to download the plugin also for programs that never need it.
it("The package has no member `pulumi`", () => {
  expect(read("provider/package.json", packageSchema)["pulumi"]).toBeUndefined();
});
