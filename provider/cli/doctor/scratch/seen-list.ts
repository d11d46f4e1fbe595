import { z } from "zod";
import { byKind, kinds, type ByKind, type Kind } from "../../../list/kinds";
import { split } from "../../../service/wire";

/** A list as an answer shows it: the entries in their order, each copy counted. */
export interface SeenList {
  readonly id: number;
  readonly name: string | undefined;
  readonly hasAssociatedCampaigns: boolean | undefined;
  /** undefined for a kind that the answer does not show. */
  readonly entries: ByKind<readonly string[] | undefined>;
}

const member = z
  .union([
    z.string().transform(split),
    z.array(z.union([z.string().transform((text) => text.trim()), z.int().transform(String)])),
  ])
  .nullish();

/** Reads the app list object of an answer. As in the provider, websites that are null are not shown. */
export const seenListSchema = z
  .looseObject({
    id: z.union([
      z.int(),
      z
        .string()
        .regex(/^\d{1,15}$/u)
        .transform(Number),
    ]),
    name: z.string().optional().catch(undefined),
    has_associated_campaigns: z.boolean().optional().catch(undefined),
    app_bundles: member,
    placement_ids: member,
    websites: member,
  })
  .transform((list): SeenList => ({
    id: list.id,
    name: list.name,
    hasAssociatedCampaigns: list.has_associated_campaigns,
    entries: {
      appBundles: list.app_bundles === null ? [] : list.app_bundles,
      placementIds: list.placement_ids === null ? [] : list.placement_ids,
      websites: list.websites ?? undefined,
    },
  }));

/** Entries by kind, in an order that matters. */
export type EntryLists = Partial<ByKind<readonly string[]>>;

/** How often an entry stands in a list; undefined where its kind is not shown. */
export function copiesOf(list: SeenList, kind: Kind, entry: string): number | undefined {
  return list.entries[kind]?.filter((one) => one === entry).length;
}

/** The entries of a list that satisfy a condition, for the kinds that are shown. */
export function entriesWhere(
  list: SeenList,
  condition: (entry: string) => boolean,
): ByKind<readonly string[] | undefined> {
  return byKind((kind) => list.entries[kind]?.filter(condition));
}

/** How many entries there are over all kinds that are known. */
export function countKnown(entries: ByKind<readonly string[] | undefined>): number {
  return kinds.reduce((count, kind) => count + (entries[kind]?.length ?? 0), 0);
}
