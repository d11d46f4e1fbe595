import * as pulumi from "@pulumi/pulumi";
import type { Campaign } from "../../../service/campaigns";
import { readSettings } from "../../../settings/settings";
import { asRunError } from "./as-run-error";
import { programSettings, warnOfConfiguration } from "./settings";

/** The arguments of {@link getCampaigns}. */
export interface GetCampaignsArgs {
  /** The name of the account in `app-list:accounts`. Default: the account of the stack. */
  readonly account?: string;
  /** How many campaigns are asked for in one request. The service may return fewer. Default: 100. */
  readonly perPage?: number;
}

/** The same arguments, also as outputs of resources. */
export interface GetCampaignsOutputArgs {
  readonly account?: pulumi.Input<string>;
  readonly perPage?: pulumi.Input<number>;
}

/**
 * Lists the campaigns of an account, as the service returns them: their fields are not documented.
 *
 * Like every data function of Pulumi it is carried out in previews too, so it needs credentials there.
 *
 * @throws {pulumi.RunError} where settings are missing or wrong, or the service cannot be asked.
 *
 * @example
 * ```ts
 * export const campaigns = (await getCampaigns()).length;
 * ```
 */
export async function getCampaigns(args: GetCampaignsArgs = {}): Promise<readonly Campaign[]> {
  warnOfConfiguration();
  const { ServiceClient } = await import("../../../service/client.js");
  try {
    const service = new ServiceClient(readSettings(programSettings(), args.account));
    try {
      return await Array.fromAsync(service.campaigns(args.perPage === undefined ? {} : { perPage: args.perPage }));
    } finally {
      await service.close();
    }
  } catch (error) {
    throw asRunError(error);
  }
}

/** {@link getCampaigns} for arguments that are outputs of resources. */
export function getCampaignsOutput(args: GetCampaignsOutputArgs = {}): pulumi.Output<readonly Campaign[]> {
  return pulumi
    .all([args.account, args.perPage])
    .apply(([account, perPage]) =>
      getCampaigns({ ...(account !== undefined && { account }), ...(perPage !== undefined && { perPage }) }),
    );
}
