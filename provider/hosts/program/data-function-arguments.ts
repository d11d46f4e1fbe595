import type * as pulumi from "@pulumi/pulumi";

/** The arguments of getCampaigns. */
export interface GetCampaignsArgs {
  /** The name of the account in the setting `accounts`. Default: the account of the stack or of the provider. */
  readonly account?: string;
  /** The number of campaigns per request. The API may return fewer. Default: 100. */
  readonly perPage?: number;
}

/** The same arguments, also as outputs of resources. */
export interface GetCampaignsOutputArgs {
  readonly account?: pulumi.Input<string>;
  readonly perPage?: pulumi.Input<number>;
}
