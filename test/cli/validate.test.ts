import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join, relative } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { checkFiles } from "../../provider/cli/commands/validate";
import { fileLines } from "../../provider/cli/file-lines";
import { printFinding } from "../../provider/check/finding";
import { readListed, type ListedEntry } from "../../provider/check/listed-entries";
import { anyKind, anyText, expectForAll } from "../list/arbitraries";
import { listedAt } from "../check/listed-at";
import { listsAndFiles } from "./lists";

const issue = z.looseObject({ fingerprint: z.string() });

/** A code quality report with three findings. */
const codeQuality = z.tuple([issue, issue, issue]);

function linkTo(folder: string): string {
  const link = join(folder, "link");
  symlinkSync(folder, link);
  return link;
}

describe("app-list validate", () => {
  it("prints the first fifty errors, and all of them as JSON", async () => {
    const { run, runJson } = await listsAndFiles([], { "a.txt": "com.b,com.c\ncom.b com.c\n".repeat(75_000) });
    const { code, output } = await run("validate FOLDER/*");
    const findings = output.slice(0, output.indexOf("\n\n")).split("\n");
    expect([code, findings.length, findings.at(-1)]).toEqual([1, 51, "and 149,950 more: --json prints all"]);
    const document = z.object({ findings: z.array(z.unknown()) }).parse(await runJson("validate FOLDER/*"));
    expect(document.findings).toHaveLength(150_000);
  });

  it.each<[string, string, (folder: string) => string]>([
    ["from the root of the checkout", "", (folder) => folder],
    ["from the root of the checkout, which is a symbolic link", "", linkTo],
    ["as they were given if the checkout is another folder", "GIVEN/", (folder) => join(folder, "made")],
    ["as they were given if the checkout is not known", "GIVEN/", (folder) => join(folder, "missing")],
  ])("names files on GitHub and in GitLab's code quality report %s", async (_, before, rootOf) => {
    const { run, folder } = await listsAndFiles([], {
      "infra/a.csv": "app_bundle\nn/a\ncom.a\ncom.a\n",
      "infra/b.ods": "",
    });
    const report = join(folder, "made", "report.json");
    mkdirSync(join(folder, "made"));
    const [given, root] = [relative(process.cwd(), folder), rootOf(folder)];
    const check = (environment: Readonly<Record<string, string>>) =>
      run(`validate ${given}/infra/* --code-quality ${report}`, { environment });
    const { output } = await check({ GITHUB_ACTIONS: "true", GITHUB_WORKSPACE: root });
    await check({ CI_PROJECT_DIR: root });
    const paths = ["infra/b.ods", "infra/a.csv", "infra/a.csv"].map((path) => before.replace("GIVEN", given) + path);
    expect(output.match(/file=[^,]*/gu)).toEqual(paths.map((path) => `file=${path.replace(`${folder}/`, "")}`));
    const [unreadable, filler, repeated] = codeQuality.parse(JSON.parse(readFileSync(report, "utf8")));
    expect(filler).toEqual({
      description: '"n/a" is a filler or the name of a column, and no entry',
      check_name: "NO_MATCH",
      fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/u) as unknown,
      severity: "minor",
      location: { path: paths[1], lines: { begin: 2 } },
    });
    expect(unreadable).toMatchObject({ severity: "critical", location: { path: paths[0], lines: { begin: 1 } } });
    expect(repeated).toMatchObject({ severity: "info", location: { path: paths[2], lines: { begin: 4 } } });
    expect(unreadable.fingerprint).not.toBe(filler.fingerprint);
  });

  it("gives each finding another fingerprint: another entry in its row, another row, and another file", async () => {
    const table = "app_bundle,website\nn/a,none\nn/a,none\nn/a,none\n";
    const { run, folder } = await listsAndFiles([], { "a.csv": table, "b.csv": table });
    await run(`validate FOLDER/*.csv --code-quality ${folder}/report.json`);
    const issues = z.array(issue).parse(JSON.parse(readFileSync(join(folder, "report.json"), "utf8")));
    expect([issues.length, new Set(issues.map(({ fingerprint }) => fingerprint)).size]).toEqual([14, 14]);
  });

  it("finds the same errors as the resource", () => {
    const listed: fc.Arbitrary<ListedEntry> = fc
      .record(
        {
          entry: anyText,
          note: fc.oneof(anyText, fc.constantFrom("until 2027-01-01", "until 2027-13-01")),
          until: fc.constantFrom("2027-01-01", "soon"),
        },
        { requiredKeys: ["entry"] },
      )
      .map((listed) => listedAt("a.txt:1", listed));
    expectForAll(anyKind, fc.array(listed), (kind, listed) => {
      const file = { problems: [], lines: fileLines(listed, kind) };
      const { findings, entries: counted } = checkFiles([file], "2027-01-15");
      const errors = findings.filter(({ severity }) => severity === "error");
      const { entries, problems } = readListed(kind, listed, "2027-01-15");
      expect(errors.map(({ source, message }) => `${source}: ${message}`)).toEqual(
        problems.map((problem) => printFinding(problem)),
      );
      const declared = counted.reduce((sum, { count }) => sum + count, 0);
      expect(declared).toBe(entries.size);
    });
  });
});
