/**
 * App lists (block and allow lists) of a mobile advertising platform, as Pulumi resources.
 *
 * @packageDocumentation
 */
import "./hosts/dynamic/program/require-node";

export { AppListEntries, type EntriesOutput } from "./hosts/dynamic/program/app-list-entries";
export type { AppListEntriesArgs, EntriesInput } from "./hosts/dynamic/program/arguments";
export { entriesByKindFromFile, entriesFromFile } from "./hosts/dynamic/program/entries-from-file";
export {
  getCampaigns,
  getCampaignsOutput,
  type GetCampaignsArgs,
  type GetCampaignsOutputArgs,
} from "./hosts/dynamic/program/get-campaigns";
export type { ListedEntry } from "./list/listed-entries";
export type { Campaign } from "./service/campaigns";
