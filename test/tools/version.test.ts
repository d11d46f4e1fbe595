import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { isAtLeast, parseVersion, type Version } from "../../tools/engine/version.mjs";

function version(text: string): Version {
  const parsed = parseVersion(text);
  if (parsed === undefined) throw new Error(`${text} is no version`);
  return parsed;
}

describe("a version", () => {
  it.each([
    ["v3.259.0", [3, 259, 0], false],
    ["3.217.1\n", [3, 217, 1], false],
    ["v3.260.0-alpha.1+abc.dirty", [3, 260, 0], true],
    ["go1.26.8", [1, 26, 8], false],
    ["go1.26", [1, 26, 0], false],
    ["go1.27rc1", [1, 27, 0], true],
  ])("is read from %j", (text, numbers, isPrerelease) => {
    expect(parseVersion(text)).toEqual({ numbers, isPrerelease });
  });

  it.each(["", "devel +abc", "latest", "pulumi v3"])("is not read from %j", (text) => {
    expect(parseVersion(text)).toBeUndefined();
  });

  it.each([
    ["3.217.0", "3.217.0", true],
    ["3.216.9", "3.217.0", false],
    ["3.1000.0", "3.217.0", true],
    ["4.0.0", "3.217.0", true],
    ["2.999.999", "3.217.0", false],
    ["3.217.0-alpha.1", "3.217.0", false],
    ["3.217.1-alpha.1", "3.217.0", true],
    ["1.25", "1.25.11", false],
  ])("%s is compared with the minimum %s by its numbers", (text, minimum, expected) => {
    expect(isAtLeast(version(text), version(minimum))).toBe(expected);
  });

  it("is at least another one or the other is at least it", () => {
    const any = fc.tuple(fc.nat(4), fc.nat(4), fc.nat(4), fc.constantFrom("", "-alpha.1"));
    const arbitrary = any.map(([major, minor, patch, suffix]) => version(`${major}.${minor}.${patch}${suffix}`));
    fc.assert(fc.property(arbitrary, arbitrary, (one, other) => isAtLeast(one, other) || isAtLeast(other, one)));
  });
});
