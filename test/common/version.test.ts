import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import { version } from "../../provider/common/version";

it("is the version of the package", () => {
  const text = readFileSync(join(import.meta.dirname, "../../provider/package.json"), "utf8");
  expect(version).toBe(z.object({ version: z.string() }).parse(JSON.parse(text)).version);
});
