import { createHash } from "node:crypto";
import { z } from "zod";
import { AppListError } from "../common/error";

/** A campaign, as the service shows it. The documentation does not say which fields it has. */
export type Campaign = Readonly<Record<string, unknown>>;

/** One page of the listing. */
export interface CampaignPage {
  readonly items: readonly Campaign[];
  /** How many campaigns the service says that there are in all. */
  readonly total?: number;
}

/** The listing was not at its end when the page limit was reached. What was listed until then is right. */
export class CampaignListingIncompleteError extends AppListError {
  readonly code = "CAMPAIGN_LISTING_INCOMPLETE";

  constructor(pages: number, campaigns: number) {
    super(
      `The listing of campaigns is incomplete: after ${pages} pages with ${campaigns} campaigns it had not ended. ` +
        "Nothing was changed. Ask for more campaigns a page, or allow more pages.",
    );
  }
}

const object = z.record(z.string(), z.unknown());
const items = z.array(object);
const count = z.union([
  z.int().nonnegative(),
  z
    .string()
    .regex(/^[0-9]{1,15}$/)
    .transform(Number),
]);

/**
 * Reads one page. Its shape is not documented: an array is taken as it is, else the member `data`, `campaigns`, `items`
 * or `results` that is an array, else the only member that is one. The total is `total_entries`, in `meta` or beside
 * the items; other names may count something else.
 *
 * @returns undefined where the answer is no listing.
 */
export function readCampaignPage(body: unknown): CampaignPage | undefined {
  if (Array.isArray(body)) return pageOf(body, undefined);
  const wrapped = object.safeParse(body);
  if (!wrapped.success) return undefined;
  const arrays = Object.entries(wrapped.data).filter(([, value]) => Array.isArray(value));
  const named = ["data", "campaigns", "items", "results"].find((name) => arrays.some(([key]) => key === name));
  const listing = named === undefined && arrays.length === 1 ? arrays[0] : arrays.find(([key]) => key === named);
  if (listing === undefined) return undefined;
  const meta = object.safeParse(wrapped.data["meta"]);
  return pageOf(listing[1], meta.data?.["total_entries"] ?? wrapped.data["total_entries"]);
}

function pageOf(listed: unknown, total: unknown): CampaignPage | undefined {
  const campaigns = items.safeParse(listed);
  const announced = count.safeParse(total);
  if (!campaigns.success) return undefined;
  return { items: campaigns.data, ...(announced.success ? { total: announced.data } : {}) };
}

/**
 * Lists campaigns page by page, from page 1 on.
 *
 * The listing ends on an empty page, when as many were listed as the service announced, and on a page that was there
 * before: a service may repeat its last page, or ignore the page number. A short page does not end it, since the
 * service may show fewer a page than were asked for.
 *
 * @param readPage - Reads the page of a number.
 * @throws {CampaignListingIncompleteError} when the listing has not ended after so many pages.
 */
export async function* listCampaigns(
  readPage: (page: number) => Promise<CampaignPage>,
  maxPages: number,
): AsyncGenerator<Campaign, void, undefined> {
  const seen = new Set<string>();
  let listed = 0;
  for (let number = 1; number <= maxPages; number += 1) {
    const page = await readPage(number);
    const identity = identityOf(page.items);
    if (page.items.length === 0 || seen.has(identity)) return;
    seen.add(identity);
    yield* page.items;
    listed += page.items.length;
    if (listed === page.total) return;
  }
  throw new CampaignListingIncompleteError(maxPages, listed);
}

/** What makes two pages the same, shortened: the ids where each campaign has one, since other fields change from call to call. */
function identityOf(campaigns: readonly Campaign[]): string {
  const ids = campaigns.map((campaign) => campaign["id"]);
  const isEach = ids.every((id) => typeof id === "string" || typeof id === "number");
  return createHash("sha256")
    .update(JSON.stringify(isEach ? ids : campaigns))
    .digest("base64");
}
