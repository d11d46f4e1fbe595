import { expect, it } from "vitest";
import { anchorsOf, readPage } from "../docs/markdown";
import { allTasks } from "../docs/tasks";
import { testTasks } from "./tasks";

testTasks("walk.txt");

it("the tasks are in sections of the pages", () => {
  const places = allTasks().flatMap(({ sections }) => sections.map((section) => section.split("#")));
  const missing = places.filter(
    ([path = "", anchor]) => anchor !== undefined && !anchorsOf(readPage(path)).has(anchor),
  );
  expect(missing).toEqual([]);
});
