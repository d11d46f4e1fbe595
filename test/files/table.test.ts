import { describe, expect, it } from "vitest";
import { findMisspelt } from "../../provider/files/table";

describe("findMisspelt", () => {
  it.each(["expirres", "expirs", "expixes", "expries", "xpires", "expiresx", "E-xpires"])(
    "knows the typo in %s",
    (name) => {
      expect(findMisspelt(name)).toBe("expires");
    },
  );

  it.each(["exires-s", "sexpirex", "exipers", "", "exp", "votes"])("does not take %j for a known name", (name) => {
    expect(findMisspelt(name)).toBeUndefined();
  });

  it("writes the known name as a header does", () => {
    expect(findMisspelt("Placemnt ID")).toBe("placement_id");
  });
});
