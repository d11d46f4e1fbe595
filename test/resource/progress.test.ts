import { describe, expect, it } from "vitest";
import { noticeLine, progressPrinter } from "../../provider/resource/notices";

describe("the progress of a long change", () => {
  it("is printed after five seconds, and then every five seconds", () => {
    let now = 1000;
    const lines: string[] = [];
    const report = progressPrinter(
      "app list 4321",
      (notice) => lines.push(noticeLine(notice)),
      () => now,
    );
    for (let sent = 1; sent < 1200; sent += 1) {
      now += 100;
      report({ sent, left: 1200 - sent });
    }
    expect(lines.slice(0, 2)).toEqual([
      "app list 4321: sent 50 of 1,200 requests",
      "app list 4321: sent 100 of 1,200 requests",
    ]);
    expect(lines).toHaveLength(23);
  });

  it("is not printed when the change has ended", () => {
    let now = 0;
    const lines: string[] = [];
    const report = progressPrinter(
      "app list 4321",
      (notice) => lines.push(noticeLine(notice)),
      () => now,
    );
    report({ sent: 1, left: 1 });
    now = 60_000;
    report({ sent: 2, left: 0 });
    expect(lines).toEqual([]);
  });
});
