import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayOf, expiryOfNote, isDate } from "../../provider/list/expiry";

describe("the expiry in a note", () => {
  it.each([
    ["until 2027-01-31", "2027-01-31"],
    ["fraud wave, until 2027-01-31, ticket 12", "2027-01-31"],
    ["Until 2027-01-31.", "2027-01-31"],
    ["(until 2028-02-29)", "2028-02-29"],
  ])("is the day in %j", (note, date) => {
    expect(expiryOfNote(note)).toEqual({ outcome: "until", date });
  });

  it.each(["", "gambling", "until further notice", "blocked 2027-01-31", "untilled 2027-01-31"])(
    "is not in %j",
    (note) => {
      expect(expiryOfNote(note)).toEqual({ outcome: "none" });
    },
  );

  it.each([
    ["until 2027-02-29", "2027-02-29"],
    ["until 2027-1-31", "2027-1-31"],
    ["until 31.01.2027", "31.01.2027"],
    ["until 2027", "2027"],
  ])("is invalid in %j", (note, text) => {
    expect(expiryOfNote(note)).toEqual({ outcome: "invalid", text });
  });
});

describe("days", () => {
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
