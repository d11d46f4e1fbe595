import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyDatedNote, anyText, expectForAll } from "./arbitraries";
import { dateMistake, formatDay, isDate, lastDay, untilInNote, withUntil } from "../../provider/list/expiry";
import { tidyNote } from "../../provider/list/text";

describe("the expiry date in a note", () => {
  it.each([
    ["2027-01-31", "until 2027-01-31|fraud wave, until 2027-01-31, ticket 12|Until 2027-01-31.|until: 2027-01-31"],
    ["2027-01-31", "until = 2027-01-31; agreed|until (2027-01-31), agreed|Until:2027-01-31|expires: until 2027-01-31"],
    ["2027-02-29", "until 2027-02-29|(until 2027-02-29)"],
    ["2027-1-31", "until 2027-1-31"],
    ["31.01.2027", "until 31.01.2027"],
    ["2027", "until 2027"],
  ])("is the text after until: %s in %s", (text, notes) => {
    for (const note of notes.split("|")) expect(untilInNote(note)).toEqual([text]);
  });

  const without =
    "|gambling|until further notice|until may or march come to terms|blocked 2027-01-31|untilled 2027-01-31|" +
    "nothing ends, see 2027-01-31|weekends 2027-01-31|expires never|expires 2027-01-31|" +
    "until the 5th of January, 2027|until Jan 5 2027";
  it.each(without.split("|"))("is not in %j", (note) => {
    expect(untilInNote(note)).toEqual([]);
  });

  it("is the latest one after until, in any order", () => {
    expect(lastDay("until 2020-06-30, extended until 2999-06-30")).toBe("2999-06-30");
    expect(lastDay("now until 2999-06-30 (was: until 2020-06-30), see 3000-01-01")).toBe("2999-06-30");
  });

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

describe("days", () => {
  it("have the form YYYY-MM-DD and are in the calendar", () => {
    expect(["2027-02-28", "2028-02-29"].filter(isDate)).toHaveLength(2);
    expect(["", "2027-02-29", "2027-2-28", "x2027-02-28", "2027-02-28x", "2027-02"].filter(isDate)).toEqual([]);
  });

  it("change at midnight in UTC", () => {
    expect(formatDay(new Date("2027-01-31T23:59:59.999Z"))).toBe("2027-01-31");
    expect(formatDay(new Date("2027-02-01T00:00:00+02:00"))).toBe("2027-01-31");
  });
});
