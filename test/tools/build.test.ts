import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { deleteLeftovers } from "../../tools/setup/build.mjs";

it("a build deletes what the compiler made of sources that are gone, and nothing else", () => {
  const folder = mkdtempSync(join(tmpdir(), "build-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const kept = ["list/plan.d.ts", "list/plan.js", "index.js", "plugin/main.js", "schemas/diff.json", ".tsbuildinfo"];
  const left = ["list/old.d.ts", "list/old.js", "gone/all.js"];
  for (const path of ["list/plan.ts", "index.ts", ...[...kept, ...left].map((output) => `dist/${output}`)]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), "");
  }
  deleteLeftovers(join(folder, "dist"), folder);
  expect(kept.filter((path) => !existsSync(join(folder, "dist", path)))).toEqual([]);
  expect([...left, "gone"].filter((path) => existsSync(join(folder, "dist", path)))).toEqual([]);
});
