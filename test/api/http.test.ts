import { describe, expect, it } from "vitest";
import { parseRetryAfter } from "../../provider/api/http";

describe("Retry-After", () => {
  it.each<[header: string | undefined, milliseconds: number | undefined]>([
    ["0", 0],
    ["7", 7000],
    [" 120 ", 120_000],
    ["999999999", 999_999_999_000],
    ["Sat, 21 Nov 2026 12:00:30 GMT", 30_000],
    ...[undefined, "", "soon", "soon GMT", "-5", "9".repeat(400), "Sat, 21 Nov 2026 11:59:30 GMT"].map(
      (header): [string | undefined, undefined] => [header, undefined],
    ),
  ])("with %j is %s milliseconds", (header, milliseconds) => {
    expect(parseRetryAfter(header, Date.UTC(2026, 10, 21, 12))).toBe(milliseconds);
  });
});
