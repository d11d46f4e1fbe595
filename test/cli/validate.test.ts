import fc from "fast-check";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { exitCodes, type ExitCode } from "../../provider/cli/exit-code";
import { runProgram } from "./run-program";
import { checkFiles } from "../../provider/cli/commands/validate";
import { linesOf } from "../../provider/cli/file-lines";
import { readListed, type ListedEntry } from "../../provider/list/listed-entries";
import { folderWith } from "../files/folder";
import { anyKind, anyText } from "../list/arbitraries";
import { testTerminal } from "./terminal";
import { listedAt } from "../list/listed-at";

interface Ended {
  readonly code: ExitCode;
  readonly output: string;
  readonly messages: string;
}

/** Runs `app-list validate` on 2027-01-15 over files; the output is without the folder. */
async function validate(files: Readonly<Record<string, string>>, ...options: readonly string[]): Promise<Ended> {
  const folder = folderWith(files);
  const terminal = testTerminal();
  const code = await runProgram(["validate", ...options, join(folder, "*")], terminal);
  return {
    code,
    output: terminal.output().replaceAll(`${folder}/`, ""),
    messages: terminal.messages().replaceAll(`${folder}/`, ""),
  };
}

/** The errors and warnings that are printed. */
async function findingsOf(
  files: Readonly<Record<string, string>>,
  ...options: readonly string[]
): Promise<readonly string[]> {
  const { output } = await validate(files, ...options);
  return (output.split("\n\n")[0] ?? "").split("\n");
}

