import { describe, expect, it } from "vitest";
import { printReport, type Report, withFigures } from "../../bench/figures/tables";
import { measured, resultsWith } from "./results";

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

describe("withFigures", () => {
  const page = "# Speed\n\n## Method\n\nText.\n\n## Figures\n\nold\n";

  it("replaces the last section, again and again", () => {
    const once = withFigures(page, "### Targets\n\nnew\n");
    expect(once).toBe("# Speed\n\n## Method\n\nText.\n\n## Figures\n\n### Targets\n\nnew\n");
    expect(withFigures(once, "### Targets\n\nnew\n")).toBe(once);
  });

  it("refuses a page without that section", () => {
    expect(() => withFigures("# Speed\n", "new")).toThrow('no section "Figures"');
  });
});
