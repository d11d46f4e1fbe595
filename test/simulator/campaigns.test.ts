import { describe, expect, it } from "vitest";
import { get, jsonOf, send } from "./client";
import { simulatorForTest } from "./simulators";

const campaigns = [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }, { id: 5 }];

describe("the campaign listing", () => {
  it("returns the requested page, and an empty one after the last", async () => {
    const simulator = await simulatorForTest({ campaigns });
    const page = async (number: number) => jsonOf(await get(simulator, `/v1/meta/campaigns?page=${number}&per_page=2`));
    expect(await page(1)).toEqual({
      data: [{ id: 1 }, { id: 2 }],
      meta: { page: 1, per_page: 2, total_entries: 5 },
    });
    expect(await page(3)).toMatchObject({ data: [{ id: 5 }] });
    expect(await page(4)).toMatchObject({ data: [] });
  });

  it("starts at the first page, and reduces a page to the largest size", async () => {
    const simulator = await simulatorForTest({
      campaigns,
      behaviour: { campaigns: { wrapping: "array", maxPerPage: 3 } },
    });
    const firstThree = [{ id: 1 }, { id: 2 }, { id: 3 }];
    expect(jsonOf(await get(simulator, "/v1/meta/campaigns"))).toEqual(firstThree);
    expect(jsonOf(await get(simulator, "/v1/meta/campaigns?page=1&per_page=100"))).toEqual(firstThree);
    expect(jsonOf(await get(simulator, "/v1/meta/campaigns?page=2&per_page=100"))).toEqual([{ id: 4 }, { id: 5 }]);
  });

  it("can be wrapped as campaigns, without a total", async () => {
    const simulator = await simulatorForTest({
      campaigns,
      behaviour: { campaigns: { wrapping: "campaigns", maxPerPage: 9 } },
    });
    expect(jsonOf(await get(simulator, "/v1/meta/campaigns"))).toEqual({ campaigns });
  });

  it("can count its pages from 0", async () => {
    const simulator = await simulatorForTest({
      campaigns,
      behaviour: { campaigns: { wrapping: "array", maxPerPage: 3, firstPage: 0 } },
    });
    const firstThree = [{ id: 1 }, { id: 2 }, { id: 3 }];
    expect(jsonOf(await get(simulator, "/v1/meta/campaigns"))).toEqual(firstThree);
    expect(jsonOf(await get(simulator, "/v1/meta/campaigns?page=0"))).toEqual(firstThree);
    expect(jsonOf(await get(simulator, "/v1/meta/campaigns?page=1"))).toEqual([{ id: 4 }, { id: 5 }]);
    expect(jsonOf(await get(simulator, "/v1/meta/campaigns?page=2"))).toEqual([]);
  });

  it.each(["page=0", "page=-1", "page=1.5", "page=x", "per_page=0", "per_page=", "page=1&page=2", "limit=2"])(
    "refuses %s",
    async (query) => {
      const simulator = await simulatorForTest({ campaigns });
      expect((await get(simulator, `/v1/meta/campaigns?${query}`)).status).toBe(400);
    },
  );

  it("needs a token", async () => {
    const simulator = await simulatorForTest({ campaigns });
    const answer = await send(simulator, { path: "/v1/meta/campaigns", headers: { accept: "application/json" } });
    expect(answer.status).toBe(401);
  });
});
