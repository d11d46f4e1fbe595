import { describe, expect, it } from "vitest";
import { replaceFigures } from "../../bench/figures/page";
import { printReport, type Report } from "../../bench/figures/tables";
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

  it("has a table per setting, with median and spread, and the rounds of those that had fewer", () => {
    const text = print({
      measurements: [
        measured("array", [3, 4]),
        measured("dynamic", [1, 2, 1.5]),
        measured("dynamic", [9], { lists: 20 }),
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
    expect(text).toContain("### 20 lists of 10,000 entries");
  });

  it("gives the reason for a candidate that was not measured", () => {
    const omission = { ...measured("terraform", []), reason: "not found: terraform" };
    expect(print({ measurements: [measured("dynamic", [1])], omissions: [omission] })).toContain(
      "| Terraform | not found: terraform |",
    );
  });

  it("shows the most memory of each process at the largest size, with its command", () => {
    const memory = { candidate: "dynamic", role: "provider", lists: 1, circumstances: "usual" } as const;
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

describe("replaceFigures", () => {
  const page = [
    '<!-- "npm run bench -- --write" replaces everything from here… -->',
    "old figures",
    "<!-- …to here. -->",
    '<!-- "node bench/micro/main.ts --write" replaces everything from here… -->',
    "old handlers",
    "<!-- …to here. -->",
  ].join("\n");

  it("replaces what is between the marks of a name, again and again", () => {
    const once = replaceFigures(page, "figures", "new\n");
    expect(once).toContain("here… -->\n\nnew\n\n<!--");
    expect(once).not.toContain("old figures");
    expect(once).toContain("old handlers");
    expect(replaceFigures(once, "figures", "new")).toBe(once);
    expect(replaceFigures(page, "handlers", "new")).toContain("old figures\n<!-- …to here. -->\n");
  });

  it("refuses a page without marks", () => {
    expect(() => replaceFigures("before", "figures", "new")).toThrow("no marks");
  });
});
