import * as pulumi from "@pulumi/pulumi";
import * as z from "zod";
import { version } from "../../common/version";
import type { Campaign } from "../../api/campaigns";
import type { GetCampaignsArgs, GetCampaignsOutputArgs } from "../program/data-function-arguments";
import { warnAboutPlainText } from "../program/settings";

const token = "app-list:index:getCampaigns";
const resultSchema = z.object({ campaigns: z.array(z.record(z.string(), z.unknown())) });

/**
 * Lists the campaigns of an account, as the API returns them: their fields are not documented.
 *
 * Like every Pulumi function it also runs in previews, so it needs credentials there.
 *
 * @example
 * ```ts
 * export const campaigns = (await getCampaigns()).length;
 * ```
 */
export async function getCampaigns(
  { account, perPage }: GetCampaignsArgs = {},
  opts?: pulumi.InvokeOptions,
): Promise<readonly Campaign[]> {
  warnAboutPlainText();
  const result: unknown = await pulumi.runtime.invoke(token, { account, perPage }, { version, ...opts });
  return resultSchema.parse(result).campaigns;
}

/** {@link getCampaigns} for arguments that are outputs of resources. */
export function getCampaignsOutput(
  { account, perPage }: GetCampaignsOutputArgs = {},
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<readonly Campaign[]> {
  warnAboutPlainText();
  const result = pulumi.runtime.invokeOutput<unknown>(token, { account, perPage }, { version, ...opts });
  return result.apply((returned) => resultSchema.parse(returned).campaigns);
}
