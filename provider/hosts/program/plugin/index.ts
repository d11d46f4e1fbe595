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
export type {
  AppListEntriesArgs,
  EntriesInput,
  GetCampaignsArgs,
  GetCampaignsOutputArgs,
  GetCampaignsResult,
} from "../arguments";
export { entriesByKindFromFile, entriesFromFile } from "../entries-from-file";
export type { AppListEntriesOutputs, EntriesOutput } from "../resource";
export type { ListedEntry } from "../../../check/listed-entries";
export type { Campaign } from "../../../api/campaign";
