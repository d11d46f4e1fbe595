import * as pulumi from "@pulumi/pulumi";
import * as z from "zod";
import { version } from "../../../common/version";
import { byKind } from "../../../list/kinds";
import type { GetCampaignsArgs, GetCampaignsOutputArgs, GetCampaignsResult } from "../arguments";

/** The arguments of {@link getAppList}. */
export interface GetAppListArgs {
  /** The ID of an existing app list. */
  readonly appListId: number;
  /** The name of the account in the setting `accounts`. Default: the account of the provider. */
  readonly account?: string;
}

/** The arguments of {@link getAppList}. Each can be an output of a resource. */
export type GetAppListOutputArgs = { readonly [Name in keyof GetAppListArgs]: pulumi.Input<GetAppListArgs[Name]> };

/** The content of an app list. */
export interface GetAppListResult {
  /** The ID of the list. */
  readonly appListId: number;
  /** The name of the list. */
  readonly name?: string | undefined;
  /** The description of the list. */
  readonly description?: string | undefined;
  /** Whether campaigns are associated with the list. */
  readonly hasAssociatedCampaigns?: boolean | undefined;
  /** All app bundles in the list, sorted; undefined if the API does not show them. */
  readonly appBundles?: readonly string[] | undefined;
  /** All placement IDs in the list, sorted; undefined if the API does not show them. */
  readonly placementIds?: readonly string[] | undefined;
  /** All websites in the list, sorted; undefined if the API does not show them. */
  readonly websites?: readonly string[] | undefined;
  /** The reason if the list could not be read. */
  readonly notVerified?: string | undefined;
}

const appListSchema = z.object({
  appListId: z.number(),
  name: z.string().optional(),
  description: z.string().optional(),
  hasAssociatedCampaigns: z.boolean().optional(),
  ...byKind(() => z.array(z.string()).optional()),
  notVerified: z.string().optional(),
});

const campaignsSchema = z.object({ campaigns: z.array(z.record(z.string(), z.unknown())) });

const lists = dataFunction<GetAppListArgs, GetAppListResult>("getAppList", appListSchema);
const listings = dataFunction<GetCampaignsArgs, GetCampaignsResult>("getCampaigns", campaignsSchema);

/**
 * Reads the current content of an app list, without managing it. If the list cannot be read, `notVerified` contains the
 * reason.
 *
 * Like every Pulumi function, it runs in previews, too, and needs credentials there.
 *
 * @example
 * ```ts
 * export const { appBundles } = await getAppList({ appListId: 4321 });
 * ```
 */
export const getAppList = async (args: GetAppListArgs, opts?: pulumi.InvokeOptions): Promise<GetAppListResult> =>
  lists.call(args, opts);

/** {@link getAppList} for arguments that are outputs of resources. */
export const getAppListOutput = (
  args: GetAppListOutputArgs,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetAppListResult> => lists.callWithOutputs(args, opts);

/**
 * Lists the campaigns of an account, as the API returns them: their fields are not documented.
 *
 * Like every Pulumi function, it runs in previews, too, and needs credentials there.
 *
 * @example
 * ```ts
 * export const campaigns = (await getCampaigns()).campaigns.length;
 * ```
 */
export const getCampaigns = async (
  args: GetCampaignsArgs = {},
  opts?: pulumi.InvokeOptions,
): Promise<GetCampaignsResult> => listings.call(args, opts);

/** {@link getCampaigns} for arguments that are outputs of resources. */
export const getCampaignsOutput = (
  args: GetCampaignsOutputArgs = {},
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetCampaignsResult> => listings.callWithOutputs(args, opts);

/** A data function of the plugin, and the same for arguments that are outputs. */
function dataFunction<Args extends object, Result>(name: string, schema: z.ZodType<Result>) {
  const token = `app-list:index:${name}`;
  return {
    call: async (args: Args, opts?: pulumi.InvokeOptions): Promise<Result> =>
      schema.parse(await pulumi.runtime.invoke(token, { ...args }, { version, ...opts })),
    callWithOutputs: (
      args: { readonly [Name in keyof Args]: pulumi.Input<Args[Name]> },
      opts?: pulumi.InvokeOutputOptions,
    ): pulumi.Output<Result> =>
      pulumi.runtime
        .invokeOutput<unknown>(token, { ...args }, { version, ...opts })
        .apply((result) => schema.parse(result)),
  };
}
