import { expect, it } from "vitest";
import { readPage } from "../docs/markdown";
import { readSteps } from "../docs/run-steps";
import { openClone } from "./page-run";

it("docs/tutorial.md has commands that work in their order, and print what it shows", async () => {
  const { path, text } = readPage("docs/tutorial.md");
  const { follow } = await openClone();
  // Not the commands that clone the repository and install its tools: they are installed.
  const commands = await follow(path, text, { without: /^(?:git|cd|npm|export PATH=)\b.*\n/gmu });
  expect(commands).toBe(readSteps(text).filter(({ file }) => file === undefined).length);
});
