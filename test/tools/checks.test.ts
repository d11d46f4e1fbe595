import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { compareContent } from "../../tools/check/compare-content.mjs";
import { describeEnd, run, succeeded } from "../../tools/commands.mjs";
import { root } from "../../tools/paths.mjs";
import { countResults, findProblem, sumCounts, summaryLine, withProblems } from "../../tools/test/count-results.mjs";
import { groups } from "../../tools/test/groups.mjs";
import config from "../../vitest.config.mts";

const sources = ["hosts/plugin/main.ts", "index.ts", "list/kinds.ts"];
const bundled = ["bundles/index.js", "plugin/main.js"];
const complete = [
  "LICENSE",
  "README.md",
  "dist/bundles/index.js",
  "dist/hosts/plugin/main.d.ts",
  "dist/index.d.ts",
  "dist/list/kinds.d.ts",
  "dist/plugin/main.js",
  "package.json",
];

describe("the content of the package", () => {
  it("is right if it is the types of each source, the bundles, and the descriptive files", () => {
    expect(compareContent(complete, sources, bundled)).toBeUndefined();
  });

  it("is wrong when something is missing or has no source, and each file is named", () => {
    const packed = [
      ...complete.filter((path) => path !== "LICENSE" && path !== "dist/plugin/main.js"),
      "dist/.tsbuildinfo",
      "dist/old.js",
    ];
    expect(compareContent(packed, sources, bundled)).toBe(
      [
        "npm pack:",
        "- LICENSE would not be published",
        "- dist/.tsbuildinfo would be published and has no source (left over in provider/dist?)",
        "- dist/old.js would be published and has no source (left over in provider/dist?)",
        "- dist/plugin/main.js would not be published",
      ].join("\n"),
    );
  });
});

describe("the results of the tests", () => {
  it("are counted over all files", () => {
    const json = JSON.stringify({
      testResults: [
        { status: "failed", assertionResults: [{ status: "passed" }, { status: "failed" }] },
        { status: "passed", assertionResults: [{ status: "passed" }, { status: "skipped" }, { status: "todo" }] },
      ],
    });
    expect(countResults(json)).toEqual({ passed: 2, failed: 1, skipped: 2 });
  });

  it("count a file that could not be run as one failed test", () => {
    const json = JSON.stringify({ testResults: [{ status: "failed", assertionResults: [] }, { status: "failed" }] });
    expect(countResults(json)).toEqual({ passed: 0, failed: 2, skipped: 0 });
  });

  it.each([undefined, "", "{", "[]", "{}", '{"testResults":null}'])("are none when the report is %j", (json) => {
    expect(countResults(json)).toEqual({ passed: 0, failed: 0, skipped: 0 });
  });

  it("show a failed test, and everything else that is wrong with a run is a problem", () => {
    const found = { passed: 2, failed: 1, skipped: 0 };
    expect(findProblem(found, 1)).toBeUndefined();
    expect(findProblem({ ...found, failed: 0 }, 0)).toBeUndefined();
    expect(findProblem({ ...found, failed: 0 }, 1)).toContain("yet vitest failed");
    expect(findProblem({ ...found, failed: 0 }, null)).toContain("yet vitest failed");
    expect(findProblem({ passed: 0, failed: 0, skipped: 3 }, 0)).toContain("no report");
  });

  it("of several runs are added, and a run without results is a failed test", () => {
    const [first, second] = [
      { passed: 10, failed: 1, skipped: 2 },
      { passed: 5, failed: 0, skipped: 0 },
    ];
    expect(sumCounts([first, second])).toEqual({ passed: 15, failed: 1, skipped: 2 });
    expect(sumCounts([first, undefined])).toEqual({ passed: 10, failed: 2, skipped: 2 });
    expect(sumCounts([undefined, undefined])).toEqual({ passed: 0, failed: 2, skipped: 0 });
  });

  it("count a check that failed, and every other problem, as a failed test", () => {
    const counts = { passed: 5, failed: 1, skipped: 2 };
    expect(withProblems(counts, [])).toEqual(counts);
    expect(withProblems(counts, ["A check failed.", "Vitest failed."])).toEqual({ ...counts, failed: 3 });
  });

  it("are printed in one line", () => {
    expect(summaryLine({ passed: 12, failed: 0, skipped: 3 })).toBe("12 passed, 0 failed");
  });
});

