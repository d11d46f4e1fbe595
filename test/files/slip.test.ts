import { describe, expect, it } from "vitest";
import { isOneSlipAway } from "../../provider/files/slip";

describe("isOneSlipAway", () => {
  it.each(["expirres", "expirs", "expixes", "expries", "xpires", "expiresx"])("knows the slip in %s", (word) => {
    expect(isOneSlipAway(word, "expires")).toBe(true);
    expect(isOneSlipAway("expires", word)).toBe(true);
  });

  it.each(["expires", "exires-", "sexpirex", "exipers", "", "exp"])("does not take %j for expires", (word) => {
    expect(isOneSlipAway(word, "expires")).toBe(false);
  });
});
