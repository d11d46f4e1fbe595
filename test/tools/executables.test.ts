import { join } from "node:path";
import { expect, it } from "vitest";
import { isExecutable } from "../../tools/engine/executables.mjs";

it.each([
  ["a program", process.execPath, true],
  ["a file that nobody may run", import.meta.filename, false],
  ["a file that does not exist", join(import.meta.dirname, "none"), false],
  ["a file in a file", join(import.meta.filename, "none"), false],
])("tells executables by their size and permissions: %s", (_, path, isOne) => {
  expect(isExecutable(path)).toBe(isOne);
});
