import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectForAll } from "./arbitraries";
import { expiryStatus, formatDay, isDate, untilInNote } from "../../provider/list/expiry";

describe("the expiry date in a note", () => {
  it.each([
    ["until 2027-01-31", "2027-01-31"],
    ["fraud wave, until 2027-01-31, ticket 12", "2027-01-31"],
    ["Until 2027-01-31.", "2027-01-31"],
    ["(until 2028-02-29)", "2028-02-29"],
    ["until: 2027-01-31", "2027-01-31"],
    ["until = 2027-01-31; agreed", "2027-01-31"],
    ["until (2027-01-31), agreed", "2027-01-31"],
    ["Until:2027-01-31", "2027-01-31"],
    ["expires: until 2027-01-31", "2027-01-31"],
    ["until 2027-02-29", "2027-02-29"],
    ["until 2027-1-31", "2027-1-31"],
    ["until 31.01.2027", "31.01.2027"],
    ["until 2027", "2027"],
  ])("is the text after until in %j", (note, text) => {
    expect(untilInNote(note)).toBe(text);
  });

  it.each([
    "",
    "gambling",
    "until further notice",
    "until may or march come to terms",
    "blocked 2027-01-31",
    "untilled 2027-01-31",
    "nothing ends, see 2027-01-31",
    "weekends 2027-01-31",
    "expires never",
    "expires 2027-01-31",
    "until the 5th of January, 2027",
    "until Jan 5 2027",
  ])("is not in %j", (note) => {
    expect(untilInNote(note)).toBeUndefined();
  });
});

describe("days", () => {
  it("have the form YYYY-MM-DD and are in the calendar", () => {
    expect(["2027-02-28", "2028-02-29"].filter(isDate)).toHaveLength(2);
    expect(["", "2027-02-29", "2027-2-28", "x2027-02-28", "2027-02-28x", "2027-02"].filter(isDate)).toEqual([]);
  });

  it("are valid for every moment until the year 9999", () => {
    const moments = fc.date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true });
    expectForAll(moments, (moment) => {
      expect(isDate(formatDay(moment))).toBe(true);
    });
  });

  it("change at midnight in UTC", () => {
    expect(formatDay(new Date("2027-01-31T23:59:59.999Z"))).toBe("2027-01-31");
    expect(formatDay(new Date("2027-02-01T00:00:00+02:00"))).toBe("2027-01-31");
  });
});

describe("the status of an entry", () => {
  it.each([
    ["2027-01-30", "expired"],
    ["2027-01-31", "soon"],
    ["2027-02-14", "soon"],
    ["2027-02-15", "later"],
    ["2028-01-31", "later"],
  ])("with the last day %s on 2027-01-31 is %s", (until, status) => {
    expect(expiryStatus(until, "2027-01-31")).toBe(status);
  });
});
