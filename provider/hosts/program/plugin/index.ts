/**
 * App lists (block and allow lists) of a mobile advertising platform, as Pulumi resources of the plugin
 * `pulumi-resource-app-list`.
 *
 * @packageDocumentation
 */
import "../../../common/require-node";

export { AppListEntries, Purpose } from "./app-list-entries";
export { getAppList, getAppListOutput, getCampaigns, getCampaignsOutput } from "./data-functions";
export type { GetAppListArgs, GetAppListOutputArgs, GetAppListResult } from "./data-functions";
export { Observe, Provider, type AccountArgs, type ProviderArgs } from "./provider";
export * from "../exports";