const packageSchema = z.looseObject({ dependencies: z.record(z.string(), z.string()).default({}) });

const lockedSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      integrity: z.string().optional(),
      hasInstallScript: z.boolean().default(false),
      dependencies: z.record(z.string(), z.string()).default({}),
    }),
  ),
});

function read<Value>(path: string, schema: z.ZodType<Value>): Value {
  return schema.parse(JSON.parse(readFileSync(join(root, path), "utf8")));
}

it("The package has four dependencies, without install scripts and without dependencies of their own", () => {
  const { dependencies } = read("provider/package.json", packageSchema);
  const { packages } = read("package-lock.json", lockedSchema);
  expect(Object.keys(dependencies)).toHaveLength(4);
  for (const name of Object.keys(dependencies)) {
    const locked = packages[`provider/node_modules/${name}`] ?? packages[`node_modules/${name}`];
    expect({ name, ...locked }).toMatchObject({ hasInstallScript: false, dependencies: {} });
    expect(locked?.integrity).toMatch(/^sha512-/u);
  }
});

// With one, Pulumi tries to download the plugin also for programs that never need it.
it("The package has no member `pulumi`", () => {
  expect(read("provider/package.json", packageSchema)["pulumi"]).toBeUndefined();
});

const projectSchema = z.object({
  test: z.object({
    name: z.string(),
    include: z.array(z.string()),
    exclude: z.array(z.string()).default([]),
  }),
});
const projects = z.array(projectSchema).parse(config.test?.projects);

function testFiles(include: readonly string[], exclude: readonly string[] = []): readonly string[] {
  const excluded = new Set(globSync(exclude, { cwd: root }));
  return globSync(include, { cwd: root }).filter((path) => !excluded.has(path));
}

it("Each test file belongs to exactly one project of vitest, and each project to exactly one group", () => {
  const files = projects.flatMap(({ test }) => testFiles(test.include, test.exclude));
  expect(files.toSorted()).toEqual(testFiles(["{bench,examples,test,tools}/**/*.test.ts"]).toSorted());
  expect(
    Object.values(groups)
      .flatMap((group) => group.projects)
      .toSorted(),
  ).toEqual(projects.map(({ test }) => test.name).toSorted());
});

describe("a command", () => {
  it("is separate from standard error", async () => {
    const outcome = await run(process.execPath, ["-e", 'console.log("result"); console.error("progress")']);
    expect(outcome).toMatchObject({ kind: "exited", status: 0, standardOutput: "result\n" });
    expect(outcome.output).toContain("progress\n");
    expect(succeeded(outcome)).toBe(true);
  });

  it("that fails is described by its status and its last lines", async () => {
    const outcome = await run(process.execPath, ["-e", 'console.log("one\\ntwo\\nthree"); process.exit(3)']);
    expect(succeeded(outcome)).toBe(false);
    expect(describeEnd(outcome, 2)).toBe("it exited with status 3:\ntwo\nthree");
  });

  it("that does not exist is reported as not started", async () => {
    const outcome = await run("no-such-command-of-this-machine", []);
    expect(outcome.kind).toBe("not started");
    expect(succeeded(outcome)).toBe(false);
  });

  it("that hangs is ended at its time limit, with all that it started", async () => {
    const child =
      'require("child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], {stdio: "inherit"})';
    const outcome = await run(process.execPath, ["-e", `${child}; setInterval(() => {}, 1000)`], { timeLimit: 200 });
    expect(outcome).toMatchObject({ kind: "stopped", reason: "it took longer than 0.2 s" });
  });

  it("that falls silent is ended at its silence limit", async () => {
    const outcome = await run(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { silenceLimit: 200 });
    expect(outcome).toMatchObject({ kind: "stopped", reason: "it wrote nothing for 0.2 s" });
  });

  it("that is asked to stop ends by itself", async () => {
    const stop = new AbortController();
    const script = 'process.on("SIGINT", () => process.exit(7)); setInterval(() => {}, 1000); console.log("ready")';
    const outcome = await run(process.execPath, ["-e", script], { stop: stop.signal, onOutput: () => stop.abort() });
    expect(outcome).toMatchObject({ kind: "exited", status: 7 });
  });
});
