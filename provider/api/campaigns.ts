import * as z from "zod";
import { AppListError } from "../common/error";
import { formatCount, plural } from "../common/format";
import type { Campaign } from "./campaign";
import { buildCall, type Call, type CallSettings } from "./call";
import { ApiError } from "./errors";
import type { Exchange } from "./http";
import type { Redactor } from "./redaction";
import { numeric, readResponse } from "./response";

export interface CampaignPage {
  readonly campaigns: readonly Campaign[];
  /** How many campaigns there are on all pages, if the API shows it. */
  readonly total?: number;
}

export function campaignsCall(settings: CallSettings, page: number, perPage: number): Call {
  const query = new URLSearchParams({ page: String(page), per_page: String(perPage) });
  return buildCall(settings, "campaigns", { method: "GET", path: `/v1/meta/campaigns?${query}`, headers: {} });
}

/**
 * The page in a response. Its texts are redacted: all fields of a campaign are shown, and the API may repeat anything.
 *
 * @param isTooLarge - Whether the pages have too many characters with this one.
 */
export function processCampaignPage(
  call: Call,
  exchange: Exchange,
  redactor: Redactor,
  isTooLarge = false,
): CampaignPage {
  const pageSchema = z
    .custom(() => !isTooLarge, { error: "with it, the listing is too large" })
    .transform((value) => parseCampaignPage(redactor.redactAll(value)))
    .pipe(z.custom<CampaignPage>((page) => page !== undefined, { error: "it is not a listing of campaigns" }));
  return readResponse(call, exchange, redactor, pageSchema);
}

const object = z.record(z.string(), z.unknown());
const items = z.array(object);
const count = numeric(/^[0-9]{1,15}$/).pipe(z.int().nonnegative());

/**
 * Parses one page. Its shape is not documented: an array is the page; of an object, the member `data`, `campaigns`,
 * `items` or `results` that is an array, or else its only array. The total is `total_entries`, in `meta` or beside the
 * campaigns; other names may count something else.
 *
 * @returns undefined if the value is no listing.
 */
export function parseCampaignPage(value: unknown): CampaignPage | undefined {
  const members = Array.isArray(value) ? { data: value } : (object.safeParse(value).data ?? {});
  const arrays = Object.keys(members).filter((key) => Array.isArray(members[key]));
  const known = ["data", "campaigns", "items", "results"].find((key) => arrays.includes(key));
  const campaigns = items.safeParse(members[known ?? (arrays.length === 1 ? arrays.join() : "")]).data;
  const total = object.safeParse(members["meta"]).data?.["total_entries"] ?? members["total_entries"];
  return campaigns && { campaigns, total: count.safeParse(total).data };
}

/** Not all campaigns were listed, as far as the totals of the API show. */
export class CampaignListingIncompleteError extends AppListError {
  readonly code = "CAMPAIGN_LISTING_INCOMPLETE";

  /**
   * @param listed - How many campaigns were listed.
   * @param totals - The totals that the API announced meanwhile.
   * @param maxPages - The most pages, if the listing did not end within them.
   */
  constructor(listed: number, totals: readonly number[], maxPages?: number) {
    const announced = totals.length === 0 ? "no total" : totals.slice(0, 3).map(formatCount).join(", then ");
    const pages = maxPages === undefined ? "" : ` on ${plural(maxPages, "page")}, the most that are read,`;
    super(
      `The listing of campaigns is incomplete: the API listed ${plural(listed, "campaign")}${pages} and announced ` +
        `${announced}. Retry, or request more campaigns per page.`,
    );
  }
}

/**
 * Lists all campaigns, page by page.
 *
 * The listing begins with page 1 and ends with the announced total, or with a page that has no new campaign: an API may
 * repeat its last page, or ignore the page number. A short page does not end it, since the API may limit the size of a
 * page. Unless the total is reached then, page 0 is read as well: some APIs count from 0.
 *
 * @param readPage - Reads one page.
 * @throws {CampaignListingIncompleteError} if fewer campaigns are listed than announced, the total changes meanwhile, so
 *   that campaigns may have moved to pages that were read before, or the listing does not end within the most pages.
 */
export async function listCampaigns(
  readPage: (page: number) => Promise<CampaignPage>,
  maxPages: number,
): Promise<readonly Campaign[]> {
  const campaigns: Campaign[] = [];
  const totals = new Set<number>();
  const seen = new Set<string>();
  const isComplete = (): boolean => totals.size === 1 && totals.has(campaigns.length);
  const incomplete = (pages?: number) => new CampaignListingIncompleteError(campaigns.length, [...totals], pages);

  /** Returns whether the page has campaigns that no page had before; or the error, if the API has no such page. */
  const read = async (number: number): Promise<boolean | ApiError> => {
    try {
      const page = await readPage(number);
      if (page.total !== undefined) totals.add(page.total);
      const keys = keysOf(page.campaigns);
      const added = page.campaigns.filter((_, index) => !seen.has(keys[index] ?? ""));
      for (const key of keys) seen.add(key);
      campaigns.splice(number === 0 ? 0 : campaigns.length, 0, ...added);
      return added.length > 0;
    } catch (error) {
      if (error instanceof ApiError && isRefusedPage(error)) return error;
      throw error;
    }
  };

  let last: boolean | ApiError = true;
  for (let page = 1; last === true && !isComplete(); page += 1) {
    if (page > maxPages) throw incomplete(maxPages);
    last = await read(page);
  }
  // An API that counts from 1 may refuse it.
  if (!isComplete()) await read(0);
  const missesSome = campaigns.length < Math.max(0, ...totals);
  if (last instanceof ApiError && (totals.size === 0 || missesSome)) throw last;
  if (totals.size > 1 || missesSome) throw incomplete();
  return campaigns;
}

/** Whether the API answered that it has no such page. */
function isRefusedPage({ code, method, status = 0 }: ApiError): boolean {
  // The token call before it can be refused as well.
  if (method !== "GET") return false;
  return code === "REQUEST_REFUSED" || code === "NOT_FOUND" || (code === "SERVICE_UNAVAILABLE" && status === 500);
}

/**
 * Identifies the campaigns of a page: by their IDs if each has one, since other fields change from request to request;
 * else by the whole page. A larger number may stand for several IDs.
 */
function keysOf(campaigns: readonly Campaign[]): readonly string[] {
  const ids = campaigns.map((campaign) => campaign["id"]);
  const isIdentified = ids.every((id) => typeof id === "string" || Number.isSafeInteger(id));
  if (isIdentified) return ids.map((id) => JSON.stringify(id));
  const page = JSON.stringify(campaigns);
  return campaigns.map(() => page);
}
