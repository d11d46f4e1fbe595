import * as z from "zod";
import { quoteList } from "../common/quote";
import { byKind } from "../list/kinds";
import { ArgumentsInvalidError } from "./texts/errors";
import { describeNotRead } from "./texts/failures";
import { argumentsSchema, definedMembers, mustBe, type Properties } from "./inputs";
import type { Run } from "./run";

const { account, appListId } = argumentsSchema.shape;
const perPage = z
  .int({ error: mustBe("a whole number such as 100") })
  .positive("must be a positive number")
  .optional();
const campaignsSchema = functionSchema({ account, perPage });
const appListSchema = functionSchema({ account, appListId });

/**
 * Reads the current entries of a list.
 *
 * @returns `name`, `description` and `hasAssociatedCampaigns`; the sorted entries of each kind that the API shows; and
 * `notVerified`, the reason if the list could not be read.
 */
export async function getAppList(run: Run, given: Properties): Promise<Properties> {
  const args = parseArguments(appListSchema, given);
  const list = run.list(args);
  const observation = await list.observe();
  if (observation.outcome === "notVerified") {
    const reason = describeNotRead(list.context.owner, observation);
    return { appListId: args.appListId, notVerified: `The list could not be read: ${reason}.` };
  }
  const { entries, name, description, hasAssociatedCampaigns } = observation.appList;
  const shown = byKind((kind) => entries[kind] && [...entries[kind]]);
  return { appListId: args.appListId, name, description, hasAssociatedCampaigns, ...shown };
}

export async function getCampaigns(run: Run, given: Properties): Promise<Properties> {
  const { account: name, perPage } = parseArguments(campaignsSchema, given);
  const { api } = await run.connect(name);
  return { campaigns: await api.campaigns(perPage) };
}

function functionSchema<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: ({ code, keys }) =>
      code === "unrecognized_keys" ? `${quoteList(keys)}: not an argument of this function` : undefined,
  });
}

function parseArguments<Arguments>(schema: z.ZodType<Arguments>, given: Properties): Arguments {
  const parsed = schema.safeParse(definedMembers(given));
  if (parsed.success) return parsed.data;
  throw new ArgumentsInvalidError(
    parsed.error.issues.map(({ path, message }) => [...path.map(String), message].join(": ")),
  );
}
