import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { allTasks } from "../docs/tasks";
import { exampleNames, languageExampleNames } from "../harness/example";
import { root } from "../harness/project";
import { testTasks } from "./tasks";

testTasks("examples.txt");

it("the examples are all run here, in the tutorial or in test/languages, and each has a README", () => {
  const played = allTasks().flatMap(({ example }) => example ?? []);
  expect([...played, "quickstart"].toSorted()).toEqual(exampleNames);
  const readmes = [...exampleNames, ...languageExampleNames].map((name) => join("examples", name, "README.md"));
  const ofLanguages = languageExampleNames.map((name) => join("test", "languages", `${name}.test.ts`));
  expect([...readmes, ...ofLanguages].filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
