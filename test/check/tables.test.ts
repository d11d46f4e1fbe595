import fc from "fast-check";
import { expect, it } from "vitest";
import { findColumn } from "../../provider/check/columns";
import { findDeclaredProblem, isFiller } from "../../provider/check/entry-forms";
import { withUntil } from "../../provider/check/last-days";
import { likelyKind } from "../../provider/check/likely-kind";
import { findLikelyMistakes, type Line } from "../../provider/check/mistakes";
import { findOtherFormat } from "../../provider/check/other-format";
import { findEntryProblem } from "../../provider/list/entry";
import { untilInNote } from "../../provider/list/expiry";
import { kinds } from "../../provider/list/kinds";
import { tidyNote } from "../../provider/list/text";
import { anyDatedNote, anyText, expectForAll } from "../list/arbitraries";
import { testRows } from "./rows";

const today = "2026-11-21";

function printMistakes(line: Pick<Line, "kind" | "entry"> & Partial<Line>): string {
  const found = findLikelyMistakes([{ listed: {}, ...line }], today);
  return found
    .map(({ code, problem, advice }) => [code, advice ? `${problem}: ${advice}` : problem].join(" "))
    .join("; ");
}

testRows("entries.txt", (entry, title) => {
  const kind = kinds.find((each) => title.startsWith(each));
  const rejection = findDeclaredProblem(kind, entry);
  // A note that is an entry itself must not count as the entry.
  if (rejection === undefined) return printMistakes({ kind, entry, listed: { note: "com.example.game" } });
  return `REJECTED ${[rejection.problem, rejection.advice].filter(Boolean).join(": ")}`;
});

testRows("notes.txt", (note, title) => {
  const [, until] = /^until (.*)/u.exec(title) ?? [];
  return printMistakes({ kind: "appBundles", entry: "com.a", until, listed: { note } });
});

testRows("columns.txt", (name) => Object.values(findColumn(name)).filter(Boolean).join(" "));
testRows("likely-kinds.txt", (entry) => likelyKind(entry) ?? "");
testRows("last-days.txt", (note) => withUntil(note.trim(), "2999-06-30"));
testRows("../list/until.txt", (note) => untilInNote(note).join(" "));

it("a list, or the state of an older version, may contain entries that nobody means", () => {
  for (const entry of [
    "//com.a",
    "com.ok#nospace",
    "com.a\\ncom.b",
    "com.ca\ufffd",
    '"com.a"',
    "https://a.example",
    "1.5E8",
  ])
    expect(findDeclaredProblem("appBundles", entry, true)).toBeUndefined();
});

it("an entry and a filler have a longest form", () => {
  const problem = {
    problem: "has more than 2,000 characters",
    advice: "write one entry per line, without quotes and commas",
  };
  for (const kind of ["appBundles", "websites"] as const)
    expect(findDeclaredProblem(kind, `com.${"a".repeat(2000)}`)).toEqual(problem);
  expect(["total", "", `total: ${"a".repeat(200)}`, " N/A "].map((text) => isFiller(text))).toEqual([
    true,
    true,
    true,
    true,
  ]);
});

it("the date after until is the only one after it was replaced, and replacing it once more changes nothing", () => {
  expectForAll(fc.oneof(anyDatedNote, anyText), fc.constantFrom("2020-06-30", "2999-06-30"), (text, until) => {
    const note = withUntil(tidyNote(text) ?? "", until);
    expect([untilInNote(note), tidyNote(note), withUntil(note, until)]).toEqual([[until], note, note]);
  });
});

it("only valid placement IDs are likely ones", () => {
  const placement = fc.tuple(fc.nat(), anyText).map((parts) => parts.join("-"));
  expectForAll(fc.oneof(anyText, placement), (entry) => {
    if (findEntryProblem("websites", entry) !== undefined || likelyKind(entry) !== "placementIds") return;
    expect(findEntryProblem("placementIds", entry)).toBeUndefined();
  });
});

it.each([
  [["a.example, 1, DIRECT", "b.example, 2, RESELLER", "com.a"], true],
  [["a.example, 1, DIRECT", "# a comment, 3, DIRECT", "com.a"], false],
])("is an ads.txt if more than half of its lines name sellers: %j", (lines, isOne) => {
  expect(findOtherFormat(lines.join("\n"), { table: "" })?.startsWith("is an ads.txt") ?? false).toBe(isOne);
});
