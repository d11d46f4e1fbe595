import { z } from "zod";
import { readCampaignPage } from "../../../service/campaigns";
import { ServiceError } from "../../../service/errors";
import type { Api } from "../api";
import type { Finding } from "../finding";

const page = z.unknown().transform((body, context) => {
  const read = readCampaignPage(body);
  if (read !== undefined) return read;
  context.issues.push({ code: "custom", message: "is not a listing of campaigns", input: body });
  return z.NEVER;
});

/** Reads the first page of the campaigns. Lists are managed without them, so a failure here breaks nothing else. */
export async function checkCampaigns(api: Api, signal: AbortSignal): Promise<Finding> {
  const request = { method: "GET", path: "/v1/meta/campaigns?page=1&per_page=1", headers: {} } as const;
  try {
    const { items } = await api.fetch({ purpose: "campaigns" }, request, page, signal);
    const says = items.length === 0 ? "The campaigns can be listed; there are none." : "The campaigns can be listed.";
    return { check: "campaigns", verdict: "fine", says };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return {
      check: "campaigns",
      verdict: "finding",
      says: `The campaigns cannot be listed. ${error.message}`,
      next: "Lists can be managed all the same; getCampaigns and `app-list campaigns` do not work.",
    };
  }
}
