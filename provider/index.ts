/**
 * App lists (block and allow lists) of a mobile advertising platform, as Pulumi resources.
 *
 * @packageDocumentation
 */
import "./common/require-node";

export { AppListEntries } from "./hosts/program/dynamic/app-list-entries";
export { getCampaigns, getCampaignsOutput } from "./hosts/program/dynamic/get-campaigns";
export type {
  AppListEntriesArgs,
  EntriesInput,
  GetCampaignsArgs,
  GetCampaignsOutputArgs,
  GetCampaignsResult,
} from "./hosts/program/arguments";
export { entriesByKindFromFile, entriesFromFile } from "./hosts/program/entries-from-file";
export type { AppListEntriesOutputs, EntriesOutput } from "./hosts/program/resource";
export type { ListedEntry } from "./check/listed-entries";
export type { Campaign } from "./api/campaign";
