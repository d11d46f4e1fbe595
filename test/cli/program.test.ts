import { describe, expect, it } from "vitest";
import { version } from "../../provider/common/version";
import { runProgram } from "./run-program";
import { testTerminal } from "./terminal";

it.each([
  ["an unknown option", ["pull", "1", "--no\u001b[31mne\u202e"]],
  ["an unknown command", ["pu\u001b[31mll\u202e"]],
])("escapes control and format characters in the error about %s", async (_, words) => {
  const terminal = testTerminal();
  expect(await runProgram(words, terminal)).toBe(1);
  expect(terminal.messages()).toContain(String.raw`\u{1b}[31m`);
  expect(terminal.messages()).toContain(String.raw`\u{202e}`);
  expect(terminal.messages().replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

it("prints its version, and the exit codes of all commands in its help", async () => {
  const terminal = testTerminal();
  expect(await runProgram(["--version"], terminal)).toBe(0);
  expect(terminal.output()).toBe(`${version}\n`);
  const help = testTerminal();
  expect(await runProgram(["--help"], help)).toBe(0);
  expect(help.output()).toMatch(
    /\n\nExit codes:\n {2}0 {2}success.*\n {2}1 {2}an error.*\n {2}2 {2}.*\n {2}3 {2}.*\n$/u,
  );
});

it("describes the options of app-list simulate, which prints no document", async () => {
  const terminal = testTerminal({ columns: 200 });
  expect(await runProgram(["simulate", "--help"], terminal)).toBe(0);
  expect(terminal.output()).toMatch(/\n {2}--config <file> {2}/u);
  expect(terminal.output()).not.toContain("--json");
});

describe.each(["validate", "show", "diff", "find", "pull", "campaigns", "doctor"])("app-list %s", (command) => {
  it("describes its options, and where its exit codes are", async () => {
    const terminal = testTerminal({ columns: 200 });
    expect(await runProgram([command, "--help"], terminal)).toBe(0);
    expect(terminal.output()).toMatch(/\n {2}--json {2}/u);
    expect(terminal.output()).toMatch(/\nExit codes: app-list --help\n$/u);
  });

  it("prints an error about its words as JSON, too", async () => {
    const terminal = testTerminal();
    expect(await runProgram([command, "--json", "--nope\u001b[31m\u202e"], terminal)).toBe(1);
    expect(JSON.parse(terminal.output())).toMatchObject({ error: { code: "OPTIONS_INVALID" } });
    expect(terminal.output().replaceAll("\n", "") + terminal.messages()).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});
