import { z } from "zod";
import type { Project } from "./project.ts";

/** An AppListEntries resource of a state, without `__provider`. */
export interface ResourceState {
  readonly urn: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>>;
}

/** What a state says of app bundles: what the resource holds, and which of it stood in the list before or is missing. */
export interface AppBundleState {
  readonly held: ReadonlySet<string>;
  readonly adopted: ReadonlySet<string>;
  readonly missing: ReadonlySet<string>;
}

/** All AppListEntries resources of the stack. */
export async function resourcesOf(project: Project): Promise<readonly ResourceState[]> {
  const { checkpoint } = stateSchema.parse(JSON.parse(await project.readState()));
  return (checkpoint.latest?.resources ?? []).flatMap(({ urn, type, inputs, outputs }) =>
    type === "pulumi-nodejs:dynamic/app-list:AppListEntries"
      ? [{ urn, inputs: withoutProvider(inputs), outputs: withoutProvider(outputs) }]
      : [],
  );
}

/** The app bundles of the stack's only resource; none where the stack holds no resource. */
export async function appBundlesOf(project: Project): Promise<AppBundleState> {
  const [resource] = await resourcesOf(project);
  const { appBundles, adopted, missing } = outputsSchema.parse(resource?.outputs ?? {});
  return { held: appBundles, adopted: adopted.appBundles, missing: missing.appBundles };
}

const stateSchema = z.object({
  checkpoint: z.object({
    latest: z
      .object({
        resources: z
          .array(
            z.object({
              urn: z.string(),
              type: z.string(),
              inputs: z.record(z.string(), z.unknown()).default({}),
              outputs: z.record(z.string(), z.unknown()).default({}),
            }),
          )
          .default([]),
      })
      .nullish(),
  }),
});

const lines = z
  .string()
  .default("")
  .transform((text): ReadonlySet<string> => new Set(text.split("\n").filter((line) => line !== "")));
const outputsSchema = z.object({
  appBundles: lines,
  adopted: z.object({ appBundles: lines }).prefault({}),
  missing: z.object({ appBundles: lines }).prefault({}),
});

function withoutProvider({
  __provider: _,
  ...rest
}: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return rest;
}
