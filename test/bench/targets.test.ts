import { describe, expect, it } from "vitest";
import type { Results } from "../../bench/figures/results";
import { judgeTargets, type Outcome } from "../../bench/figures/targets";
import { measured, resultsWith } from "./results";

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
      { ...command, work: "no-op up", megabytes: 151.2 },
      { ...command, work: "create", megabytes: 180 },
      { ...command, work: "destroy", megabytes: 210 },
      { ...command, work: "destroy", megabytes: 900, role: "engine" },
    ] as const;
    const results = { ...resultsWith(), memory };
    expect(outcome(results, "Plugin, 100,000: most memory of commands without changes")).toMatchObject({
      measured: "151 MB (no-op up)",
      holds: false,
    });
    expect(outcome(results, "Plugin, 100,000: most memory of all other commands")).toMatchObject({
      measured: "210 MB (destroy)",
      holds: true,
    });
  });

  it("has the limits of previews, changes and memory, with each host", () => {
    expect(judgeTargets(resultsWith()).map(({ target, limit }) => `${target}: ${limit}`)).toEqual([
      "Dynamic, 10,000: no-op preview over bare text: at most 0.15 s",
      "Dynamic, 100,000: no-op preview over bare text: at most 0.35 s",
      "Plugin in YAML, 10,000: no-op preview over an empty YAML program: at most 0.38 s",
      "Plugin in YAML, 100,000: no-op preview over an empty YAML program: at most 1.10 s",
      "Plugin in YAML, 10,000: no-op preview over a plugin that does nothing: at most 0.06 s",
      "Plugin in YAML, 100,000: no-op preview over a plugin that does nothing: at most 0.25 s",
      "Plugin in YAML, 20 lists, 10,000: no-op preview over a plugin that does nothing: at most 0.10 s",
      "Dynamic, 10,000: up of 37 changes over a no-op up: at most 0.50 s",
      "Plugin in Node.js, 10,000: up of 37 changes over a no-op up: at most 0.50 s",
      "Plugin, 100,000: most memory of commands without changes: at most 150 MB",
      "Plugin, 100,000: most memory of all other commands: at most 220 MB",
      "Dynamic, 100,000: most memory of commands without changes: at most 300 MB",
      "Dynamic, 100,000: most memory of all other commands: at most 400 MB",
    ]);
  });
});
