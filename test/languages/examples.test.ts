import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { languageExampleNames } from "../harness/example";
import { root } from "../harness/project";

it.each(languageExampleNames)("runs the example %s in a file of its own, and the example has a README", (name) => {
  expect(readFileSync(join(root, "test", "languages", `${name}.test.ts`), "utf8")).toContain(`("the example ${name}`);
  expect(existsSync(join(root, "examples", name, "README.md"))).toBe(true);
});
