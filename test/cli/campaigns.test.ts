import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { controls, listsAndFiles } from "./lists";

describe("app-list campaigns", () => {
  it("prints one line per campaign without control characters, whatever the campaigns contain", async () => {
    const anyField = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.object());
    const campaign = fc.dictionary(fc.string({ minLength: 1 }), anyField);
    const campaigns: Readonly<Record<string, unknown>>[] = [];
    const { run } = await listsAndFiles([], {}, { campaigns });
    const property = fc.asyncProperty(fc.array(campaign, { maxLength: 8 }), async (listed) => {
      campaigns.splice(0, campaigns.length, ...listed.map((one, id) => ({ ...one, id })));
      const { code, output } = await run("campaigns");
      expect([code, output.split("\n").length]).toEqual([0, listed.length + 1]);
      expect(output).not.toMatch(controls);
    });
    await fc.assert(property, { numRuns: 30 });
  });
});
