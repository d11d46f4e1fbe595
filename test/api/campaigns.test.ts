import { describe, expect, it } from "vitest";
import {
  CampaignListingIncompleteError,
  type CampaignPage,
  campaignsCall,
  listCampaigns,
  parseCampaignPage,
  processCampaignPage,
} from "../../provider/api/campaigns";
import type { Campaign } from "../../provider/api/campaign";
import { Redactor } from "../../provider/api/redaction";
import fc from "fast-check";
import { ApiError, type ApiErrorCode } from "../../provider/api/errors";

const one = { id: 1, name: "one" };

describe("a page of campaigns", () => {
  it.each<[unknown, number?]>([
    [[one]],
    [{ data: [one], meta: { total_entries: 7 } }, 7],
    [{ data: [one], meta: { total_entries: "7" } }, 7],
    [{ data: [one], meta: { total_entries: null } }],
    [{ data: [one], meta: { total_entries: "7.0" } }],
    [{ data: [one], meta: { total: 1 } }],
    [{ campaigns: [one], total_entries: 7 }, 7],
    [{ items: [one], errors: [] }],
    [{ results: [one] }],
    [{ records: [one], page: 1 }],
  ])("is parsed from %j", (body, total) => {
    expect(parseCampaignPage(body)).toEqual({ campaigns: [one], total });
  });

  it("may be empty", () => {
    expect(parseCampaignPage([])).toEqual({ campaigns: [] });
  });

  it.each([[null], ["text"], [{}], [{ error: "no" }], [{ first: [one], second: [] }], [{ data: {} }], [[1, 2]]])(
    "is not parsed from %j",
    (body) => {
      expect(parseCampaignPage(body)).toBeUndefined();
    },
  );
});

describe("the response to a campaigns call", () => {
  const call = campaignsCall({ ownKeys: new Set<never>(), secrets: [], baseUrl: "https://api.example.com" }, 2, 50);

  function process(body: string, isTooLarge = false) {
    const exchange = { outcome: "response", status: 200, body } as const;
    return processCampaignPage(call, exchange, new Redactor(["the-secret"]), isTooLarge);
  }

  it("is the requested page, without secrets", () => {
    expect(call.request).toMatchObject({ method: "GET", path: "/v1/meta/campaigns?page=2&per_page=50" });
    expect(process('{"errors":[{"detail":"Bearer the-secret"}]}').campaigns).toEqual([{ detail: "Bearer [secret]" }]);
  });

  it.each([
    ["[]", /with it, the listing is too large/, true],
    ['{"ok":true}', /it is not a listing of campaigns/, false],
    ["no", /it is not JSON/, false],
  ])("is unreadable if it is no listing, or too large: %s", (body, problem, isTooLarge) => {
    expect(() => process(body, isTooLarge)).toThrow(problem);
  });
});

/** Lists pages as an API returns them, and the pages that were requested. */
async function list(pageOf: (page: number, request: number) => CampaignPage, maxPages = 1000) {
  const requested: number[] = [];
  const campaigns = await listCampaigns(async (page) => {
    requested.push(page);
    return pageOf(page, requested.length);
  }, maxPages);
  return { requested, ids: campaigns.map((campaign) => campaign["id"]) };
}

function campaigns(from: number, to: number): readonly Campaign[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => ({ id: from + index }));
}

/** Pages of an API that counts from 1 and returns none for others. */
function pages(...each: readonly (readonly Campaign[])[]): (page: number) => CampaignPage {
  return (page) => ({ campaigns: each[page - 1] ?? [] });
}

function refusal(status: number, code: ApiErrorCode): ApiError {
  return new ApiError(code, `status ${status}`, { effect: "none", method: "GET", path: "/v1/meta/campaigns", status });
}

