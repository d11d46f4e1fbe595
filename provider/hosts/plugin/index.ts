/**
 * App lists (block and allow lists) of a mobile advertising platform, as Pulumi resources of the plugin
 * `pulumi-resource-app-list`.
 *
 * @packageDocumentation
 */
import "../program/require-node";

export { AppListEntries } from "./app-list-entries";
export { getAppList, getAppListOutput } from "./get-app-list";
export type { GetAppListArgs, GetAppListOutputArgs, GetAppListResult } from "./get-app-list";
export { getCampaigns, getCampaignsOutput } from "./get-campaigns";
export { Provider, type AccountArgs, type ProviderArgs } from "./provider";
export type { AppListEntriesArgs, EntriesInput } from "../program/arguments";
export type { GetCampaignsArgs, GetCampaignsOutputArgs } from "../program/data-function-arguments";
export { entriesByKindFromFile, entriesFromFile } from "../program/entries-from-file";
export type { AppListEntriesOutputs, EntriesOutput } from "../program/outputs";
export type { ListedEntry } from "../../list/listed-entries";
export type { Campaign } from "../../api/campaigns";
