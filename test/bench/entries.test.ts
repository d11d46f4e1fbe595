import { expect, it } from "vitest";
import { listText } from "../../bench/run/entries";

it("listText changes 37 entries, within the removal guard of the shortest list", () => {
  for (const count of [100, 10_000]) {
    const before = new Set(listText(count, false).trimEnd().split("\n"));
    const after = new Set(listText(count, true).trimEnd().split("\n"));
    expect(before.size).toBe(count);
    expect(before.difference(after).size).toBe(18);
    expect(after.difference(before).size).toBe(19);
  }
});
