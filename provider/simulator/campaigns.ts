import type { CampaignBehaviour } from "./behaviour";

/** A campaign. The API does not document its fields. */
export type SimulatedCampaign = Readonly<Record<string, unknown>>;

/** The page of a request, from 1, and its size; undefined if the query does not contain it. */
export interface Paging {
  readonly page?: number | undefined;
  readonly perPage?: number | undefined;
}

/** Reads the query of the campaign listing; undefined if a parameter is unknown, repeated or not a whole number from 1. */
export function readPaging(query: URLSearchParams): Paging | undefined {
  const names = [...query.keys()];
  if (names.length !== new Set(names).size) return undefined;
  if (!names.every((name) => name === "page" || name === "per_page")) return undefined;
  if (![...query.values()].every((value) => /^[1-9][0-9]{0,8}$/.test(value))) return undefined;
  const number = (name: string) => (query.has(name) ? Number(query.get(name)) : undefined);
  return { page: number("page"), perPage: number("per_page") };
}

/** One page of the campaigns, as an answer contains it. */
export function campaignsBody(
  campaigns: readonly SimulatedCampaign[],
  { page = 1, perPage: asked = Infinity }: Paging,
  { wrapping, maxPerPage }: CampaignBehaviour,
): unknown {
  const perPage = Math.min(asked, maxPerPage);
  const shown = campaigns.slice((page - 1) * perPage, page * perPage);
  if (wrapping === "array") return shown;
  if (wrapping === "campaigns") return { campaigns: shown };
  return { data: shown, meta: { page, per_page: perPage, total_entries: campaigns.length } };
}
