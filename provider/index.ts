/**
 * App lists (block and allow lists) of a mobile advertising platform, as Pulumi resources.
 *
 * @packageDocumentation
 */
import "./common/require-node";

export { AppListEntries } from "./hosts/program/dynamic/app-list-entries";
export { getCampaigns, getCampaignsOutput } from "./hosts/program/dynamic/get-campaigns";
export * from "./hosts/program/exports";
