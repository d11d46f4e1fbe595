import { createHash } from "node:crypto";
import { z } from "zod";
import { AppListError } from "../common/error";
import { buildCall, type Call, type CallSettings } from "./call";
import type { Exchange } from "./http";
import type { Redactor } from "./redactor";
import { readResponse } from "./response";
import { parseJson, type Parsed } from "./schemas";

/** A campaign, as the API returns it. Its fields are not documented. */
export type Campaign = Readonly<Record<string, unknown>>;

/** One page of the listing. */
export interface CampaignPage {
  readonly campaigns: readonly Campaign[];
  /** How many campaigns there are on all pages, if the API shows it. */
  readonly total?: number;
}

/** The listing did not end within the most pages. What was listed until then is right. */
export class CampaignListingIncompleteError extends AppListError {
  readonly code = "CAMPAIGN_LISTING_INCOMPLETE";

  constructor(pages: number, campaigns: number) {
    super(
      `The listing of campaigns is incomplete: it did not end after ${pages} pages with ${campaigns} campaigns. ` +
        "Nothing was changed. Request more campaigns per page, or allow more pages.",
    );
  }
}

/** The call that reads one page, counted from 1. */
export function campaignsCall(settings: CallSettings, page: number, perPage: number): Call {
  const query = new URLSearchParams({ page: String(page), per_page: String(perPage) });
  return buildCall(settings, "campaigns", { method: "GET", path: `/v1/meta/campaigns?${query}`, headers: {} });
}

/**
 * The page in a response. Its texts are redacted: all fields of a campaign are shown, and the API may repeat anything.
 *
 * @param maxCharacters - The most characters of the response body.
 */
export function processCampaignPage(
  call: Call,
  exchange: Exchange,
  redactor: Redactor,
  maxCharacters: number,
): CampaignPage {
  return readResponse(call, exchange, redactor, (body): Parsed<CampaignPage> => {
    if (body.length > maxCharacters) return { outcome: "unreadable", reason: "with it, the listing is too large" };
    const parsed = parseJson(body, z.unknown());
    if (parsed.outcome === "unreadable") return parsed;
    const page = parseCampaignPage(redactor.redactAll(parsed.value));
    return page === undefined
      ? { outcome: "unreadable", reason: "it is not a listing of campaigns" }
      : { outcome: "parsed", value: page };
  });
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
 * Parses one page. Its shape is not documented: an array is the page; of an object, the member `data`, `campaigns`,
 * `items` or `results` that is an array, or else its only array. The total is `total_entries`, in `meta` or beside the
 * campaigns; other names may count something else.
 *
 * @returns undefined if the value is no listing.
 */
export function parseCampaignPage(value: unknown): CampaignPage | undefined {
  if (Array.isArray(value)) return toPage(value, undefined);
  const wrapped = object.safeParse(value);
  if (!wrapped.success) return undefined;
  const arrays = new Map(Object.entries(wrapped.data).filter(([, member]) => Array.isArray(member)));
  const name = ["data", "campaigns", "items", "results"].find((key) => arrays.has(key));
  const listing = name === undefined && arrays.size === 1 ? [...arrays.values()][0] : arrays.get(name ?? "");
  const meta = object.safeParse(wrapped.data["meta"]);
  return toPage(listing, meta.data?.["total_entries"] ?? wrapped.data["total_entries"]);
}

function toPage(listing: unknown, total: unknown): CampaignPage | undefined {
  const campaigns = items.safeParse(listing);
  return campaigns.success ? { campaigns: campaigns.data, total: count.safeParse(total).data } : undefined;
}

/**
 * Lists campaigns page by page, from page 1 on.
 *
 * The listing ends with an empty page, with as many campaigns as the total, and with a repeated page: an API may repeat
 * its last page, or ignore the page number. A page with fewer campaigns than requested does not end it, since the API
 * may limit the size of a page.
 *
 * @param readPage - Reads one page, counted from 1.
 * @throws {CampaignListingIncompleteError} if the listing does not end within the most pages.
 */
export async function* listCampaigns(
  readPage: (page: number) => Promise<CampaignPage>,
  maxPages: number,
): AsyncGenerator<Campaign, void, undefined> {
  const seen = new Set<string>();
  let listed = 0;
  for (let number = 1; number <= maxPages; number += 1) {
    const { campaigns, total } = await readPage(number);
    const digest = pageDigest(campaigns);
    if (campaigns.length === 0 || seen.has(digest)) return;
    seen.add(digest);
    yield* campaigns;
    listed += campaigns.length;
    if (listed === total) return;
  }
  throw new CampaignListingIncompleteError(maxPages, listed);
}

/** Identifies a page: by the IDs if every campaign has one, since other fields change from request to request. */
function pageDigest(campaigns: readonly Campaign[]): string {
  const ids = campaigns.map((campaign) => campaign["id"]);
  const isIdentified = ids.every((id) => typeof id === "string" || typeof id === "number");
  return createHash("sha256")
    .update(JSON.stringify(isIdentified ? ids : campaigns))
    .digest("base64");
}
