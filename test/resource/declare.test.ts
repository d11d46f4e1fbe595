import { describe, expect, it } from "vitest";
import { EntrySet } from "../../provider/list/entry-set";
import { areListed, readArgument } from "../../provider/resource/declare";

const today = "2026-01-01";

describe("the entries of an argument", () => {
  it("are read with their notes, and printed once", () => {
    const { entries } = readArgument("appBundles", ["com.b", { entry: "com.a", note: "casino" }], today);
    expect(entries.text).toBe("com.a  # casino\ncom.b\n");
  });

  it.each([
    ["com.a", "appBundles is not an array of entries"],
    [
      [1234567890],
      'appBundles[0]: 1234567890 is neither a string nor { entry, note }. As a string it is "1234567890", in quotes',
    ],
    [["com.a", true], "appBundles[1]: true is neither a string nor { entry, note }"],
    [Object.assign(["com.a"], { length: 2 }), "appBundles[1]: undefined is neither a string nor { entry, note }"],
    [[{ name: "com.a" }], "appBundles[0]: an object is neither a string nor { entry, note }"],
    [[{ entry: "com.a", note: 5 }], "appBundles[0]: an object is neither a string nor { entry, note }"],
  ])("are refused when they are of a wrong type: %j", (argument, problem) => {
    expect(readArgument("appBundles", argument, today)).toMatchObject({ entries: EntrySet.none, problems: [problem] });
    expect(areListed(argument)).toBe(false);
  });
});
