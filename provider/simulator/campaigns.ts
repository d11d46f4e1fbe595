/** A campaign. The API does not document its fields. */
export type SimulatedCampaign = Readonly<Record<string, unknown>>;

/** The requested page. A member is undefined if the query does not contain it. */
type Paging = NonNullable<ReturnType<typeof readPaging>>;

/**
 * Reads the query of the campaign listing; undefined if a parameter is unknown, repeated or not a positive integer.
 */
export function readPaging(query: URLSearchParams) {
  const given = new Map(query);
  const isValid = [...given].every(([name, text]) => /^(?:per_)?page$/.test(name) && /^[1-9][0-9]{0,8}$/.test(text));
  const [page, perPage] = ["page", "per_page"].map((name) => (given.has(name) ? Number(given.get(name)) : undefined));
  return isValid && given.size === query.size ? { page, perPage } : undefined;
}

/** The largest and the default size of a page. */
const maxPerPage = 100;

/** The body of an answer with one page of campaigns. Pages begin at 1. One after the last one is empty. */
export function campaignsBody(campaigns: readonly SimulatedCampaign[], { page = 1, perPage = maxPerPage }: Paging) {
  const size = Math.min(perPage, maxPerPage);
  const data = campaigns.slice((page - 1) * size, page * size);
  return { data, meta: { page, per_page: size, total_entries: campaigns.length } };
}
