import * as pulumi from "@pulumi/pulumi";
import type { Campaign } from "../../../service/campaigns";
import { currentProgramRun } from "./program-run";
import { toRunError } from "./run-error";
import { warnAboutConfiguration } from "./settings";

/** The arguments of {@link getCampaigns}. */
export interface GetCampaignsArgs {
  /** The name of the account in `app-list:accounts`. Default: the account of the stack. */
  readonly account?: string;
  /** The number of campaigns per request. The API may return fewer. Default: 100. */
  readonly perPage?: number;
}

/** The same arguments, also as outputs of resources. */
export interface GetCampaignsOutputArgs {
  readonly account?: pulumi.Input<string>;
  readonly perPage?: pulumi.Input<number>;
}

/**
 * Lists the campaigns of an account, as the API returns them: their fields are not documented.
 *
 * Like every Pulumi function it also runs in previews, so it needs credentials there.
 *
 * @throws {pulumi.RunError} if settings are missing or wrong, a request fails, or fewer campaigns are listed than the API
 *   announces. All requests together take at most `app-list:timeoutSeconds`.
 *
 * @example
 * ```ts
 * export const campaigns = (await getCampaigns()).length;
 * ```
 */
export async function getCampaigns({ account, perPage }: GetCampaignsArgs = {}): Promise<readonly Campaign[]> {
  warnAboutConfiguration();
  try {
    const { service } = await currentProgramRun().connections.connect(account);
    return await service.campaigns({ perPage });
  } catch (error) {
    throw toRunError(error);
  }
}

/** {@link getCampaigns} for arguments that are outputs of resources. */
export function getCampaignsOutput(args: GetCampaignsOutputArgs = {}): pulumi.Output<readonly Campaign[]> {
  return pulumi.all([args.account, args.perPage]).apply(([account, perPage]) => getCampaigns({ account, perPage }));
}
