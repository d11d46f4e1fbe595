import { describe, expect, it } from "vitest";
import { formatDay, isDate, lastDay } from "../../provider/list/expiry";

it("the latest date after until in a note counts, in any order", () => {
  expect(lastDay("until 2020-06-30, extended until 2999-06-30")).toBe("2999-06-30");
  expect(lastDay("now until 2999-06-30 (was: until 2020-06-30), see 3000-01-01")).toBe("2999-06-30");
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
