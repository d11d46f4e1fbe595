import * as pulumi from "@pulumi/pulumi";
import type { GetCampaignsArgs, GetCampaignsOutputArgs, GetCampaignsResult } from "../arguments";
import { warnAboutConfiguration } from "../run";

/**
 * Lists the campaigns of an account, as the API returns them: their fields are not documented.
 *
 * Like every Pulumi function, it runs in previews, too, and needs credentials there.
 *
 * @throws {pulumi.RunError} if settings are missing or wrong, a request fails, or fewer campaigns are listed than the
 *   API announces. All requests together take at most `app-list:timeoutSeconds`.
 *
 * @example
 * ```ts
 * export const campaigns = (await getCampaigns()).campaigns.length;
 * ```
 */
export async function getCampaigns({ account, perPage }: GetCampaignsArgs = {}): Promise<GetCampaignsResult> {
  warnAboutConfiguration();
  // A file of its own: most programs do not need it, and it would make each preview slower.
  const { readCampaigns } = await import("./read-campaigns.js");
  return { campaigns: await readCampaigns(account, perPage) };
}

/** {@link getCampaigns} for arguments that are outputs of resources. */
export function getCampaignsOutput(args: GetCampaignsOutputArgs = {}): pulumi.Output<GetCampaignsResult> {
  return pulumi.all([args.account, args.perPage]).apply(([account, perPage]) => getCampaigns({ account, perPage }));
}
