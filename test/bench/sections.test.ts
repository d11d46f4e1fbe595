import { describe, expect, it } from "vitest";
import { candidates } from "../../bench/run/candidates";
import { readOptions } from "../../bench/run/options";
import { estimateSeconds, planEverything, planSections } from "../../bench/run/sections";

function plan(...words: readonly string[]) {
  return planSections(readOptions(words).selection, candidates).map(({ candidates, ...section }) => ({
    ...section,
    names: candidates.map(({ name }) => name),
  }));
}

function minutes(...words: readonly string[]): number {
  const sections = planSections(readOptions(words).selection, candidates);
  return sections.reduce((sum, section) => sum + estimateSeconds(section), 0) / 60;
}

describe("planSections", () => {
  it("measures what the targets need", () => {
    const sections = plan();
    for (const size of [100, 1000, 10_000, 100_000]) {
      const previews = sections.filter(({ part, entries }) => part === "preview" && entries === size);
      const [names = []] = previews.filter(({ rounds }) => rounds === 5).map(({ names }) => names);
      for (const name of ["empty-yaml", "empty-nodejs", "plugin-yaml", "dynamic", "text", "array"]) {
        expect(names).toContain(name);
      }
    }
    expect(sections).toContainEqual(
      expect.objectContaining({ lists: 20, entries: 10_000, names: ["plugin-nodejs", "dynamic", "text", "array"] }),
    );
  });

  it("measures a resource per entry with at most 1,000 entries, and Terraform with at most 10,000", () => {
    const most = (name: string) =>
      Math.max(...plan().flatMap(({ names, entries }) => (names.includes(name) ? [entries] : [])));
    expect(most("resource-per-entry")).toBe(1000);
    expect(most("terraform-restapi")).toBe(10_000);
  });

  it("takes about half an hour, a few minutes if it is quick, and days for everything", () => {
    expect(minutes()).toBeLessThan(45);
    expect(minutes("--quick")).toBeLessThan(8);
    const everything = planEverything(candidates).reduce((sum, section) => sum + estimateSeconds(section), 0);
    expect(everything / 3600).toBeGreaterThan(10);
  });

  it("keeps to the parts, sizes, candidates and rounds of the options", () => {
    expect(plan("--parts", "preview", "--sizes", "50", "--only", "text,tiny", "--rounds", "7")).toEqual([
      {
        part: "preview",
        entries: 50,
        lists: 1,
        circumstances: "usual",
        names: ["tiny", "text"],
        work: ["no-op preview"],
        rounds: 7,
      },
    ]);
  });
});

describe("readOptions", () => {
  it("names an unknown candidate and those that there are", () => {
    expect(() => readOptions(["--only", "tiny,typo"])).toThrow('--only has no "typo". It takes empty-yaml, ');
  });

  it("refuses sizes that are no counts", () => {
    expect(() => readOptions(["--sizes", "1e9"])).toThrow("--sizes takes numbers from 1 to 999999");
  });
});
