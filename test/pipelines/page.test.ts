import { expect, it } from "vitest";
import { inlineCodeOf, readPage, sectionOf } from "../docs/markdown";
import { readAction, readComponent } from "./files";

it("the page about pipelines names inputs of the action and of the component", () => {
  const page = readPage("docs/how-to/pipelines.md");
  const names = inlineCodeOf({ ...page, text: sectionOf(page, "Inputs").text }).map(({ code }) => code.split(":")[0]);
  const inputs = names.filter((name = "") => /^[a-z-]+$/u.test(name) && name !== "app-list-approvals");
  expect(inputs.length).toBeGreaterThan(4);
  for (const { inputs: known } of [readAction(), readComponent()]) {
    expect(inputs.filter((name = "") => known[name] === undefined)).toEqual([]);
  }
});
