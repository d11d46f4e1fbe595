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
export async function getAppList(args: GetAppListArgs, opts?: pulumi.InvokeOptions): Promise<GetAppListResult> {
  return invoke("getAppList", appListSchema, args, opts);
}

/** {@link getAppList} for arguments that are outputs of resources. */
export function getAppListOutput(
  args: GetAppListOutputArgs,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetAppListResult> {
  return invokeOutput("getAppList", appListSchema, args, opts);
}

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
export async function getCampaigns(
  args: GetCampaignsArgs = {},
  opts?: pulumi.InvokeOptions,
): Promise<GetCampaignsResult> {
  return invoke("getCampaigns", campaignsSchema, args, opts);
}

/** {@link getCampaigns} for arguments that are outputs of resources. */
export function getCampaignsOutput(
  args: GetCampaignsOutputArgs = {},
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetCampaignsResult> {
  return invokeOutput("getCampaigns", campaignsSchema, args, opts);
}

async function invoke<Result>(
  name: string,
  schema: z.ZodType<Result>,
  args: object,
  opts?: pulumi.InvokeOptions,
): Promise<Result> {
  const returned: unknown = await pulumi.runtime.invoke(`app-list:index:${name}`, { ...args }, { version, ...opts });
  return schema.parse(returned);
}

function invokeOutput<Result>(
  name: string,
  schema: z.ZodType<Result>,
  args: object,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<Result> {
  const returned = pulumi.runtime.invokeOutput<unknown>(`app-list:index:${name}`, { ...args }, { version, ...opts });
  return returned.apply((result) => schema.parse(result));
}
