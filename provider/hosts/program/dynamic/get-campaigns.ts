import * as pulumi from "@pulumi/pulumi";
import { printNotice } from "../../../resource/notice";
import { Run } from "../../../resource/run";
import type { GetCampaignsArgs, GetCampaignsOutputArgs, GetCampaignsResult } from "../arguments";
import { perRun, programSettings, toRunError, warnAboutConfiguration } from "../run";

/** One run for all calls, so that refused credentials are sent only once: many failed logins can lock an account. */
const run = perRun(() => new Run(programSettings(), (notice) => void pulumi.log.info(printNotice(notice))));

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
  try {
    const { api } = await run().connect(account);
    return { campaigns: await api.campaigns(perPage) };
  } catch (error) {
    throw toRunError(error);
  }
}

/** {@link getCampaigns} for arguments that are outputs of resources. */
export function getCampaignsOutput(args: GetCampaignsOutputArgs = {}): pulumi.Output<GetCampaignsResult> {
  return pulumi.all([args.account, args.perPage]).apply(([account, perPage]) => getCampaigns({ account, perPage }));
}
