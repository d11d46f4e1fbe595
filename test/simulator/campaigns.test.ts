import { describe, expect, it } from "vitest";
import type { Behavior } from "../../provider/simulator/index";
import { get, jsonOf } from "./client";
import { simulatorForTest } from "./simulators";

const campaigns = [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }, { id: 5 }];

describe("the campaign listing", () => {
  it("returns the requested page, and an empty one after the last", async () => {
    const simulator = await simulatorForTest({ campaigns });
    const page = async (number: number) => jsonOf(await get(simulator, `/v1/meta/campaigns?page=${number}&per_page=2`));
    const meta = { page: 1, per_page: 2, total_entries: 5 };
    expect(await page(1)).toEqual({ data: [{ id: 1 }, { id: 2 }], meta });
    expect(await page(3)).toMatchObject({ data: [{ id: 5 }] });
    expect(await page(4)).toMatchObject({ data: [] });
  });

  const array = { wrapping: "array", maxPerPage: 3 } as const;
  const [firstPage, secondPage] = [campaigns.slice(0, 3), campaigns.slice(3)];

  it.each<[string, Behavior["campaigns"], Readonly<Record<string, unknown>>]>([
    [
      "starts at the first page, and reduces a page to the largest size",
      array,
      { "": firstPage, "?page=1&per_page=100": firstPage, "?page=2&per_page=100": secondPage },
    ],
    ["can be wrapped as campaigns, without a total", { wrapping: "campaigns", maxPerPage: 9 }, { "": { campaigns } }],
  ])("%s", async (_, behavior, pages) => {
    const simulator = await simulatorForTest({ campaigns, behavior: { campaigns: behavior } });
    for (const [query, page] of Object.entries(pages)) {
      expect(jsonOf(await get(simulator, `/v1/meta/campaigns${query}`))).toEqual(page);
    }
  });

  it.each(["page=0", "page=-1", "page=1.5", "page=x", "per_page=0", "per_page=", "page=1&page=2", "limit=2"])(
    "refuses %s",
    async (query) => {
      const simulator = await simulatorForTest({ campaigns });
      expect((await get(simulator, `/v1/meta/campaigns?${query}`)).status).toBe(400);
    },
  );
});
