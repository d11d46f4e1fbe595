import { describe, expect, it } from "vitest";
import { parseRetryAfter } from "../../provider/api/http";

const now = Date.parse("2026-11-21T12:00:00Z");
const header = "Sat, 21 Nov 2026 12:00:30 GMT";

describe("Retry-After", () => {
  it.each<[header: string, milliseconds: number | undefined, date?: string]>([
    ["0", 0],
    ["7", 7000],
    [" 120 ", 120_000],
    // A date, relative to the API's own clock.
    [header, 30_000],
    [header, 10_000, "Sat, 21 Nov 2026 12:00:20 GMT"],
    [header, 30_000, "yesterday"],
    // A date in the past.
    ["Sat, 21 Nov 2026 11:59:59 GMT", 0],
    // Far too large.
    ["99999999999999", 9_999_999_999_000],
    ["9".repeat(400), 9_999_999_999_000],
    ...["", "soon", "-5", "1.5 minutes"].map((text): [string, undefined] => [text, undefined]),
  ])("with %j is %s milliseconds, with the date %j", (text, milliseconds, date) => {
    expect(parseRetryAfter(text, date, now)).toBe(milliseconds);
  });
});