describe("app-list validate", () => {
  it("counts the entries of the files", async () => {
    const { code, output, messages } = await validate({
      "a.csv": "app_bundle,website,note,expires\ncom.a,,fraud,\ncom.b,b.example,,2027-01-14\ncom.c,,,2027-01-29\n",
      "b.txt": "20418-x\n20419-y # until 2027-01-15\n20418-x\n",
      "c.txt": "# nothing yet\n",
    });
    expect(code).toBe(exitCodes.done);
    expect(messages).toBe("");
    expect(output).toBe(
      [
        'a.csv:3: "com.b" expired after 2027-01-14',
        'a.csv:3: "b.example" expired after 2027-01-14',
        'a.csv:4: "com.c" expires soon, after 2027-01-29',
        "b.txt: the entries look like placement IDs; choose another kind with --kind",
        'b.txt:2: "20419-y" expires soon, after 2027-01-15',
        'b.txt:3: "20418-x" repeats b.txt:1',
        "",
        "3 files, 2 app bundles, 2 placement IDs, 0 errors, 0 warnings",
        "",
      ].join("\n"),
    );
  });

  it("names the places of errors in all files", async () => {
    const { code, output } = await validate({
      "a.csv": "app_bundle,expires\ncom.a,31.1.2027\n,2027-01-31\n",
      "b.txt": "com.b, com.c\n",
      "c.ods": "",
    });
    expect(code).toBe(exitCodes.error);
    expect(output.split("\n").slice(0, 4)).toEqual([
      'a.csv:3: "2027-01-31" is an expiry date in a row without an entry',
      'a.csv:2: "com.a" expires on "31.1.2027", which is not a calendar date such as 2027-01-31',
      'b.txt:1: "com.b, com.c" contains a comma, which separates entries in a request: write two entries',
      expect.stringMatching(/^c\.ods: ".*c\.ods" has an unknown format/u),
    ]);
    expect(output.trimEnd().split("\n").at(-1)).toBe("3 files, 0 entries, 4 errors, 0 warnings");
  });

  it("prints the first fifty errors, and all of them as JSON", async () => {
    const files = { "a.txt": "com.b,com.c\n".repeat(150_000) };
    const findings = await findingsOf(files);
    expect(findings).toHaveLength(51);
    expect(findings.at(-1)).toBe("and 149,951 more: --json prints all");
    const { code, output } = await validate(files, "--json");
    expect(code).toBe(exitCodes.error);
    expect(z.object({ findings: z.array(z.unknown()) }).parse(JSON.parse(output)).findings).toHaveLength(150_001);
  });

  it("warns about entries that differ in letter case or by id only, and names both places", async () => {
    expect(
      await findingsOf(
        { "a.txt": "com.Example.App\nid1234567\n", "b.txt": "com.example.app\n1234567\ncom.example.app\n" },
        "--kind",
        "app-bundles",
      ),
    ).toEqual([
      'b.txt:1: warning: "com.example.app" differs from "com.Example.App" (a.txt:1) in letter case only',
      'b.txt:2: warning: "1234567" differs from "id1234567" (a.txt:2) by "id" only',
      'b.txt:3: "com.example.app" repeats b.txt:1',
    ]);
  });

  it("does not compare entries of different kinds", async () => {
    const { output } = await validate({ "a.csv": "app_bundle,entry\nsomething,Something\nelse,else\n" });
    expect(output).toContain("0 warnings");
    expect(output).not.toContain("repeats");
  });

  it("warns about websites with more than a host name", async () => {
    expect(
      await findingsOf({ "a.csv": "website\nhttps://a.example\nb.example/path\nc.example:8080\nd.example\n" }),
    ).toEqual([
      'a.csv:2: warning: "https://a.example" starts with https://; websites are usually host names, such as example.com',
      'a.csv:3: warning: "b.example/path" has a path or a port; websites are usually host names, such as example.com',
      'a.csv:4: warning: "c.example:8080" has a path or a port; websites are usually host names, such as example.com',
    ]);
  });

  it("warns about entries that look like another kind than that of their column", async () => {
    expect(await findingsOf({ "a.csv": "app_bundle,website\n20418-abc,com.example.app\nexample.com,\n" })).toEqual([
      'a.csv:2: warning: "20418-abc" looks like a placement ID, but is listed under app bundles',
      'a.csv:2: warning: "com.example.app" looks like an app bundle, but is listed under websites',
      'a.csv:3: warning: "example.com" looks like a website, but is listed under app bundles',
    ]);
  });

  it("warns about entries with a number sign or an invisible character", async () => {
    expect(await findingsOf({ "a.txt": "com.example.a#fraud\ncom.example\u3164.b\n" })).toEqual([
      'a.txt:1: warning: "com.example.a#fraud" contains #; a note starts with a space and #',
      `a.txt:2: warning: "com.example\u3164.b" contains an invisible character`,
      "a.txt: the kind of entries is not known; choose it with --kind",
    ]);
  });

  it("finds the expiry of an entry in all of its lines: the latest counts, and a line without one never expires", async () => {
    const { output } = await validate({
      "a.txt": [
        "com.example.a # until 2027-01-20",
        "com.example.b # until 2027-01-10",
        "com.example.c # until 2027-01-20",
        "com.example.d # until 2027-01-01",
        "com.example.d # until 2027-01-10",
        "",
      ].join("\n"),
      "b.txt": "com.example.a\ncom.example.b # until 2027-06-30\ncom.example.c # until 2027-01-25\n",
    });
    expect(output).toBe(
      [
        "a.txt: the entries look like app bundles; choose another kind with --kind",
        'a.txt:5: "com.example.d" expired after 2027-01-10',
        "b.txt: the entries look like app bundles; choose another kind with --kind",
        'b.txt:1: "com.example.a" repeats a.txt:1',
        'b.txt:3: "com.example.c" repeats a.txt:3',
        'b.txt:3: "com.example.c" expires soon, after 2027-01-25',
        "",
        "2 files, 3 app bundles, 0 errors, 0 warnings",
        "",
      ].join("\n"),
    );
  });

  it("reports columns that are not read", async () => {
    expect(await findingsOf({ "a.csv": "app_bundle,owner\ncom.a,ann\n" })).toEqual([
      'a.csv:1: "owner" is not a known column and is ignored',
    ]);
  });

  it("exits with an error for a warning with --warnings-as-errors", async () => {
    const files = { "a.csv": "app_bundle\nexample.com\n" };
    expect((await validate(files)).code).toBe(exitCodes.done);
    expect((await validate(files, "--warnings-as-errors")).code).toBe(exitCodes.error);
    expect((await validate({ "a.csv": "app_bundle,owner\ncom.a,ann\n" }, "--warnings-as-errors")).code).toBe(
      exitCodes.done,
    );
  });

  it("uses the kind of the column, else of the option, else a guess, and prints if it is unknown", async () => {
    const files = { "a.csv": "website,entry\na.example,20418-x\n", "b.txt": "20418-x\nsomething\n" };
    const ofOption = await validate(files, "--kind", "placement-ids");
    expect(ofOption.output).toContain('b.txt:2: "something" does not have the form <number>-<token>');
    expect(ofOption.output).toContain("\n2 files, 1 website, 1 placement ID, 1 error, 0 warnings\n");
    const guessed = await validate(files);
    expect(guessed.code).toBe(exitCodes.done);
    expect(guessed.output).toBe(
      [
        "a.csv: the entries look like placement IDs; choose another kind with --kind",
        "b.txt: the kind of entries is not known; choose it with --kind",
        "",
        "2 files, 1 website, 1 placement ID, 2 of unknown kind, 0 errors, 0 warnings",
        "",
      ].join("\n"),
    );
  });

  it("counts an entry of several files once", async () => {
    const { output } = await validate({ "a.txt": "com.a.x\ncom.b.x\n", "b.csv": "app_bundle\ncom.a.x\n" });
    expect(output).toContain('b.csv:2: "com.a.x" repeats a.txt:1\n');
    expect(output).toContain("2 files, 2 app bundles, 0 errors");
  });

  it("prints the result as JSON", async () => {
    const { output } = await validate({ "a.txt": "com.a.x\ncom.a.x\ncom.b.x # until 2027-01-01\n" }, "--json");
    const json: unknown = JSON.parse(output);
    expect(json).toMatchObject({
      findings: [
        { severity: "info", message: "the entries look like app bundles; choose another kind with --kind" },
        { severity: "info", source: "a.txt:2", message: '"com.a.x" repeats a.txt:1' },
        { severity: "info", source: "a.txt:3", message: '"com.b.x" expired after 2027-01-01' },
      ],
      files: 1,
      entries: [{ kind: "appBundles", count: 1 }],
    });
  });

  it("fails if no file matches, and if an option is invalid", async () => {
    const nothing = await validate({});
    expect(nothing).toMatchObject({ code: exitCodes.error, output: "" });
    expect(nothing.messages).toContain("was not found");
    const wrong = await validate({ "a.txt": "" }, "--kind", "apps");
    expect(wrong.code).toBe(exitCodes.error);
    expect(wrong.messages).toContain("--kind must be one of app-bundles, placement-ids, websites");
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
    fc.assert(
      fc.property(anyKind, fc.array(listed), (kind, entries) => {
        const file = { path: "a.txt", problems: [], lines: linesOf(entries, kind) };
        const { findings, entries: counted } = checkFiles([file], "2027-01-15");
        const errors = findings.filter(({ severity }) => severity === "error");
        const {
          entries: { text },
          problems,
        } = readListed(kind, entries, "2027-01-15");
        expect(errors.map(({ source, message }) => `${source}: ${message}`)).toEqual(problems);
        const declared = counted.reduce((sum, { count }) => sum + count, 0);
        expect(declared).toBe(text.split("\n").length - 1);
      }),
    );
  });
});
