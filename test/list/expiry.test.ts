import { describe, expect, it } from "vitest";
import { formatDay, isDate, lastDay, untilInNote } from "../../provider/list/expiry";

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
