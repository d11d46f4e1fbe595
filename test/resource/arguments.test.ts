import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EntrySet } from "../../provider/list/entry-set";
import { byKind, kinds } from "../../provider/list/kinds";
import { printFinding } from "../../provider/check/finding";
import {
  describeExpired,
  describeMistakes,
  parseListText,
  PlacedEntry,
  readListed,
} from "../../provider/check/listed-entries";
import { findOtherFormat } from "../../provider/check/other-format";
import { tidyNote } from "../../provider/list/text";
import { areListed, inputsFromArguments, readArgument } from "../../provider/resource/arguments";
import type { Properties } from "../../provider/resource/inputs";
import { samples } from "../harness/samples";
import { anyDatedNote, anyEditedText, anyEntry, anyText, forEachKind, printLines } from "../list/arbitraries";

const today = "2026-11-22";

const ways = { tabs: "", table: "", path: "" };

/** What a program declares at some moment of today. */
function declare(given: Properties, unknown: readonly string[] = [], moment = `${today}T10:00:00Z`) {
  return inputsFromArguments(given, new Set(unknown), {}, new Date(moment));
}

describe("the arguments of a program in any language", () => {
  it("are a text, whichever form the entries have", () => {
    const text = "com.a\ncom.b  # gambling, until 2027-01-31\n";
    const forms = [
      ["com.b # gambling, until 2027-01-31", "com.a"].join("\n"),
      [{ entry: "com.b", note: "gambling", until: "2027-01-31" }, "com.a"],
      "\r\n# agreed\r\ncom.a\r\n  com.b\t# gambling, until 2027-01-31",
      text,
    ];
    for (const appBundles of forms) {
      const inputs = { appListId: 1, appBundles: text };
      expect(declare({ appListId: 1, appBundles })).toEqual({ inputs, skipped: [], mistakes: undefined });
    }
  });

  it("name a line that is the name of a column", () => {
    const header = 'appBundles has the name of a column in line 3, "Bundle ID": delete the line';
    const { problems } = declare({ appListId: 1, appBundles: "# x\n\nBundle ID # y\ncom.a" }).inputs;
    expect(problems).toEqual([header]);
  });

  it.each(["app_bundle,note\ncom.a,x\n", "\uFEFFNote;App Bundles\r\nx;com.a\r\n", "# x\n\nBundle ID\tApp Name\n"])(
    "name a table that a program passes on as a text: %j",
    (appBundles) => {
      const { inputs } = declare({ appListId: 1, appBundles });
      expect(inputs).toMatchObject({
        problems: [expect.stringContaining("appBundles is a table (CSV), but a text has one entry per line")],
      });
      expect(inputs["appBundles"]).toBe("");
    },
  );

  it.each([
    "lists/apps.txt",
    "./apps",
    "../lists/apps",
    "~/apps",
    "/srv/apps\n",
    "C:\\lists\\apps",
    "lists/**",
    "my lists/apps",
    "apps.txt",
    "APPS.CSV",
    "apps 2026.tsv",
    "apps.xlsx",
  ])("are not the path of a file, in one line: %j", (path) => {
    const problem =
      "is the path of a file, not its entries: use entriesFromFile, in YAML fn::readFile. If it was read from a file, " +
      "that is a link that Git wrote as a text (core.symlinks)";
    const { problems } = declare({ appListId: 1, appBundles: path, websites: path }).inputs;
    expect(problems).toEqual([`appBundles ${problem}`, `websites ${problem}`]);
    // What was accepted before this rule stays.
    const accepted = inputsFromArguments({ appListId: 1, appBundles: "apps.txt\n" }, new Set(), {
      appBundles: "apps.txt\n",
    });
    expect(accepted.inputs).toEqual({ appListId: 1, appBundles: "apps.txt\n" });
    const changed = inputsFromArguments({ appListId: 1, appBundles: path }, new Set(), { appBundles: "com.a\n" });
    expect(changed.inputs["problems"]).toEqual([`appBundles ${problem}`]);
  });

  it.each([
    "com.a",
    "apps.txt\ncom.b",
    "com.a # see lists/apps.txt",
    "# lists/apps.txt",
    "a.example/path",
    "a.example:80",
  ])("are entries even if they remind of a path: %j", (websites) => {
    expect(declare({ appListId: 1, websites }).inputs).not.toHaveProperty("problems");
  });

  it.each(["", "\n", " \r\n\t"])("are named if a text has none, such as that of an empty file: %j", (appBundles) => {
    const { inputs, mistakes } = declare({ appListId: 1, appBundles, websites: "# none yet\n" });
    expect(inputs).toEqual({ appListId: 1, appBundles: "", websites: "" });
    expect(mistakes).toBe("1 likely mistake: appBundles has no entries: its text is empty.");
  });

  it("stay as they are once they are texts, even with days in their notes, beside them, or both", () => {
    const until = fc.option(fc.constantFrom("2020-06-30", today, "2999-06-30"), { nil: undefined });
    const note = fc.option(fc.oneof(anyText, anyDatedNote), { nil: undefined });
    // From ten lines on, a text of odd entries is rejected, and an array is not.
    const anyList = forEachKind((kind) =>
      fc.array(fc.record({ entry: anyEntry(kind), note, until }), { maxLength: 9 }),
    );
    fc.assert(
      fc.property(anyList, (listed) => {
        const { inputs } = declare({ appListId: 1, ...listed });
        fc.pre(inputs["problems"] === undefined);
        // As inputs that were accepted: an entry alone can look like a path or a header.
        const now = new Date(`${today}T10:00:00Z`);
        expect(inputsFromArguments(inputs, new Set(), inputs, now)).toMatchObject({ inputs, skipped: [] });
      }),
    );
  });

  it("are those of a list file, line by line, even if the text is in its normal form already", () => {
    const dates = fc.constantFrom("2026-11-21", today, "2026-11-23", "2026-13-01", "soon", "2027-01-31.");
    const expiry = fc.tuple(fc.constantFrom("until ", "Until: ", "sold, until (", "un til "), dates);
    const note = fc.oneof(
      anyText.map(tidyNote),
      expiry.map((parts) => parts.join("")),
    );
    const texts = forEachKind((kind) => {
      const normal = fc.array(fc.tuple(anyEntry(kind), note)).map((pairs) => printLines(new Map(pairs)));
      return fc.oneof(anyText, anyEditedText(kind), normal).filter((text) => findOtherFormat(text, ways) === undefined);
    });
    fc.assert(
      fc.property(texts, (given) => {
        const listed = byKind((kind) => {
          const lines = parseListText(given[kind], (line) => `${kind}, line ${line}`);
          const isEmpty = lines.length === 0 && !given[kind].includes("#");
          const mistakes = isEmpty ? { mistakes: [{ problem: `${kind} has no entries: its text is empty` }] } : {};
          return { ...readListed(kind, lines, today), ...mistakes };
        });
        const problems = kinds.flatMap((kind) => listed[kind].problems.map((problem) => printFinding(problem)));
        const expected: unknown = {
          ...byKind((kind) => listed[kind].entries.text),
          ...(problems.length > 0 && { problems }),
        };
        const [skipped, mistakes] = [describeExpired(listed), describeMistakes(listed)];
        expect(declare(given)).toEqual({ inputs: expected, skipped, mistakes });
      }),
      { numRuns: 100 * samples },
    );
  });

  it("end on the last day of their note, even if no text has changed since", () => {
    const appBundles = `com.a\ncom.b  # until ${today}\n`;
    const on = (moment: string) => declare({ appListId: 1, appBundles }, [], moment).inputs["appBundles"];
    expect(on("2026-11-22T23:59:59.999Z")).toBe(appBundles);
    expect(on("2026-11-23T00:00:00Z")).toBe("com.a\n");
    expect(on("2026-11-22T23:59:59.999Z")).toBe(appBundles);
  });

  it("omit expired entries, and report them", () => {
    expect(declare({ appListId: 1, websites: "a.com # until 2026-11-21" })).toMatchObject({
      inputs: { appListId: 1 },
      skipped: ['1 website has expired and is no longer declared: "a.com" (until 2026-11-21, websites, line 1).'],
    });
  });

  it("are rejected with the place of each problem", () => {
    const { inputs } = declare({ appListId: 1, appBundle: [], appBundles: "com.a\na,b", websites: [5] });
    expect(inputs["problems"]).toEqual([
      "appBundle is not an argument of AppListEntries",
      expect.stringMatching(/^appBundles, line 2: "a,b" contains a comma/u),
      'websites[0] is neither a string nor { entry, note, until }: it is 5. As a string it is "5", in quotes',
    ]);
  });

  it("keep the problems that a class of this package has found, and what a preview does not know", () => {
    const given = { appListId: "unknown", appBundles: "unknown", problems: ["twice"], other: 1 };
    expect(declare(given, ["appListId", "appBundles"]).inputs).toEqual({
      ...given,
      problems: ["twice", "other is not an argument of AppListEntries"],
    });
  });

  const neither = "is neither a string nor { entry, note, until }";
  const unknown = "has an unknown member";
  const members = "An entry has entry, note and until";
  it.each([
    [5, "appBundles is neither an array of entries nor a text"],
    [
      // An asset.
      { path: "apps.txt" },
      "appBundles is neither an array of entries nor a text: read the file with fn::readFile, in TypeScript with entriesFromFile",
    ],
    [[1234567890], `appBundles[0] ${neither}: it is 1234567890. As a string it is "1234567890", in quotes`],
    [Object.assign(["com.a"], { length: 2 }), `appBundles[1] ${neither}: it is undefined`],
    [[{ name: "com.a" }], `appBundles[0] ${unknown}: "name". ${members}`],
    [
      [{ entry: "com.a", expires: "2020-01-31" }],
      `appBundles[0] ${unknown}: "expires". ${members}: write until in place of expires`,
    ],
    [["com.b", { entry: "com.a", untill: "2020-01-31" }], `appBundles[1] ${unknown}: "untill". ${members}`],
    [[{ entry: "com.a", notes: "x", until: undefined }], `appBundles[0] ${unknown}: "notes". ${members}`],
    [[["com.a"]], `appBundles[0] ${neither}: it is an array`],
    [[{ entry: "com.a", note: 5 }], `appBundles[0] ${neither}: it is an object`],
    [[{ entry: "com.a", until: 20_200_131 }], `appBundles[0] ${neither}: it is an object`],
    [[() => "com.a"], `appBundles[0] ${neither}: it is a function`],
  ])("are rejected when the entries are of a wrong type: %j", (argument, problem) => {
    const { entries, problems } = readArgument("appBundles", argument, today);
    expect([entries, ...problems.map((each) => printFinding(each))]).toEqual([EntrySet.none, problem]);
    expect(areListed(argument)).toBe(false);
  });

  it("may be copies of the entries of a file, and have members without a value", () => {
    const listed = new PlacedEntry({ entry: "com.a", note: "x", until: "2099-01-31" }, () => "a.csv:2");
    const given = [listed, { ...listed }, { entry: "com.b", note: undefined, expires: undefined }];
    expect(areListed(given)).toBe(true);
    expect(readArgument("appBundles", given, today).entries.text).toBe("com.a  # x, until 2099-01-31\ncom.b\n");
  });
});

