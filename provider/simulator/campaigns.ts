import type { CampaignBehaviour } from "./behaviour";

/** A campaign: the service does not show its fields, so it is whatever the simulator was given. */
export type SimulatedCampaign = Readonly<Record<string, unknown>>;

/** Which page was asked for; a member is undefined when the query left it out. */
export interface Paging {
  /** From 1. */
  readonly page: number | undefined;
  /** From 1. */
  readonly perPage: number | undefined;
}

/** Reads the query of the campaign listing; undefined when something in it is unknown, repeated or no whole number. */
export function readPaging(query: URLSearchParams): Paging | undefined {
  const names = [...query.keys()];
  if (names.length !== new Set(names).size) return undefined;
  if (!names.every((name) => name === "page" || name === "per_page")) return undefined;
  if (![...query.values()].every((value) => /^[1-9][0-9]{0,8}$/.test(value))) return undefined;
  const page = query.get("page");
  const perPage = query.get("per_page");
  return { page: page === null ? undefined : Number(page), perPage: perPage === null ? undefined : Number(perPage) };
}

/** One page of the campaigns, as the answer carries it. */
export function campaignsBody(
  campaigns: readonly SimulatedCampaign[],
  paging: Paging,
  behaviour: CampaignBehaviour,
): unknown {
  const page = paging.page ?? 1;
  const perPage = Math.min(paging.perPage ?? behaviour.maxPerPage, behaviour.maxPerPage);
  const shown = campaigns.slice((page - 1) * perPage, page * perPage);
  switch (behaviour.wrapping) {
    case "array":
      return shown;
    case "data":
      return { data: shown, meta: { page, per_page: perPage, total_entries: campaigns.length } };
    case "campaigns":
      return { campaigns: shown };
  }
}
