import * as z from "zod";
import type { Behavior } from "./behavior";

/** A campaign. The API does not document its fields. */
export type SimulatedCampaign = Readonly<Record<string, unknown>>;

/** The requested page. A member is undefined if the query does not contain it. */
export interface Paging {
  readonly page?: number | undefined;
  readonly perPage?: number | undefined;
}

const wholeNumber = z
  .string()
  .regex(/^(?:0|[1-9][0-9]{0,8})$/)
  .transform(Number);

const pagingSchema = z
  .strictObject({ page: wholeNumber.optional(), per_page: wholeNumber.pipe(z.int().positive()).optional() })
  .transform(({ page, per_page }): Paging => ({ page, perPage: per_page }));

/**
 * Reads the query of the campaign listing; undefined if a parameter is unknown, repeated or not a whole number. A page
 * can be 0.
 */
export function readPaging(query: URLSearchParams): Paging | undefined {
  const isRepeated = new Set(query.keys()).size < query.size;
  return isRepeated ? undefined : pagingSchema.safeParse(Object.fromEntries(query)).data;
}

/** The body of an answer with one page of campaigns; undefined for a page before the first one. */
export function campaignsBody(
  campaigns: readonly SimulatedCampaign[],
  { page, perPage: asked = Infinity }: Paging,
  { wrapping, maxPerPage, firstPage = 1 }: Behavior["campaigns"],
): unknown {
  const number = page ?? firstPage;
  const perPage = Math.min(asked, maxPerPage);
  const start = (number - firstPage) * perPage;
  if (start < 0) return undefined;
  const items = campaigns.slice(start, start + perPage);
  if (wrapping === "array") return items;
  if (wrapping === "campaigns") return { campaigns: items };
  return { data: items, meta: { page: number, per_page: perPage, total_entries: campaigns.length } };
}
