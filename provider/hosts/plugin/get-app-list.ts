import * as pulumi from "@pulumi/pulumi";
import * as z from "zod";
import { version } from "../../common/version";
import { warnAboutPlainText } from "../program/settings";

/** The arguments of {@link getAppList}. */
export interface GetAppListArgs {
  /** The ID of an existing app list. */
  readonly appListId: number;
  /** The name of the account in the setting `accounts`. Default: the account of the provider. */
  readonly account?: string;
}

/** The same arguments, also as outputs of resources. */
export interface GetAppListOutputArgs {
  readonly appListId: pulumi.Input<number>;
  readonly account?: pulumi.Input<string>;
}

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

const token = "app-list:index:getAppList";
const entriesSchema = z.array(z.string()).optional();
const resultSchema = z.object({
  appListId: z.number(),
  name: z.string().optional(),
  description: z.string().optional(),
  hasAssociatedCampaigns: z.boolean().optional(),
  appBundles: entriesSchema,
  placementIds: entriesSchema,
  websites: entriesSchema,
  notVerified: z.string().optional(),
});

/**
 * Reads what an app list contains now, without managing it. If the list cannot be read, `notVerified` contains the reason.
 *
 * Like every Pulumi function it also runs in previews, so it needs credentials there.
 *
 * @example
 * ```ts
 * export const { appBundles } = await getAppList({ appListId: 4321 });
 * ```
 */
export async function getAppList(
  { appListId, account }: GetAppListArgs,
  opts?: pulumi.InvokeOptions,
): Promise<GetAppListResult> {
  warnAboutPlainText();
  const result: unknown = await pulumi.runtime.invoke(token, { appListId, account }, { version, ...opts });
  return resultSchema.parse(result);
}

/** {@link getAppList} for arguments that are outputs of resources. */
export function getAppListOutput(
  { appListId, account }: GetAppListOutputArgs,
  opts?: pulumi.InvokeOutputOptions,
): pulumi.Output<GetAppListResult> {
  warnAboutPlainText();
  const result = pulumi.runtime.invokeOutput<unknown>(token, { appListId, account }, { version, ...opts });
  return result.apply((returned) => resultSchema.parse(returned));
}
