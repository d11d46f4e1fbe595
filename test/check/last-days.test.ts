import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dateMistake, withUntil } from "../../provider/check/last-days";
import { untilInNote } from "../../provider/list/expiry";
import { tidyNote } from "../../provider/list/text";
import { anyDatedNote, anyText, expectForAll } from "../list/arbitraries";

describe("the date after until in a note", () => {
  it.each([
    ["gambling, until 2020-06-30", "gambling, 2020-06-30"],
    ["until 2020-06-30, extended until 2027-01-31.", "2020-06-30, extended 2027-01-31."],
    ["agreed (until 2020-06-30) by legal", "agreed (2020-06-30) by legal"],
    ["agreed (ticket 12, until: 2020-06-30)", "agreed (ticket 12, 2020-06-30)"],
    ["see 2999-06-30", "see 2999-06-30"],
    ["until further notice", "until further notice"],
    ["until until 2020-06-30", "2020-06-30"],
    ["", ""],
  ])("in %j does not count beside another one, and stays in the note: %j", (note, rest) => {
    expect(withUntil(note, "2999-06-30")).toBe(rest === "" ? "until 2999-06-30" : `${rest}, until 2999-06-30`);
  });

  it("stays where it is if it is the right one", () => {
    expect(withUntil("fraud, until 2999-06-30, ticket 12", "2999-06-30")).toBe("fraud, until 2999-06-30, ticket 12");
  });

  it("is the only one after it was replaced, and replacing it once more changes nothing", () => {
    expectForAll(fc.oneof(anyDatedNote, anyText), fc.constantFrom("2020-06-30", "2999-06-30"), (text, until) => {
      const note = withUntil(tidyNote(text) ?? "", until);
      expect([untilInNote(note), tidyNote(note), withUntil(note, until)]).toEqual([[until], note, note]);
    });
  });

  const lastDays = "has the last days 2020-06-30, 2999-06-30, of which 2999-06-30 counts: keep one";

  it.each([
    ["until 2027-03-01", "2027-03-01", undefined],
    ["until 2020-06-30, extended until 2999-06-30", "2999-06-30", lastDays],
    ["until 2020-06-30", "2999-06-30", lastDays],
    [
      "until 2020-06-30, extended to 2999-06-30",
      "2020-06-30",
      "has expired after 2020-06-30, and its note contains the later date 2999-06-30: write until before a last day",
    ],
    ["until 2027-01-31, reviewed 2028-01-01", "2027-01-31", undefined],
    ["until 2020-06-30, reviewed 2020-07-01", "2020-06-30", undefined],
    [
      "reviewed 2020-07-01, ends 31.01.2028",
      undefined,
      "has the date 31.01.2028 in its note, but no until: it never expires",
    ],
  ])("in %j with the last day %s is a likely mistake if it is not clear", (note, until, mistake) => {
    expect(dateMistake(note, until, "2027-01-31")).toBe(mistake);
  });
});
