import * as z from "zod";
import type { Behavior } from "./behavior";

/** A campaign. The API does not document its fields. */
export type SimulatedCampaign = Readonly<Record<string, unknown>>;

const positive = z
  .string()
  .regex(/^[1-9][0-9]{0,8}$/)
  .transform(Number);

const pagingSchema = z
  .strictObject({ page: positive.optional(), per_page: positive.optional() })
  .transform(({ page, per_page }): Paging => ({ page, perPage: per_page }));

/** The requested page. A member is undefined if the query does not contain it. Its declaration must not need zod. */
export interface Paging {
  readonly page: number | undefined;
  readonly perPage: number | undefined;
}

/**
 * Reads the query of the campaign listing; undefined if a parameter is unknown, repeated or not a positive integer.
 */
export function readPaging(query: URLSearchParams): Paging | undefined {
  const isRepeated = new Set(query.keys()).size < query.size;
  return isRepeated ? undefined : pagingSchema.safeParse(Object.fromEntries(query)).data;
}

/** The body of an answer with one page of campaigns. */
export function campaignsBody(
  campaigns: readonly SimulatedCampaign[],
  { page = 1, perPage: asked = Infinity }: Paging,
  { wrapping, maxPerPage }: Behavior["campaigns"],
): unknown {
  const perPage = Math.min(asked, maxPerPage);
  const items = campaigns.slice((page - 1) * perPage, page * perPage);
  if (wrapping === "array") return items;
  if (wrapping === "campaigns") return { campaigns: items };
  return { data: items, meta: { page, per_page: perPage, total_entries: campaigns.length } };
}
