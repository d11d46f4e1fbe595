import type { CampaignBehaviour } from "./behaviour";

/** A campaign. The API does not document its fields. */
export type SimulatedCampaign = Readonly<Record<string, unknown>>;

/** A member is undefined if the query does not contain it. */
export interface Paging {
  readonly page?: number | undefined;
  readonly perPage?: number | undefined;
}

/** Reads the query of the campaign listing; undefined if a parameter is unknown, repeated or not a whole number; a page can be 0. */
export function readPaging(query: URLSearchParams): Paging | undefined {
  const names = [...query.keys()];
  if (names.length !== new Set(names).size) return undefined;
  if (!names.every((name) => name === "page" || name === "per_page")) return undefined;
  if (![...query.values()].every((value) => /^(?:0|[1-9][0-9]{0,8})$/.test(value))) return undefined;
  if (query.get("per_page") === "0") return undefined;
  const number = (name: string) => (query.has(name) ? Number(query.get(name)) : undefined);
  return { page: number("page"), perPage: number("per_page") };
}

/** One page of the campaigns, as an answer contains it; or why there is none. */
export function campaignsBody(
  campaigns: readonly SimulatedCampaign[],
  { page, perPage: asked = Infinity }: Paging,
  { wrapping, maxPerPage, firstPage = 1, total = campaigns.length, shown, otherPages = "empty" }: CampaignBehaviour,
): unknown {
  const perPage = Math.min(asked, maxPerPage);
  const listed = campaigns.slice(0, shown);
  const lastIndex = Math.max(0, Math.ceil(listed.length / perPage) - 1);
  const index = (page ?? firstPage) - firstPage;
  const isListed = index >= 0 && index <= lastIndex;
  if (!isListed && otherPages === "notFound") return "notFound";
  if (index < 0 && otherPages === "empty") return "before";
  const used = otherPages === "nearest" ? Math.min(Math.max(index, 0), lastIndex) : index;
  const items = listed.slice(used * perPage, (used + 1) * perPage);
  if (wrapping === "array") return items;
  if (wrapping === "campaigns") return { campaigns: items };
  return { data: items, meta: { page: used + firstPage, per_page: perPage, total_entries: total } };
}
