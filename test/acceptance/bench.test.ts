import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { z } from "zod";
import { root } from "../harness/project";
import { temporaryFolder } from "../harness/shared-files";

const reportSchema = z.object({
  environment: z.record(z.string(), z.string()),
  results: z.object({
    measurements: z.array(z.object({ candidate: z.string(), seconds: z.tuple([z.number().positive()]) })),
    omissions: z.array(z.unknown()),
    memory: z.array(z.object({ role: z.string(), megabytes: z.number().positive() })),
  }),
});

it("measures two candidates with real commands, one by the path of the README, and writes what it found", async () => {
  const folder = temporaryFolder();
  const options = ["--sizes", "100", "--rounds", "1", "--parts", "preview", "--only", "plugin-yaml,dynamic"];
  await promisify(execFile)(process.execPath, ["bench/main.ts", ...options, "--out", folder], { cwd: root });
  const { environment, results } = reportSchema.parse(JSON.parse(readFileSync(join(folder, "bench.json"), "utf8")));
  expect(environment).toMatchObject({ "Node.js": process.version });
  expect(results.measurements.map(({ candidate }) => candidate)).toEqual(["plugin-yaml", "dynamic"]);
  expect(results.omissions).toEqual([]);
  const roles = new Set(results.memory.map(({ role }) => role));
  expect(roles).toEqual(new Set(["engine", "language host", "plugin", "program", "provider"]));
  expect(readFileSync(join(folder, "bench.md"), "utf8")).toContain("### 100 entries");
});
