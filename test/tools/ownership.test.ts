import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { printOwnership } from "../../tools/ownership/picture.ts";
import { root } from "../../tools/paths.mjs";

describe("docs/ownership.svg", () => {
  it("is the picture that npm run lab -- ownership draws", () => {
    expect(readFileSync(join(root, "docs", "ownership.svg"), "utf8")).toBe(printOwnership());
  });
});
