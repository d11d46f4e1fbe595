import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SimulatorOptions } from "../../provider/simulator/index";
import { controls, listsAndFiles } from "./lists";

const spring = { budget: 12.5, id: 1, name: "Spring", active: true, targeting: { country: "DE" }, end: null };
const summer = { id: 2, name: "\u001b[2JSummer\u202e", active: false };

const simulate = (campaigns: SimulatorOptions["campaigns"]) => listsAndFiles([], {}, { campaigns });

describe("app-list campaigns", () => {
  it("prints one line per campaign, with its scalar fields, or all fields as JSON", async () => {
    const { run, runJson } = await simulate([spring, summer]);
    expect(await run("campaigns")).toEqual({
      code: 0,
      output: String.raw`budget=12.5  id=1  name=Spring  active=true
id=2  name=\u{1b}[2JSummer\u{202e}  active=false
`,
      messages: "2 campaigns.\n",
    });
    expect(await runJson("campaigns")).toEqual({ version: 1, campaigns: [spring, summer] });
  });

  it("reports that the account has no campaigns", async () => {
    const { run } = await simulate([]);
    expect(await run("campaigns")).toEqual({ code: 0, output: "", messages: "0 campaigns.\n" });
  });

  it("prints one line per campaign without control characters, whatever the campaigns contain", async () => {
    const anyField = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.object());
    const campaign = fc.dictionary(fc.string({ minLength: 1 }), anyField);
    const campaigns: Readonly<Record<string, unknown>>[] = [];
    const { run } = await simulate(campaigns);
    const property = fc.asyncProperty(fc.array(campaign, { minLength: 1, maxLength: 8 }), async (listed) => {
      campaigns.splice(0, campaigns.length, ...listed.map((one, id) => ({ ...one, id })));
      const { code, output } = await run("campaigns");
      expect([code, output.split("\n").length]).toEqual([0, listed.length + 1]);
      expect(output).not.toMatch(controls);
    });
    await fc.assert(property, { numRuns: 30 });
  });
});
