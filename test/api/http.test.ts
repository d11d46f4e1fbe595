import { describe, expect, it } from "vitest";
import { parseRetryAfter } from "../../provider/api/http";

const now = Date.parse("2026-11-21T12:00:00Z");

describe("Retry-After", () => {
  it.each([
    ["0", 0],
    ["7", 7000],
    [" 120 ", 120_000],
  ])("with %j is a number of seconds", (header, milliseconds) => {
    expect(parseRetryAfter(header, undefined, now)).toBe(milliseconds);
  });

  it("may be a date, relative to the API's own clock", () => {
    const header = "Sat, 21 Nov 2026 12:00:30 GMT";
    expect(parseRetryAfter(header, undefined, now)).toBe(30_000);
    expect(parseRetryAfter(header, "Sat, 21 Nov 2026 12:00:20 GMT", now)).toBe(10_000);
    expect(parseRetryAfter(header, "yesterday", now)).toBe(30_000);
  });

  it("in the past is no delay", () => {
    expect(parseRetryAfter("Sat, 21 Nov 2026 11:59:59 GMT", undefined, now)).toBe(0);
  });

  it("with a number that is far too large is a long delay", () => {
    for (const header of ["99999999999999", "9".repeat(400)]) {
      expect(parseRetryAfter(header, undefined, now)).toBe(9_999_999_999_000);
    }
  });

  it.each(["", "soon", "-5", "1.5 minutes"])("with %j is ignored", (header) => {
    expect(parseRetryAfter(header, undefined, now)).toBeUndefined();
  });
});