describe("the listing of campaigns", () => {
  it("has every campaign once, whatever the size of a page and the number of the first one", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 60 }),
        fc.integer({ min: 1, max: 20 }),
        fc.boolean(),
        fc.constantFrom(0, 1),
        fc.constantFrom("empty", "nearest"),
        async (count, size, hasTotal, firstPage, others) => {
          const last = Math.max(0, Math.ceil(count / size) - 1);
          const { ids } = await list((page) => {
            const asked = page - firstPage;
            const index = others === "nearest" ? Math.min(Math.max(asked, 0), last) : asked;
            return {
              campaigns: index < 0 ? [] : campaigns(index * size + 1, Math.min((index + 1) * size, count)),
              total: hasTotal ? count : undefined,
            };
          });
          expect(ids).toEqual(campaigns(1, count).map((campaign) => campaign["id"]));
        },
      ),
    );
  });

  it("continues after a short page, and after one that is larger than requested", async () => {
    const ids = campaigns(1, 12).map(({ id }) => id);
    expect(await list(pages(campaigns(1, 5), campaigns(6, 6), campaigns(7, 12)))).toEqual({
      requested: [1, 2, 3, 4, 0],
      ids,
    });
  });

  it("ends with the total, without one more request", async () => {
    expect((await list((page) => ({ campaigns: campaigns(page, page), total: 3 }))).requested).toEqual([1, 2, 3]);
    expect((await list(() => ({ campaigns: [], total: 0 }))).requested).toEqual([1]);
  });

  it("goes on when there are more campaigns than announced", async () => {
    const each = pages(campaigns(1, 5), campaigns(6, 7));
    expect((await list((page) => ({ ...each(page), total: 2 }))).ids).toHaveLength(7);
  });

  it("ends if the API ignores the page number", async () => {
    const items = campaigns(1, 3);
    expect(await list(() => ({ campaigns: items }))).toEqual({ requested: [1, 2, 0], ids: [1, 2, 3] });
  });

  it("recognizes a repeated page by its IDs if other fields change", async () => {
    const { ids } = await list((_, request) => ({ campaigns: [{ id: 1, spend: request }] }));
    expect(ids).toEqual([1]);
  });

  it("keeps campaigns whose IDs are too large to tell apart, or that have none", async () => {
    const large = [{ id: 2 ** 60, name: "a" }];
    expect((await list(pages(large, [{ id: 2 ** 60, name: "b" }]))).ids).toHaveLength(2);
    expect((await list(pages([{ name: "a" }, { name: "a" }], [{ name: "b" }]))).ids).toHaveLength(3);
    expect((await list(pages([{ id: 1 }], [{ id: "1" }]))).ids).toEqual([1, "1"]);
  });

  it("has no campaign twice that moved to the next page", async () => {
    expect((await list(pages(campaigns(1, 2), campaigns(2, 3), campaigns(4, 5)))).ids).toEqual([1, 2, 3, 4, 5]);
  });
});

describe("an incomplete listing of campaigns", () => {
  const shortOf = (total: number) => (page: number) => ({ campaigns: page === 1 ? campaigns(1, 4) : [], total });

  it("is an error with its figures if it ends short of the announced total", async () => {
    await expect(list(shortOf(1005))).rejects.toThrow(CampaignListingIncompleteError);
    await expect(list(shortOf(1005))).rejects.toThrow(/the API listed 4 campaigns and announced 1,005\./u);
  });

  it.each([
    ["repeats a page", () => ({ campaigns: campaigns(1, 2), total: 4 })],
    ["announces campaigns and lists none", () => ({ campaigns: [], total: 4 })],
  ])("is one if the API %s", async (_, page) => {
    await expect(list(page)).rejects.toThrow(CampaignListingIncompleteError);
  });

  it("is one when the page limit is reached", async () => {
    await expect(list((page) => ({ campaigns: campaigns(page, page) }), 4)).rejects.toThrow(
      /the API listed 4 campaigns on 4 pages, the most that are read, and announced no total/u,
    );
  });

  it("is an error if the total changes meanwhile: campaigns may have moved to pages that were read before", async () => {
    let requests = 0;
    const changing = list((page, request) => {
      requests = request;
      // After the first page, campaign 1 is deleted: campaign 3 moves to the page that was read before.
      const now = request === 1 ? campaigns(1, 5) : campaigns(2, 5);
      return { campaigns: now.slice((page - 1) * 2, page * 2), total: now.length };
    });
    await expect(changing).rejects.toThrow(/the API listed 4 campaigns and announced 5, then 4\./u);
    expect(requests).toBeLessThan(6);
  });
});

describe("a page that the API refuses", () => {
  const only = (refused: number, error: ApiError, total?: number) => (page: number) => {
    if (page === refused) throw error;
    return { campaigns: page === 1 ? campaigns(1, 2) : [], total };
  };

  it.each([
    [400, "REQUEST_REFUSED"],
    [404, "NOT_FOUND"],
    [500, "SERVICE_UNAVAILABLE"],
  ] as const)("is not the first one if it is page 0: %i %s", async (status, code) => {
    expect((await list(only(0, refusal(status, code)))).ids).toEqual([1, 2]);
  });

  it.each([
    [403, "PERMISSION_DENIED"],
    [429, "RATE_LIMITED"],
    [503, "SERVICE_UNAVAILABLE"],
    [200, "RESPONSE_UNREADABLE"],
  ] as const)("proves nothing about page 0 with %i", async (status, code) => {
    await expect(list(only(0, refusal(status, code)))).rejects.toThrow(`status ${status}`);
  });

  it("is an error if it is another one, unless the rest is as announced", async () => {
    const error = refusal(404, "NOT_FOUND");
    await expect(list(only(2, error))).rejects.toBe(error);
    await expect(list(only(2, error, 5))).rejects.toBe(error);
    const countsFromZero = (page: number): CampaignPage => {
      if (page > 0) throw error;
      return { campaigns: campaigns(1, 2), total: 2 };
    };
    expect((await list(countsFromZero)).ids).toEqual([1, 2]);
  });
});
