import { z } from "zod";
import { succeeded, type Project } from "./project.ts";

/** An AppListEntries resource as `pulumi stack export` shows it, without `__provider`. */
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
  const { deployment } = exportSchema.parse(JSON.parse(await stateText(project)));
  return deployment.resources.flatMap(({ urn, type, inputs, outputs }) =>
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

/** The whole state of the stack as `pulumi stack export` prints it. */
export async function stateText(project: Project): Promise<string> {
  return succeeded(await project.pulumi("stack", "export")).text;
}

const exportSchema = z.object({
  deployment: z.object({
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
