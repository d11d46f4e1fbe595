import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  campaignsCall,
  CampaignListingIncompleteError,
  listCampaigns,
  parseCampaignPage,
  processCampaignPage,
  type Campaign,
  type CampaignPage,
} from "../../provider/service/campaigns";
import { Redactor } from "../../provider/service/redactor";

const one = { id: 1, name: "one" };

describe("a page of campaigns", () => {
  it.each<[unknown, CampaignPage]>([
    [[one], { campaigns: [one] }],
    [[], { campaigns: [] }],
    [
      { data: [one], meta: { total_entries: 7 } },
      { campaigns: [one], total: 7 },
    ],
    [
      { data: [one], meta: { total_entries: "7" } },
      { campaigns: [one], total: 7 },
    ],
    [{ data: [one], meta: { total_entries: null } }, { campaigns: [one] }],
    [{ data: [one], meta: { total: 1 } }, { campaigns: [one] }],
    [
      { campaigns: [one], total_entries: 7 },
      { campaigns: [one], total: 7 },
    ],
    [{ items: [one], errors: [] }, { campaigns: [one] }],
    [{ results: [one] }, { campaigns: [one] }],
    [{ records: [one], page: 1 }, { campaigns: [one] }],
  ])("is parsed from %j", (body, page) => {
    expect(parseCampaignPage(body)).toEqual(page);
  });

  it.each([[null], ["text"], [{}], [{ error: "no" }], [{ first: [one], second: [] }], [{ data: {} }], [[1, 2]]])(
    "is not parsed from %j",
    (body) => {
      expect(parseCampaignPage(body)).toBeUndefined();
    },
  );
});

describe("the response to a campaigns call", () => {
  const call = campaignsCall({ account: undefined, baseUrl: "https://api.example.com" }, 2, 50);

  function process(body: string) {
    return processCampaignPage(call, { outcome: "response", status: 200, body }, new Redactor(["the-secret"]), 100);
  }

  it("is the requested page, without secrets", () => {
    expect(call.request).toMatchObject({ method: "GET", path: "/v1/meta/campaigns?page=2&per_page=50" });
    expect(process('{"errors":[{"detail":"Bearer the-secret"}]}').campaigns).toEqual([{ detail: "Bearer [secret]" }]);
  });

  it.each([
    [`[{"note":"${"x".repeat(100)}"}]`, /with it, the listing is too large/],
    ['{"ok":true}', /it is not a listing of campaigns/],
    ["no", /it is not JSON/],
  ])("is unreadable if it is no listing, or too large: %s", (body, problem) => {
    expect(() => process(body)).toThrow(problem);
  });
});

describe("the listing of campaigns", () => {
  /** Lists pages as an API returns them, and the pages that were requested. */
  async function list(pageOf: (page: number) => CampaignPage, maxPages = 1000) {
    const requested: number[] = [];
    const campaigns: Campaign[] = [];
    const listing = listCampaigns((page) => {
      requested.push(page);
      return Promise.resolve(pageOf(page));
    }, maxPages);
    for await (const campaign of listing) campaigns.push(campaign);
    return { requested, ids: campaigns.map((campaign) => campaign["id"]) };
  }

  function campaigns(from: number, to: number): readonly Campaign[] {
    return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => ({ id: from + index }));
  }

  it("has every campaign once, whatever the size of a page", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 60 }),
        fc.integer({ min: 1, max: 20 }),
        fc.boolean(),
        async (count, size, hasTotal) => {
          const { ids } = await list((page) => ({
            campaigns: campaigns((page - 1) * size + 1, Math.min(page * size, count)),
            total: hasTotal ? count : undefined,
          }));
          expect(ids).toEqual(campaigns(1, count).map((campaign) => campaign["id"]));
        },
      ),
    );
  });

  it("continues after a short page", async () => {
    const pages = [campaigns(1, 5), campaigns(6, 6), campaigns(7, 9), []];
    expect(await list((page) => ({ campaigns: pages[page - 1] ?? [] }))).toEqual({
      requested: [1, 2, 3, 4],
      ids: [1, 2, 3, 4, 5, 6, 7, 8, 9],
    });
  });

  it("ends with the total, without one more request", async () => {
    expect((await list((page) => ({ campaigns: campaigns(page, page), total: 3 }))).requested).toEqual([1, 2, 3]);
  });

  it("ignores a total that is exceeded", async () => {
    const pages = [campaigns(1, 5), campaigns(6, 7)];
    expect((await list((page) => ({ campaigns: pages[page - 1] ?? [], total: 2 }))).ids).toHaveLength(7);
  });

  it("ends if the API ignores the page number", async () => {
    const items = campaigns(1, 3);
    expect(await list(() => ({ campaigns: items }))).toEqual({ requested: [1, 2], ids: [1, 2, 3] });
  });

  it("recognizes a repeated page by its IDs if other fields change", async () => {
    expect(await list((page) => ({ campaigns: [{ id: 1, spend: page }] }))).toEqual({ requested: [1, 2], ids: [1] });
  });

  it("fails as incomplete when the page limit is reached", async () => {
    await expect(list((page) => ({ campaigns: campaigns(page, page) }), 4)).rejects.toThrow(
      CampaignListingIncompleteError,
    );
    await expect(list((page) => ({ campaigns: campaigns(page, page) }), 4)).rejects.toThrow(
      /after 4 pages with 4 campaigns/,
    );
  });

  it("requests a page only when its campaigns are needed", async () => {
    const requested: number[] = [];
    const listing = listCampaigns((page) => {
      requested.push(page);
      return Promise.resolve({ campaigns: campaigns(page * 2 - 1, page * 2) });
    }, 1000);
    await listing.next();
    await listing.next();
    expect(requested).toEqual([1]);
  });
});
