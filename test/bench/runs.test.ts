import { describe, expect, it } from "vitest";
import { allWork, type Work } from "../../bench/figures/results";
import { withSummary } from "../../bench/figures/tables";
import { candidates } from "../../bench/run/candidates";
import { listText } from "../../bench/run/entries";
import { roleOf } from "../../bench/run/memory";
import { readOptions } from "../../bench/run/options";
import { planSections } from "../../bench/run/sections";
import { readPage } from "../docs/markdown";

it("listText changes 37 entries, within the removal guard of the shortest list", () => {
  for (const count of [100, 10_000]) {
    const before = new Set(listText(count, false).trimEnd().split("\n"));
    const after = new Set(listText(count, true).trimEnd().split("\n"));
    expect(before.size).toBe(count);
    expect(before.difference(after).size).toBe(18);
    expect(after.difference(before).size).toBe(19);
  }
});

describe("roleOf", () => {
  it.each([
    ["/home/versions/3.259.0/bin/pulumi preview", "engine"],
    ["/bin/pulumi-language-nodejs -root=/x 127.0.0.1:1", "language host"],
    ["node /x/node_modules/@pulumi/pulumi/cmd/run --monitor 127.0.0.1:1", "program"],
    ["/x/.python/bin/python -u /bin/pulumi-language-python-exec --project x", "program"],
    ["node /x/node_modules/@pulumi/pulumi/cmd/dynamic-provider 127.0.0.1:1", "provider"],
    ["node /home/plugins/resource-app-list-v0.1.0/pulumi-resource-app-list 127.0.0.1:1", "plugin"],
    ["/x/terraform-provider-restapi_v1.20.0", "provider"],
    ["git rev-parse HEAD", undefined],
  ])("knows a process by its command line: %s", (command, role) => {
    expect(roleOf(command)).toBe(role);
  });
});

it("withSummary writes the medians of a run into the README, and nothing else", () => {
  const measure = (candidate: string, work: Work, entries: number, ...seconds: readonly number[]) => {
    return { candidate, work, entries, seconds };
  };
  const measurements = [
    measure("plugin-yaml", "no-op preview", 10_000, 71.111, 70, 73),
    measure("dynamic", "no-op preview", 100_000, 82.22),
    measure("dynamic", "no-op up", 10_000, 1),
    measure("dynamic", "up of 37 changes", 10_000, 94.33),
    measure("plugin-nodejs", "no-op up", 10_000, 1),
    measure("plugin-nodejs", "up of 37 changes", 10_000, 2),
  ];
  const { text } = readPage("README.md");
  const written = withSummary(text, { measurements, omissions: [], memory: [] });
  const figures = (page: string) => page.match(/\*\*[\d.]+(?= s\s)/gu);
  expect(figures(written)).toEqual(["**71.11", "**82.2", "**93.3"]);
  expect(written.replaceAll(/[\d.]+/gu, "")).toBe(text.replaceAll(/[\d.]+/gu, ""));
  expect(() => withSummary("", { measurements, omissions: [], memory: [] })).toThrow("The README has no figure like");
});

function plan(...words: readonly string[]) {
  return planSections(readOptions(words).selection, candidates).map(({ candidates, ...section }) => ({
    ...section,
    names: candidates.map(({ name }) => name),
  }));
}

describe("planSections", () => {
  it("measures just what the targets need", () => {
    const preview = { part: "preview", work: ["no-op preview"], rounds: 5 };
    const twenty = ["plugin-yaml-20", "floor-yaml-20"];
    expect(plan("--targets")).toEqual([
      {
        ...preview,
        entries: 10_000,
        names: ["empty-yaml", "plugin-yaml", "floor-yaml", ...twenty, "dynamic", "text"],
      },
      { ...preview, entries: 100_000, names: ["empty-yaml", "plugin-yaml", "floor-yaml", "dynamic", "text"] },
      {
        part: "work",
        entries: 10_000,
        names: ["plugin-nodejs", "dynamic"],
        work: ["create", "no-op up", "up of 37 changes", "destroy"],
        rounds: 5,
      },
      {
        part: "work",
        entries: 100_000,
        names: ["plugin-yaml", "dynamic", "text"],
        work: ["create", "no-op up", "up of 37 changes", "destroy"],
        rounds: 5,
      },
      { part: "memory", entries: 100_000, names: ["plugin-yaml", "dynamic"], work: allWork, rounds: 0 },
    ]);
  });

  it("keeps to the parts, sizes, candidates and rounds of the options", () => {
    expect(plan("--parts", "preview", "--sizes", "50", "--only", "text,tiny", "--rounds", "7")).toEqual([
      { part: "preview", entries: 50, names: ["tiny", "text"], work: ["no-op preview"], rounds: 7 },
    ]);
  });
});

it("readOptions refuses an unknown candidate, with those that there are, and sizes that are no counts", () => {
  expect(() => readOptions(["--only", "tiny,typo"])).toThrow('--only has no "typo". It takes empty-yaml, ');
  expect(() => readOptions(["--sizes", "1e9"])).toThrow("--sizes takes numbers from 1 to 999999");
  expect(() => readOptions(["--write", "--sizes", "100"])).toThrow("--write replaces all figures");
});
