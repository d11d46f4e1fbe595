/**
 * App lists (block and allow lists) of a mobile advertising platform, as Pulumi resources.
 *
 * @packageDocumentation
 */
export {
  AppListEntries,
  type AppListEntriesArgs,
  type EntriesInput,
  type EntriesOutput,
} from "./dynamic/app-list-entries";
export {
  getCampaigns,
  getCampaignsOutput,
  type GetCampaignsArgs,
  type GetCampaignsOutputArgs,
} from "./dynamic/get-campaigns";
export { entriesFromFile, FileUnreadableError } from "./files/text-file";
export type { ListedEntry } from "./list/listed-entries";
export type { Campaign } from "./service/campaigns";
