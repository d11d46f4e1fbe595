import { describe, expect, it } from "vitest";
import type { Results } from "../../bench/figures/results";
import { judgeTargets, type Outcome } from "../../bench/figures/targets";
import { measured, resultsWith } from "./results";

function outcome(results: Results, target: string): Outcome | undefined {
  return judgeTargets(results).find((each) => each.target.startsWith(target));
}

describe("judgeTargets", () => {
  it("compares medians, and gives the spread of the rounds", () => {
    const results = resultsWith(measured("dynamic", [2, 2.2, 2.1]), measured("text", [1.95, 2.05, 2.01]));
    expect(outcome(results, "Dynamic, 10,000: no-op preview over bare text")).toMatchObject({
      limit: "at most 0.10 s",
      measured: "0.09 s (0.05 s to 0.15 s)",
      holds: true,
    });
  });

  it("reports a target that is missed", () => {
    const results = resultsWith(measured("dynamic", [2]), measured("array", [1.9]));
    expect(outcome(results, "Dynamic, 10,000: no-op preview, share of the array")).toMatchObject({ holds: false });
  });

  it("judges nothing that the run did not measure, or measured in other circumstances", () => {
    const results = resultsWith(measured("dynamic", [2], { circumstances: "no compile cache" }), measured("text", [2]));
    expect(outcome(results, "Dynamic, 10,000: no-op preview over bare text")).toMatchObject({
      measured: "not measured",
      holds: undefined,
    });
  });

  it("measures growth over the empty program, with the steps between the sizes", () => {
    const costs = [
      [1000, 0.1],
      [10_000, 1],
      [100_000, 30],
    ] as const;
    const results = resultsWith(
      ...costs.flatMap(([entries, cost]) => [
        measured("dynamic", [1 + cost], { entries }),
        measured("empty-nodejs", [1], { entries }),
      ]),
    );
    expect(outcome(results, "Dynamic: growth exponent")).toMatchObject({
      measured: "1.24; from 10,000 to 100,000 1.48",
      holds: false,
    });
  });

  it("takes the largest memory of this package's processes, whichever the command", () => {
    const memory = { entries: 100_000, lists: 1, circumstances: "usual", role: "provider" } as const;
    const results: Results = {
      ...resultsWith(),
      memory: [
        { ...memory, candidate: "dynamic", work: "create", megabytes: 310 },
        { ...memory, candidate: "dynamic", work: "no-op preview", megabytes: 200 },
        { ...memory, candidate: "array", work: "create", megabytes: 900 },
      ],
    };
    expect(outcome(results, "Provider process")).toMatchObject({
      measured: "310 MB (create, dynamic); no-op preview 200 MB",
      holds: false,
    });
  });
});
