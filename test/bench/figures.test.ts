import { describe, expect, it } from "vitest";
import type { Measurement, Results } from "../../bench/figures/results";
import { differencesOf, spreadOf } from "../../bench/figures/statistics";
import { printReport, type Report, withFigures } from "../../bench/figures/tables";
import { judgeTargets, type Outcome } from "../../bench/figures/targets";

/** The times of a no-op preview of 10,000 entries, or of something else. */
function measured(candidate: string, seconds: readonly number[], other: Partial<Measurement> = {}): Measurement {
  return { candidate, seconds, work: "no-op preview", entries: 10_000, ...other };
}

/** The results of a run with these measurements. */
function resultsWith(...measurements: readonly Measurement[]): Results {
  return { measurements, omissions: [], memory: [] };
}

it("spreadOf finds the middle value or the mean of the two middle ones, the least and the most, in any order", () => {
  expect(spreadOf([10, 9, 1])).toEqual({ median: 9, least: 1, most: 10 });
  expect(spreadOf([4, 1, 3, 100]).median).toBe(3.5);
  expect(() => spreadOf([])).toThrow(RangeError);
});

it("differencesOf compares the values of the same round, as far as both have one", () => {
  expect(differencesOf([5, 7, 9], [1, 2])).toEqual([4, 5]);
});

function outcome(results: Results, target: string): Outcome | undefined {
  return judgeTargets(results).find((each) => each.target === target);
}

describe("judgeTargets", () => {
  it("compares medians, and gives the spread of the rounds", () => {
    const results = resultsWith(measured("dynamic", [2, 2.2, 2.1]), measured("text", [1.95, 2.05, 2.01]));
    expect(outcome(results, "Dynamic, 10,000: no-op preview over bare text")).toEqual({
      target: "Dynamic, 10,000: no-op preview over bare text",
      limit: "at most 0.15 s",
      measured: "0.09 s (0.05 s to 0.15 s)",
      holds: true,
    });
  });

  it("reports a target that is missed", () => {
    const results = resultsWith(
      measured("dynamic", [2], { work: "up of 37 changes" }),
      measured("dynamic", [1.4], { work: "no-op up" }),
    );
    expect(outcome(results, "Dynamic, 10,000: up of 37 changes over a no-op up")).toMatchObject({ holds: false });
  });

  it("judges nothing that the run did not measure, or measured with another length of the list", () => {
    const results = resultsWith(measured("dynamic", [2], { entries: 1000 }), measured("text", [2]));
    expect(outcome(results, "Dynamic, 10,000: no-op preview over bare text")).toMatchObject({
      measured: "not measured",
      holds: undefined,
    });
  });

  it("compares the most memory of all commands with a limit, apart from those without changes", () => {
    const command = { candidate: "plugin-yaml", role: "plugin", entries: 100_000 };
    const memory = [
      { ...command, work: "no-op up", megabytes: 161.2 },
      { ...command, work: "create", megabytes: 180 },
      { ...command, work: "destroy", megabytes: 210 },
      { ...command, work: "destroy", megabytes: 900, role: "engine" },
    ] as const;
    const results = { ...resultsWith(), memory };
    expect(outcome(results, "Plugin, 100,000: most memory of commands without changes")).toMatchObject({
      measured: "161 MB (no-op up)",
      holds: false,
    });
    expect(outcome(results, "Plugin, 100,000: most memory of all other commands")).toMatchObject({
      measured: "210 MB (destroy)",
      holds: true,
    });
  });
});

const labels = [
  { name: "dynamic", title: "ours" },
  { name: "array", title: "an array" },
  { name: "terraform", title: "Terraform" },
];

function print(results: Partial<Report["results"]>): string {
  const report = { date: "2026-11-22", minutes: 34.6, environment: { machine: "2 × x", memory: "24 GB" }, targets: [] };
  return printReport({ ...report, results: { ...resultsWith(), ...results } }, labels);
}

describe("printReport", () => {
  it("names the machine and how long the run took", () => {
    expect(print({})).toContain("Measured on 2026-11-22, in 35 minutes.");
    expect(print({})).toContain("| machine | 2 × x |\n| memory | 24 GB |");
  });

  it("has a table per length of the list, with median and spread, and the rounds of those that had fewer", () => {
    const text = print({
      measurements: [
        measured("array", [3, 4]),
        measured("dynamic", [1, 2, 1.5]),
        measured("dynamic", [9], { entries: 100 }),
      ],
    });
    expect(text).toContain(
      [
        "### 10,000 entries",
        "",
        "| seconds, median of 3 (least to most) | no-op preview |",
        "| --- | --- |",
        "| ours | 1.50 (1.00 to 2.00) |",
        "| an array | 3.50 (3.00 to 4.00, of 2) |",
      ].join("\n"),
    );
    expect(text).toContain("### 100 entries");
  });

  it("gives the reason for a candidate that was not measured", () => {
    const omission = { ...measured("terraform", []), reason: "not found: terraform" };
    expect(print({ measurements: [measured("dynamic", [1])], omissions: [omission] })).toContain(
      "| Terraform | not found: terraform |",
    );
  });

  it("shows the most memory of each process at the largest size, with its command", () => {
    const memory = { candidate: "dynamic", role: "provider" } as const;
    const text = print({
      memory: [
        { ...memory, entries: 1000, work: "create", megabytes: 900 },
        { ...memory, entries: 100_000, work: "create", megabytes: 210.4 },
        { ...memory, entries: 100_000, work: "destroy", megabytes: 190 },
      ],
    });
    expect(text).toContain("### Most memory of each process, 100,000 entries\n\n| MB | provider |");
    expect(text).toContain("| ours | 210 (create) |");
  });
});

it("withFigures replaces the last section, again and again, and refuses a page without that section", () => {
  const page = "# Speed\n\n## Method\n\nText.\n\n## Figures\n\nold\n";
  const once = withFigures(page, "### Targets\n\nnew\n");
  expect(once).toBe("# Speed\n\n## Method\n\nText.\n\n## Figures\n\n### Targets\n\nnew\n");
  expect(withFigures(once, "### Targets\n\nnew\n")).toBe(once);
  expect(() => withFigures("# Speed\n", "new")).toThrow('no section "Figures"');
});
