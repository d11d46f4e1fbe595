import { describe, expect, it } from "vitest";
import { campaignsCall, parseCampaignPage, processCampaignPage, type CampaignPage } from "../../provider/api/campaigns";
import { Redactor } from "../../provider/api/redactor";

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
  const call = campaignsCall({ ownKeys: new Set<never>(), secrets: [], baseUrl: "https://api.example.com" }, 2, 50);

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