const hidden = "zq9hidden";

it.each<[Properties, ...problems: string[]]>([
  [{ appBundles: ["com.a", `com.${hidden},com.b`] }, "appBundles[1] contains a comma, the separator in requests"],
  [
    { appBundles: ["com.a", `com.${hidden} c`] },
    "appBundles[1] contains whitespace; a note starts with a space and #, or is the note of { entry, note }",
  ],
  [{ appBundles: [`https://play.google.com/store/apps/details?id=com.${hidden}`] }, "appBundles[0] is a link"],
  [{ appBundles: [`"com.${hidden}"`] }, "appBundles[0] begins or ends with a quote"],
  [{ appBundles: ["1234567.89"] }, "appBundles[0] is a number with decimals, separators or an exponent"],
  [{ appBundles: [`com.${hidden}#x`] }, "appBundles[0] contains #"],
  [{ appBundles: [`com.${hidden}\u0007`] }, "appBundles[0] contains a control character"],
  [
    { websites: [{ entry: `${hidden}.example`, until: `2027-${hidden}` }] },
    "websites[0] has a last day that is no calendar date such as 2027-01-31",
  ],
  [
    { appBundles: [{ entry: `com.${hidden}`, note: hidden.repeat(300) }] },
    "appBundles[0] has a note of 2,700 characters",
  ],
  [{ appBundles: [{ entry: `com.${hidden}`, [hidden]: "x" }] }, "appBundles[0] has an unknown member"],
  [{ appBundles: ["com.a", [hidden]] }, "appBundles[1] is neither a string nor { entry, note, until }"],
  [{ placementIds: [hidden] }, "placementIds[0] does not have the form <number>-<token>"],
  [{ placementIds: `1-a\n${hidden}\n` }, "placementIds, line 2 does not have the form <number>-<token>"],
  [{ appBundles: `com.a\ncom.${hidden},b\n` }, "appBundles, line 2 contains a comma, the separator in requests"],
])("secret entries are rejected without their values: %j", (given, ...problems) => {
  const read = (isSecret: boolean) =>
    inputsFromArguments({ appListId: 1, ...given }, new Set(), {}, new Date(0), isSecret);
  expect(read(true).inputs["problems"]).toEqual(problems);
  expect(read(false).inputs["problems"]).not.toEqual(problems);
});
