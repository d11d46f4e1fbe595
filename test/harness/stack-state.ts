import { z } from "zod";
import { pulumiHosts } from "./hosts.ts";
import type { Project } from "./project.ts";

const valuesSchema = z
  .record(z.string(), z.unknown())
  .default({})
  .transform(({ __provider: _, __resource: __, ...rest }) => rest);

const resourceSchema = z
  .object({
    urn: z.string(),
    type: z.string(),
    id: z.string().default(""),
    inputs: valuesSchema,
    outputs: valuesSchema,
    initErrors: z.array(z.unknown()).default([]),
    delete: z.boolean().default(false),
  })
  .transform(({ urn, outputs, initErrors, delete: isPendingDelete, ...rest }) => {
    const [, , , name = ""] = urn.split("::");
    return { ...rest, urn, name, outputs, state: outputs, isIncomplete: initErrors.length > 0, isPendingDelete };
  });
const latestSchema = z.object({ resources: z.array(resourceSchema).default([]) });
const stateSchema = z.object({ checkpoint: z.object({ latest: latestSchema.nullish() }) });

/** An AppListEntries resource of a state, without the properties of the dynamic host. */
export type ResourceState = z.infer<typeof resourceSchema>;

const types: ReadonlySet<string> = new Set(pulumiHosts.map(({ type }) => type));

/** All AppListEntries resources of the stack, in whichever host. */
export async function resourcesOf(project: Project): Promise<readonly ResourceState[]> {
  const { checkpoint } = stateSchema.parse(JSON.parse(await project.readState()));
  return (checkpoint.latest?.resources ?? []).filter(({ type }) => types.has(type));
}
