import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join, relative } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { checkFiles } from "../../provider/cli/commands/validate";
import { linesOf } from "../../provider/cli/file-lines";
import { readListed, type ListedEntry } from "../../provider/list/listed-entries";
import { readExamples } from "../harness/example-texts";
import { anyKind, anyText, expectForAll } from "../list/arbitraries";
import { listedAt } from "../list/listed-at";
import { listsAndFiles } from "./lists";

/** Runs `app-list validate` on 2027-01-15 over files. */
async function validate(files: Readonly<Record<string, string>>, options = "", environment = {}) {
  const { run } = await listsAndFiles([], files);
  const ended = await run(`validate FOLDER/*${options}`, { environment });
  return { ...ended, lines: ended.output.split("\n") };
}

const unknownKind = (place: string, entry: string) =>
  `${place}: warning: "${entry}" has no known kind: list it in a .csv file, in a column called app_bundle, ` +
  "placement_id or website, or add --kind (validate and diff) [KIND_UNKNOWN]";

const issue = z.looseObject({ fingerprint: z.string() });

/** A code quality report with two findings. */
const codeQuality = z.tuple([issue, issue]);

function linkTo(folder: string): string {
  const link = join(folder, "link");
  symlinkSync(folder, link);
  return link;
}

describe("app-list validate", () => {
  it("counts the entries of the files", async () => {
    const { code, lines, messages } = await validate({
      "a.csv": "app_bundle,website,note,expires\ncom.a,,fraud,\ncom.b,b.example,,2027-01-14\ncom.c,,,2027-01-29\n",
      "b.txt": "20418-x\n20419-y # until 2027-01-15\n20418-x\n",
      "c.txt": "com.a\n",
      "d.txt": "# nothing yet\n",
    });
    expect([code, messages]).toEqual([0, ""]);
    expect(lines).toEqual([
      "d.txt: the file has comments only",
      'c.txt:1: "com.a" repeats a.csv:2',
      'a.csv:3: "com.b" expired after 2027-01-14',
      'a.csv:3: "b.example" expired after 2027-01-14',
      'b.txt:3: "20418-x" repeats b.txt:1',
      "",
      "4 files, 2 app bundles, 2 placement IDs, 0 errors, 0 warnings",
      "",
    ]);
  });

  it("names the places of errors in all files", async () => {
    const { code, lines } = await validate({
      "a.csv": "app_bundle,expires\ncom.a,31.1.2027\n,2027-01-31\n",
      "b.txt": "com.b, com.c\n",
      "c.ods": "",
    });
    expect(code).toBe(1);
    expect(lines.slice(0, 4)).toEqual([
      'a.csv:3: "2027-01-31" is in a row without an entry. Add the entry, delete the row, or start it with #',
      expect.stringMatching(/^c\.ods: ".*c\.ods" has an unknown format/u),
      'a.csv:2: "com.a" expires on "31.1.2027": not a calendar date such as 2027-01-31',
      'b.txt:1: "com.b, com.c" contains a comma, the separator in requests: write 2 entries, one per line',
    ]);
    expect(lines.at(-2)).toBe("3 files, 4 errors, 0 warnings");
  });

  it("prints the first fifty errors, and all of them as JSON", async () => {
    const { run, runJson } = await listsAndFiles([], { "a.txt": "com.b,com.c\ncom.b com.c\n".repeat(75_000) });
    const { code, output } = await run("validate FOLDER/*");
    const findings = output.slice(0, output.indexOf("\n\n")).split("\n");
    expect([code, findings.length, findings.at(-1)]).toEqual([1, 51, "and 149,950 more: --json prints all"]);
    const document = z.object({ findings: z.array(z.unknown()) }).parse(await runJson("validate FOLDER/*"));
    expect(document.findings).toHaveLength(150_000);
  });

  it.each(readExamples(join(import.meta.dirname, "validate-examples.txt")))("%s", async (_, input, findings) => {
    const files = Array.from(
      input.matchAll(/^> (.*)\n([^>]*)/gmu),
      ([, name = "", content = ""]) => [name, content] as const,
    );
    const options = /^app-list validate( .*)$/mu.exec(input)?.[1] ?? "";
    expect((await validate(Object.fromEntries(files), options)).lines.slice(0, -3)).toEqual(findings);
  });

  const website = "app_bundle\nexample.com\n";
  it.each([
    [website, "", 0],
    [website, " --warnings-as-errors", 1],
    [website, " --warnings-as-errors --accept OTHER_KIND NO_MATCH", 0],
    [`${website}n/a\n`, " --warnings-as-errors --accept OTHER_KIND", 1],
    ["app_bundle,owner\ncom.a,ann\n", " --warnings-as-errors", 0],
  ])("exits as documented for a file with warnings or none, %j, with the options%s", async (content, options, code) => {
    expect((await validate({ "a.csv": content }, options)).code).toBe(code);
  });

  it("accepts only warnings", async () => {
    const { code, messages } = await validate({ "a.txt": "com.a\n" }, " --accept REJECTED");
    expect([code, messages]).toEqual([1, expect.stringContaining("--accept must be NO_MATCH, NOTE, ")]);
  });

  it("prints findings as annotations at file and line on GitHub", async () => {
    const files = { "50%, a:b.csv": "app_bundle,owner\ncom.a%20,ann\n,\n#REF!,bob\n", "c.ods": "" };
    const { code, lines } = await validate(files, "", { GITHUB_ACTIONS: "true" });
    expect(code).toBe(1);
    expect(lines.map((line) => line.replace(/file=\S*FOLDER\//u, "file="))).toEqual([
      '::error file=50%25%2C a%3Ab.csv,line=4,title=REJECTED::"#REF!" is a spreadsheet error: fix the formula, or enter the value itself',
      expect.stringMatching(/^::error file=c\.ods,title=REJECTED::".*c\.ods" has an unknown format: /u),
      '::warning file=50%25%2C a%3Ab.csv,line=2,title=NO_MATCH::"com.a%2520" contains "%25", which no app bundle contains',
      expect.stringMatching(
        /^::notice file=50%25%2C a%3Ab\.csv,line=1,title=IGNORED_COLUMNS::ignored columns: "owner" \(ann 1\)\./u,
      ),
      "",
      "2 files, 1 app bundle, 2 errors, 1 warning",
      "",
    ]);
  });

  it.each<[string, string, (folder: string) => string]>([
    ["from the root of the checkout", "", (folder) => folder],
    ["from the root of the checkout, which is a symbolic link", "", linkTo],
    ["as they were given if the checkout is another folder", "GIVEN/", (folder) => join(folder, "made")],
    ["as they were given if the checkout is not known", "GIVEN/", (folder) => join(folder, "missing")],
  ])("names files on GitHub and in GitLab's code quality report %s", async (_, before, rootOf) => {
    const { run, folder } = await listsAndFiles([], { "infra/a.csv": "app_bundle\nn/a\n", "infra/b.ods": "" });
    const report = join(folder, "made", "report.json");
    mkdirSync(join(folder, "made"));
    const [given, root] = [relative(process.cwd(), folder), rootOf(folder)];
    const check = (environment: Readonly<Record<string, string>>) =>
      run(`validate ${given}/infra/* --code-quality ${report}`, { environment });
    const { output } = await check({ GITHUB_ACTIONS: "true", GITHUB_WORKSPACE: root });
    await check({ CI_PROJECT_DIR: root });
    const paths = ["infra/b.ods", "infra/a.csv"].map((path) => before.replace("GIVEN", given) + path);
    expect(output.match(/file=[^,]*/gu)).toEqual(paths.map((path) => `file=${path.replace(`${folder}/`, "")}`));
    const [unreadable, filler] = codeQuality.parse(JSON.parse(readFileSync(report, "utf8")));
    expect(filler).toEqual({
      description: '"n/a" is a filler or the name of a column, and no entry',
      check_name: "NO_MATCH",
      fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/u) as unknown,
      severity: "minor",
      location: { path: paths[1], lines: { begin: 2 } },
    });
    expect(unreadable).toMatchObject({ severity: "critical", location: { path: paths[0], lines: { begin: 1 } } });
    expect(unreadable.fingerprint).not.toBe(filler.fingerprint);
  });

  it("uses the kind of the column, else of the option, else a guess, and prints if it is unknown", async () => {
    const files = { "a.csv": "website,entry\na.example,20418-x\n", "b.txt": "20418-x\nsomething\n" };
    const ofOption = await validate(files, " --kind placement-ids");
    expect(ofOption.output).toContain('b.txt:2: "something" does not have the form <number>-<token>');
    expect(ofOption.lines.at(-2)).toBe("2 files, 1 website, 1 placement ID, 1 error, 0 warnings");
    const guessed = await validate(files);
    expect([guessed.code, guessed.output]).toEqual([ofOption.code, ofOption.output]);
    const unknown = await validate({ ...files, "b.txt": "20418-x\ncom.a\nsomething\n", "c.txt": "else\n" });
    expect([unknown.code, ...unknown.lines]).toEqual([
      0,
      unknownKind("b.txt:1", "20418-x"),
      unknownKind("c.txt:1", "else"),
      "",
      "3 files, 1 website, 1 placement ID, 4 not judged (unknown kind), 0 errors, 2 warnings",
      "",
    ]);
  });

  it("prints the result as JSON", async () => {
    const { runJson } = await listsAndFiles([], { "a.txt": "com.a.x\ncom.a.x\ncom.b.x # until 2027-01-01\n" });
    expect(await runJson("validate FOLDER/*")).toEqual({
      version: 1,
      findings: [
        { severity: "info", code: "REPEATED", source: "a.txt:2", message: '"com.a.x" repeats a.txt:1' },
        { severity: "info", code: "EXPIRED", source: "a.txt:3", message: '"com.b.x" expired after 2027-01-01' },
      ],
      files: 1,
      entries: [{ kind: "appBundles", count: 1 }],
    });
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
      const file = { path: "a.txt", problems: [], lines: linesOf(listed, kind) };
      const { findings, entries: counted } = checkFiles([file], "2027-01-15");
      const errors = findings.filter(({ severity }) => severity === "error");
      const { entries, problems } = readListed(kind, listed, "2027-01-15");
      expect(errors.map(({ source, message }) => `${source}: ${message}`)).toEqual(problems);
      const declared = counted.reduce((sum, { count }) => sum + count, 0);
      expect(declared).toBe(entries.size);
    });
  });
});
