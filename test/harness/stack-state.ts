import { z } from "zod";
import { pulumiHosts } from "./hosts.ts";
import type { Project } from "./project.ts";

/** An AppListEntries resource of a state, without `__provider`. */
export interface ResourceState {
  readonly urn: string;
  readonly type: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>>;
}

const types: ReadonlySet<string> = new Set(pulumiHosts.map(({ type }) => type));

/** All AppListEntries resources of the stack, in whichever host. */
export async function resourcesOf(project: Project): Promise<readonly ResourceState[]> {
  const { checkpoint } = stateSchema.parse(JSON.parse(await project.readState()));
  return (checkpoint.latest?.resources ?? []).flatMap(({ urn, type, inputs, outputs }) =>
    types.has(type) ? [{ urn, type, inputs: withoutProvider(inputs), outputs: withoutProvider(outputs) }] : [],
  );
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

function withoutProvider({
  __provider: _,
  ...rest
}: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return rest;
}
