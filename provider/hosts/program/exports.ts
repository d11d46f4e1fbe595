/** What both entry points for programs export. */
export type {
  AppListEntriesArgs,
  EntriesInput,
  GetCampaignsArgs,
  GetCampaignsOutputArgs,
  GetCampaignsResult,
} from "./arguments";
export { entriesByKindFromFile, entriesFromFile } from "./entries-from-file";
export type { AppListEntriesOutputs, EntriesOutput } from "./resource";
export type { ListedEntry } from "../../check/listed-entries";
export type { Campaign } from "../../api/campaign";
