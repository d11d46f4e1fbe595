import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { z } from "zod";
import { root } from "../harness/project";

const reportSchema = z.object({
  environment: z.record(z.string(), z.string()),
  results: z.object({
    measurements: z.array(
      z.object({ candidate: z.string(), work: z.string(), seconds: z.array(z.number().positive()) }),
    ),
    omissions: z.array(z.unknown()),
    memory: z.array(z.object({ candidate: z.string(), role: z.string(), megabytes: z.number().positive() })),
  }),
  targets: z.array(z.object({ target: z.string(), limit: z.string(), measured: z.string() })),
});

it("measures two candidates with real commands and writes what it found as JSON and Markdown", async () => {
  const folder = mkdtempSync(join(tmpdir(), "app-list-bench-"));
  try {
    const options = ["--sizes", "100", "--rounds", "1", "--parts", "preview", "--only", "tiny,dynamic"];
    await promisify(execFile)(process.execPath, ["bench/main.ts", ...options, "--out", folder], { cwd: root });

    const report = reportSchema.parse(JSON.parse(readFileSync(join(folder, "bench.json"), "utf8")));
    const found = report.results.measurements.map(({ candidate, work, seconds }) => [candidate, work, seconds.length]);
    expect(found).toEqual([
      ["tiny", "no-op preview", 1],
      ["dynamic", "no-op preview", 1],
    ]);
    expect(report.results.omissions).toEqual([]);
    expect(report.results.memory.map(({ role }) => role)).toEqual(
      expect.arrayContaining(["engine", "program", "provider"]),
    );
    expect(report.environment).toMatchObject({ "Node.js": process.version });
    expect(report.targets).toHaveLength(15);
    expect(readFileSync(join(folder, "bench.md"), "utf8")).toContain("### 100 entries");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
