import { describe, expect, it } from "vitest";
import { makeDispatcher, parseRetryAfter } from "../../provider/api/http";

describe("the proxy of the environment", () => {
  it.each<[host: string, isUsed: boolean]>([
    ["api.example.com", true],
    ["localhost", false],
    ["127.3.2.1", false],
    ["[::1]", false],
  ])("is used for %s: %j", (host, isUsed) => {
    expect(makeDispatcher(`https://${host}/ads`).constructor.name).toBe(isUsed ? "EnvHttpProxyAgent" : "Agent");
  });
});

describe("Retry-After", () => {
  const date = "Sat, 21 Nov 2026 12:00:00 GMT";

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
    expect(parseRetryAfter(header, date)).toBe(milliseconds);
  });

  it("is compared with the clock of this machine if the response has no date", () => {
    const [later, earlier] = [60_000, -60_000].map((time) => new Date(Date.now() + time).toUTCString());
    for (const none of [undefined, "", "soon"]) {
      expect(parseRetryAfter(later, none)).toBeGreaterThan(50_000);
      expect(parseRetryAfter(earlier, none)).toBeUndefined();
    }
  });
});
