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

  it("can announce another total, end short of it, and change", async () => {
    const simulator = await simulatorForTest({
      campaigns,
      behaviour: { campaigns: { wrapping: "data", maxPerPage: 9, total: 8, shown: 2 } },
    });
    const first = async () => jsonOf(await get(simulator, "/v1/meta/campaigns"));
    expect(await first()).toEqual({
      data: [{ id: 1 }, { id: 2 }],
      meta: { page: 1, per_page: 9, total_entries: 8 },
    });
    simulator.setCampaigns([{ id: 9 }]);
    expect(await first()).toMatchObject({ data: [{ id: 9 }] });
  });

  it("can return the nearest page for others, or 404", async () => {
    const behaviour = (otherPages: "nearest" | "notFound") =>
      ({ campaigns: { wrapping: "array", maxPerPage: 4, otherPages } }) as const;
    const simulator = await simulatorForTest({ campaigns, behaviour: behaviour("nearest") });
    const page = (number: number) => get(simulator, `/v1/meta/campaigns?page=${number}`);
    expect(jsonOf(await page(0))).toHaveLength(4);
    expect(jsonOf(await page(7))).toEqual([{ id: 5 }]);
    simulator.setBehaviour(behaviour("notFound"));
    expect([(await page(0)).status, (await page(7)).status, (await page(2)).status]).toEqual([404, 404, 200]);
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
