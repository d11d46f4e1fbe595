import { z } from "zod";
import { readSchema } from "../../provider/hosts/plugin/read-schema";

const typeSchema = z.looseObject({
  type: z.string().optional(),
  $ref: z.string().optional(),
  get oneOf() {
    return z.array(typeSchema).optional();
  },
  get items() {
    return typeSchema.optional();
  },
});

const propertySchema = typeSchema.extend({ description: z.string(), secret: z.boolean().optional() });
const propertiesSchema = z.record(z.string(), propertySchema);
const objectSchema = z.looseObject({ properties: propertiesSchema, required: z.array(z.string()).optional() });
const functionSchema = z.looseObject({ description: z.string(), inputs: objectSchema, outputs: objectSchema });

const valueSchema = z.looseObject({ name: z.string(), value: z.string(), description: z.string() });
const enumSchema = z.looseObject({ type: z.literal("string"), enum: z.array(valueSchema) });

const packageSchema = z.looseObject({
  config: z.looseObject({ variables: propertiesSchema }),
  provider: z.looseObject({ inputProperties: propertiesSchema }),
  resources: z.strictObject({
    "app-list:index:AppListEntries": objectSchema.extend({
      description: z.string(),
      inputProperties: propertiesSchema,
      requiredInputs: z.array(z.string()),
    }),
  }),
  functions: z.strictObject({
    "app-list:index:getAppList": functionSchema,
    "app-list:index:getCampaigns": functionSchema,
  }),
  types: z.strictObject({
    "app-list:index:Account": objectSchema,
    "app-list:index:Entries": objectSchema,
    "app-list:index:Purpose": enumSchema,
    "app-list:index:Observe": enumSchema,
  }),
  language: z.looseObject({ nodejs: z.looseObject({ packageName: z.string() }) }),
});

/** A type in the schema. */
export type Type = z.infer<typeof typeSchema>;

/** Properties in the schema, by name. */
export type Properties = z.infer<typeof propertiesSchema>;

/** The schema of the package, as the engine gets it from the plugin. */
export const schema = packageSchema.parse(JSON.parse(readSchema()));

export const { "app-list:index:AppListEntries": appListEntries } = schema.resources;
export const { "app-list:index:getAppList": getAppList, "app-list:index:getCampaigns": getCampaigns } =
  schema.functions;
export const { "app-list:index:Account": account, "app-list:index:Entries": entries } = schema.types;
