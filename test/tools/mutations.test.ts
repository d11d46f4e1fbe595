import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readMutations } from "../../tools/mutations/mutations.mjs";
import { root } from "../../tools/paths.mjs";

it("each deliberate defect of the lab replaces one text of its file", () => {
  const occurrences = readMutations().map(({ file, text }) => {
    const source = readFileSync(join(root, "provider", file), "utf8");
    return [file, text, source.split(text).length - 1] as const;
  });
  expect(occurrences.filter(([, , count]) => count !== 1)).toEqual([]);
});
