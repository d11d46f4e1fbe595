import * as z from "zod";
import { AppListError } from "../common/error";
import { formatCount, plural } from "../common/format";
import { bounds } from "./bounds";
import type { Campaign } from "./campaign";
import { buildCall, type Call, type CallSettings } from "./call";
import type { HttpExchange } from "./http";
import { requestError } from "./request-error";
import { formOf, numeric, readResponse, type Forms } from "./response";

export type CampaignPage = ReturnType<typeof processCampaignPage>;

export function campaignsCall(settings: CallSettings, page: number, perPage: number): Call {
  const query = new URLSearchParams({ page: String(page), per_page: String(perPage) });
  const what = { purpose: "campaigns", activity: "the campaigns were being listed" } as const;
  return buildCall(settings, what, { method: "GET", path: `/v1/meta/campaigns?${query}`, headers: {} });
}

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);
// Not a record and an array of zod, because they copy each member and describe each wrong item.
const object = z.custom<Readonly<Record<string, unknown>>>(isObject);
const items = z.custom<readonly Campaign[]>((value) => Array.isArray(value) && value.every(isObject));
const count = numeric(/^[0-9]{1,15}$/).pipe(z.int().nonnegative());

/**
 * The page in a response. All its texts are redacted, because all fields of a campaign are shown and the API may repeat
 * a secret in them.
 *
 * The shape of a page is not documented: an array is the page; of an object, the member `data`, `campaigns`, `items` or
 * `results` that is an array, or else its only array. The total is `total_entries`, in `meta` or beside the campaigns;
 * other names may count something else.
 */
export function processCampaignPage(call: Call, exchange: HttpExchange) {
  const value = readResponse(call, exchange, z.unknown(), call.redactor.reviver);
  const members = Array.isArray(value) ? { data: value } : (object.safeParse(value).data ?? {});
  const arrays = Object.keys(members).filter((key) => Array.isArray(members[key]));
  const known = ["data", "campaigns", "items", "results"].find((key) => arrays.includes(key));
  const campaigns = items.safeParse(members[known ?? arrays.join()]).data;
  if (campaigns === undefined) throw requestError(call, exchange, "it is not a listing of campaigns");
  const total = object.safeParse(members["meta"]).data?.["total_entries"] ?? members["total_entries"];
  const place = Array.isArray(value) ? "array" : `array in ${known ?? "another member"}`;
  const forms: Forms = { campaigns: place, total_entries: formOf(total) };
  return { campaigns, total: count.safeParse(total).data, size: exchange.body?.length ?? 0, forms };
}

/** The pages that the API returned are not a complete listing of campaigns. */
export class CampaignListingIncompleteError extends AppListError {
  readonly code = "CAMPAIGN_LISTING_INCOMPLETE";

  constructor(listed: number, problem: string) {
    super(
      `The listing of campaigns is incomplete: the API listed ${plural(listed, "campaign")}, and ${problem}. ` +
        "Nothing is returned.\nRetry. If the API limits the size of a page, set perPage to that limit.",
    );
  }
}

/**
 * Lists all campaigns, page by page: the last page has fewer than were requested, or the announced total is reached.
 *
 * @param readPage - Reads one page, from page 1 on.
 * @throws {CampaignListingIncompleteError} if another number is listed than the API announces, or if the listing does not
 *   end within the most pages, or is larger than one response may be.
 */
export async function listCampaigns(
  readPage: (page: number) => Promise<CampaignPage>,
  perPage: number,
): Promise<readonly Campaign[]> {
  const listed: Campaign[] = [];
  let read = 0;
  for (let page = 1; page <= bounds.pages; page += 1) {
    const { campaigns, total, size } = await readPage(page);
    // Not all at once as arguments of `push`: an API that ignores perPage can return more than a call takes.
    for (const campaign of campaigns) listed.push(campaign);
    read += size;
    const largest = `${bounds.responseBytes / 2 ** 20} MiB are the most that are read`;
    if (read > bounds.responseBytes) throw new CampaignListingIncompleteError(listed.length, largest);
    if (campaigns.length >= perPage && listed.length < (total ?? Number.POSITIVE_INFINITY)) continue;
    if (total === undefined || total === listed.length) return listed;
    throw new CampaignListingIncompleteError(listed.length, `announced ${formatCount(total)}`);
  }
  throw new CampaignListingIncompleteError(listed.length, `${plural(bounds.pages, "page")} are the most that are read`);
}
