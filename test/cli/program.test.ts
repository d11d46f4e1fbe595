import { expect, it } from "vitest";
import { commands } from "../../provider/cli/commands";
import { runProgram } from "../../provider/cli/program";
import { testTerminal } from "./terminal";

it.each([
  ["an unknown option", ["pull", "1", "--no\u001b[31mne\u202e"]],
  ["an unknown command", ["pu\u001b[31mll\u202e"]],
])("escapes control and format characters in the error about %s", async (_, words) => {
  const terminal = testTerminal();
  expect(await runProgram(words, terminal, commands)).toBe(1);
  expect(terminal.messages()).toContain(String.raw`\u{1b}[31m`);
  expect(terminal.messages()).toContain(String.raw`\u{202e}`);
  expect(terminal.messages().replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});
