import * as z from "zod";
import { buildCall, type Call, type CallSettings } from "./call";
import type { Exchange } from "./http";
import type { Redactor } from "./redactor";
import { readResponse } from "./response";
import { parseJson, type Parsed } from "./schemas";

/** A campaign, as the API returns it. Its fields are not documented. */
export type Campaign = Readonly<Record<string, unknown>>;

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
