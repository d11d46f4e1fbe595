import * as z from "zod";
import { kinds, kindName } from "../list/kinds";
import { nameList } from "../list/summary";
import type { AppList } from "../api/schemas";
import type { ResultOf } from "./json";

/** A kind of entries in a result. */
export const kindSchema = z.enum(kinds);

/** What results contain about a list that was read. */
export const listFactsSchema = z.object({
  appListId: z.int().describe("The ID of the list."),
  name: z.string().optional().describe("The name of the list. Absent if the API does not show it."),
  hasAssociatedCampaigns: z.boolean().optional().describe("Absent if the API does not show it."),
  notVerified: z.array(kindSchema).describe("The kinds of entries that the API does not show."),
});

/** What results contain about a list that was read. */
export type ListFacts = ResultOf<typeof listFactsSchema>;

/** The facts about a list. */
export function listFacts({ id, name, hasAssociatedCampaigns, entries }: AppList): ListFacts {
  const notVerified = kinds.filter((kind) => entries[kind] === undefined);
  return { appListId: id, name, hasAssociatedCampaigns, notVerified };
}

/** The facts as lines of text. */
export function describeFacts({ appListId, name, hasAssociatedCampaigns, notVerified }: ListFacts): readonly string[] {
  return [
    nameList(appListId, name),
    hasAssociatedCampaigns === undefined
      ? "Not verified: the API does not show whether campaigns use the list."
      : `${hasAssociatedCampaigns ? "Campaigns" : "No campaigns"} use the list.`,
    ...notVerified.map((kind) => `Not verified: the API does not show the ${kindName(kind, 0)} of the list.`),
  ];
}
