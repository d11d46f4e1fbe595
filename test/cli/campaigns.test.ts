import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Fault, SimulatorOptions } from "../../provider/simulator/index";
import { controls, listsAndFiles } from "./lists";

const spring = { budget: 12.5, id: 1, name: "Spring", active: true, targeting: { country: "DE" } };
const summer = { id: 2, name: "Summer", active: false };

const simulate = (campaigns: SimulatorOptions["campaigns"], options: SimulatorOptions = {}) =>
  listsAndFiles([], {}, { campaigns, ...options });

/** Another answer to the listing than that of the simulator. */
const answering = (body: string): Fault => ({
  on: { action: "campaigns" },
  effect: "after",
  answer: { kind: "status", status: 200, body },
});

describe("app-list campaigns", () => {
  it("prints one line per campaign, with its scalar fields", async () => {
    const { run } = await simulate([spring, summer]);
    expect(await run("campaigns")).toEqual({
      code: 0,
      output: "budget=12.5  id=1  name=Spring  active=true\nid=2  name=Summer  active=false\n",
      messages: "2 campaigns.\n",
    });
  });

  it("prints all fields as JSON", async () => {
    const { runJson } = await simulate([spring, summer]);
    expect(await runJson("campaigns")).toEqual({ version: 1, campaigns: [spring, summer] });
  });

  it.each([
    ["with a total", { wrapping: "data", firstPage: 0 }],
    ["without a total", { wrapping: "array", firstPage: 0 }],
    ["without a total, and 404 for other pages before the first", { wrapping: "campaigns" }],
  ] as const)("lists all campaigns of an API whose pages are counted from 0 or 1: %s", async (_, behaviour) => {
    const { runJson } = await simulate([spring, summer], { behaviour: { campaigns: { maxPerPage: 1, ...behaviour } } });
    expect(await runJson("campaigns")).toEqual({ version: 1, campaigns: [spring, summer] });
  });

  it.each([
    [
      "ends short of the announced total",
      JSON.stringify({ data: [spring, summer], meta: { total_entries: 30 } }),
      "the API listed 2 campaigns and announced 30",
    ],
    [
      "is nested too deep",
      `[${'{"a":'.repeat(200_000)}1${"}".repeat(200_000)}]`,
      "it nests more than 100 arrays or objects",
    ],
  ])("fails if the listing %s", async (_, body, problem) => {
    const { run } = await simulate([], { faults: [answering(body)] });
    const named: unknown = expect.stringContaining(problem);
    expect(await run("campaigns")).toEqual({ code: 1, output: "", messages: named });
    expect(await run("campaigns --json")).toEqual({ code: 1, output: named, messages: "" });
  });

  it("reports that the account has no campaigns", async () => {
    const { run } = await simulate([]);
    expect(await run("campaigns")).toEqual({ code: 0, output: "", messages: "0 campaigns.\n" });
  });

  it("shows control characters escaped", async () => {
    const { run } = await simulate([{ id: 1, name: "\u001b[2Jred\u202e" }]);
    expect((await run("campaigns")).output).toContain(String.raw`\u{1b}[2Jred\u{202e}`);
  });

  const campaign = fc.dictionary(
    fc.string({ minLength: 1 }),
    fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.object()),
  );

  it("prints one line per campaign without control characters, whatever the campaigns contain", async () => {
    const campaigns: Readonly<Record<string, unknown>>[] = [];
    const { run } = await simulate(campaigns);
    await fc.assert(
      fc.asyncProperty(fc.array(campaign, { minLength: 1, maxLength: 8 }), async (listed) => {
        campaigns.splice(0, campaigns.length, ...listed.map((one, id) => ({ ...one, id })));
        const { code, output } = await run("campaigns");
        expect([code, output.split("\n").length]).toEqual([0, listed.length + 1]);
        expect(output).not.toMatch(controls);
      }),
      { numRuns: 30 },
    );
  });
});
