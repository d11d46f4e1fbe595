import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  CampaignListingIncompleteError,
  type CampaignPage as Page,
  campaignsCall,
  listCampaigns,
  processCampaignPage,
} from "../../provider/api/campaigns";
import type { Campaign } from "../../provider/api/campaign";
import { bounds } from "../../provider/api/bounds";
import { expectExamples } from "../harness/example-texts";
import { Redactor } from "../../provider/api/redaction";

const one = { id: 1, name: "one" };

const bodies: readonly unknown[] = [
  [],
  [one],
  ...[7, "7", null, "7.0"].map((total) => ({ data: [one], meta: { total_entries: total } })),
  { data: [one], meta: { total: 1 } },
  { campaigns: [one], total_entries: 7 },
  { items: [one], errors: [] },
  { results: [one] },
  // The name of a member that is not known may be a name of the account.
  { records: [one], page: 1 },
  null,
  "text",
  {},
  { error: "no" },
  { first: [one], second: [] },
  { data: {} },
  [1, 2],
];

describe("the response to a campaigns call", () => {
  const call = campaignsCall(
    { owner: {}, redactor: new Redactor(["the-secret"]), baseUrl: "https://api.example.com" },
    2,
    50,
  );

  function process(body: string) {
    const exchange = { outcome: "response", status: 200, body } as const;
    return processCampaignPage(call, exchange);
  }

  /** A page, or why there is none. */
  function printed(body: string): string {
    try {
      return JSON.stringify(process(body));
    } catch (error) {
      return String(error).split("\n")[0] ?? "";
    }
  }

  it("is the page in a body of any shape", () => {
    const lines = bodies.map((body) => {
      const text = JSON.stringify(body);
      return [text, [printed(text)]] as const;
    });
    expectExamples(join(import.meta.dirname, "campaigns.txt"), Object.fromEntries(lines));
  });

  it("is the requested page, without secrets", () => {
    expect(call.request).toMatchObject({ method: "GET", path: "/v1/meta/campaigns?page=2&per_page=50" });
    const body = '{"errors":[{"detail":"Bearer the-secret"}]}';
    expect(process(body)).toMatchObject({ campaigns: [{ detail: "[secret]" }], size: body.length });
  });
});

type CampaignPage = Omit<Page, "size" | "forms">;

/** Lists pages of two campaigns as an API returns them, and the pages that were requested. */
async function list(pageOf: (page: number) => CampaignPage, size = 1) {
  const requested: number[] = [];
  const listed = await listCampaigns(async (page) => {
    requested.push(page);
    return { ...pageOf(page), size, forms: {} };
  }, 2);
  return { requested, ids: listed.map((campaign) => campaign["id"]) };
}

function campaigns(from: number, to: number): readonly Campaign[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => ({ id: from + index }));
}

/** The pages of an API with so many campaigns. */
function pagesOf(count: number, total?: number) {
  return (page: number) => ({ campaigns: campaigns(page * 2 - 1, Math.min(page * 2, count)), total });
}

describe("the listing of campaigns", () => {
  it.each([
    [0, undefined, 1],
    [3, undefined, 2],
    // Only the next page shows that a full one was the last.
    [4, undefined, 3],
    [4, 4, 2],
    [0, 0, 1],
  ])("of %d with total %s has each once, and ends with a short page or the total", async (count, total, pages) => {
    const { ids, requested } = await list(pagesOf(count, total));
    expect(ids).toEqual(campaigns(1, count).map(({ id }) => id));
    expect(requested).toEqual(Array.from({ length: pages }, (_, index) => index + 1));
  });

  it.each<[string, (page: number) => CampaignPage, RegExp]>([
    ["ends before the total", pagesOf(3, 1005), /the API listed 3 campaigns, and announced 1,005\./u],
    ["has more than the total", pagesOf(4, 3), /the API listed 4 campaigns, and announced 3\./u],
    ["has smaller pages than requested", (page) => ({ campaigns: campaigns(page, page), total: 2 }), /set perPage to/u],
    ["does not end", pagesOf(3000), /the API listed 2,000 campaigns, and 1,000 pages are the most that are read\./u],
  ])("is incomplete if it %s", async (_, pageOf, message) => {
    await expect(list(pageOf)).rejects.toThrow(CampaignListingIncompleteError);
    await expect(list(pageOf)).rejects.toThrow(message);
  });

  it("is incomplete if its pages are larger together than one response may be", async () => {
    const quarter = bounds.responseBytes / 4;
    expect((await list(pagesOf(7), quarter)).requested).toHaveLength(4);
    const tooLarge = list(pagesOf(8), quarter);
    await expect(tooLarge).rejects.toThrow(CampaignListingIncompleteError);
    await expect(tooLarge).rejects.toThrow("the API listed 8 campaigns, and 16 MiB are the most that are read.");
  });

  it("may have a page of any length", async () => {
    expect((await list(() => ({ campaigns: campaigns(1, 200_000), total: 200_000 }))).ids).toHaveLength(200_000);
  });
});
