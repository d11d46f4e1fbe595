import { expect, it } from "vitest";
import { commands } from "../../provider/cli/run";
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

it.each(["-V", "--version"])("prints its version with %s", async (option) => {
  const terminal = testTerminal();
  expect(await runProgram([option], terminal)).toBe(0);
  expect(terminal.output()).toBe(`${version}\n`);
});

const names = commands.map(({ name }) => name);

it.each(["", ...names])(
  "app-list %s --help has examples first, then usage, exit codes and page, in 80 columns",
  async (name) => {
    const terminal = testTerminal({ columns: 200 });
    expect(await runProgram([...(name === "" ? [] : [name]), "--help"], terminal)).toBe(0);
    const text = terminal.output();
    expect(text).toMatch(/^Examples:\n(?: {2}.*app-list .*\n)+\nUsage: app-list .*\n\n/u);
    const page = name === "" ? "commands" : `app-list-${name}`;
    expect(text.endsWith(`\n\nPage: docs/reference/cli.md#${page}\n`)).toBe(true);
    expect(text).toMatch(/\n\nExit codes:\n {2}0 {2}success[^]*\n {2}1 {2}an error[^]*\n {2}2 {2}[^]*\n {2}3 {2}/u);
    expect(text.split("\n").filter((line) => line.length > 80)).toEqual([]);
    if (name !== "") expect(text.includes("\n  --json ")).toBe(name !== "simulate");
  },
);

it.each(names)("prints an error about the words of app-list %s as JSON, too", async (command) => {
  const terminal = testTerminal();
  expect(await runProgram([command, "--json", "--nope\u001b[31m\u202e"], terminal)).toBe(1);
  expect(JSON.parse(terminal.output())).toMatchObject({ error: { code: "OPTIONS_INVALID" } });
  expect(terminal.output().replaceAll("\n", "") + terminal.messages()).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});
