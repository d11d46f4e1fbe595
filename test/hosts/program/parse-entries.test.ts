import { expect, it } from "vitest";
import { parseEntries } from "../../../provider/hosts/program/parse-entries";

it("reads the entries of a text, and of a list that the engine returned as it was", () => {
  expect(parseEntries("appBundles", "com.a\ncom.b  # fraud\n")).toEqual(["com.a", "com.b"]);
  expect(parseEntries("appBundles", ["com.a", { entry: "com.b", note: "fraud" }])).toEqual(["com.a", "com.b"]);
  expect(parseEntries("appBundles", undefined)).toEqual([]);
});
