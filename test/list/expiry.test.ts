import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dateIn, dayOf, expiryOfNote, isDate, looksLikeDate } from "../../provider/list/expiry";

describe("the expiry in a note", () => {
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
  ])("is the day in %j", (note, date) => {
    expect(expiryOfNote(note)).toEqual({ outcome: "until", date });
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
  ])("is not in %j", (note) => {
    expect(expiryOfNote(note)).toEqual({ outcome: "none" });
  });

  it.each([
    ["until 2027-02-29", "2027-02-29"],
    ["until 2027-1-31", "2027-1-31"],
    ["until 31.01.2027", "31.01.2027"],
    ["until 2027", "2027"],
  ])("is invalid in %j", (note, text) => {
    expect(expiryOfNote(note)).toEqual({ outcome: "invalid", text });
  });
});

describe("what a note says of an end in other words", () => {
  it.each([
    ["until Jan 5 2027", "until Jan 5 2027"],
    ["test, till 2027-01-31", "till 2027-01-31"],
    ["until the 5th of January, 2027", "until the 5th of January, 2027"],
    ["until March 5", "until March 5"],
    ["until end of 2027", "until end of 2027"],
    ["until Q3 2027 at least", "until Q3 2027"],
    ["fraud; expires 2027-01-31", "expires 2027-01-31"],
    ["Expires on: 31.1.2027", "Expires on: 31.1.2027"],
    ["ends 1/31/27", "ends 1/31/27"],
  ])("is unclear in %j", (note, text) => {
    expect(expiryOfNote(note)).toEqual({ outcome: "unclear", text });
  });
});

describe("a date in a note", () => {
  it.each([
    ["agreed 2026-11-02 with ann", "2026-11-02"],
    ["on 2.11.2026", "2.11.2026"],
    ["on 2 Nov 2026", "2 Nov 2026"],
    ["version 1.2.3", undefined],
    ["ticket 2026-11", undefined],
    ["10.0.0.1", undefined],
  ])("is found in %j", (note, date) => {
    expect(dateIn(note)).toBe(date);
  });
});

describe("a text that looks like a date", () => {
  it("is nothing but a date, in any usual form", () => {
    expect(["2026-11-02", "2.11.2026", "2 Nov 2026"].filter(looksLikeDate)).toHaveLength(3);
    expect(["", "agreed 2026-11-02", "2026-11-02 at noon", "gambling"].filter(looksLikeDate)).toEqual([]);
  });
});

describe("days", () => {
  it("are written as YYYY-MM-DD and are in the calendar", () => {
    expect(["2027-02-28", "2028-02-29"].filter(isDate)).toHaveLength(2);
    expect(["", "2027-02-29", "2027-2-28", "x2027-02-28", "2027-02-28x", "2027-02"].filter(isDate)).toEqual([]);
  });

  it("are read back as they were written, for every moment of four years' digits", () => {
    const moments = fc.date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true });
    fc.assert(
      fc.property(moments, (moment) => {
        expect(isDate(dayOf(moment))).toBe(true);
      }),
    );
  });

  it("change at midnight in UTC", () => {
    expect(dayOf(new Date("2027-01-31T23:59:59.999Z"))).toBe("2027-01-31");
    expect(dayOf(new Date("2027-02-01T00:00:00+02:00"))).toBe("2027-01-31");
  });
});
