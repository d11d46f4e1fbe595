import { describe, expect, it } from "vitest";
import { commands } from "../../provider/cli/run";
import { version } from "../../provider/common/version";
import { jsonSchemas } from "../harness/json-schemas";
import { openConnections } from "../harness/connections";
import { controls, listsAndFiles } from "./lists";
import { runProgram } from "./run-program";

it.each([
  ["an unknown option", ["pull", "1", "--no\u001b[31mne\u202e"]],
  ["an unknown option of a command without results", ["simulate", "--no\u001b[31mne\u202e"]],
  ["an unknown command", ["pu\u001b[31mll\u202e"]],
])("escapes control and format characters in the error about %s, also as JSON", async (_, words) => {
  const [text, json] = [await runProgram(words), await runProgram([...words, "--json"])];
  expect([text.code, json.code]).toEqual([1, 1]);
  expect(text.messages).toContain(String.raw`\u{1b}[31m`);
  expect(text.messages).toContain(String.raw`\u{202e}`);
  expect(JSON.parse(json.output)).toMatchObject({ error: { code: "OPTIONS_INVALID" } });
  expect((text.messages + json.output + json.messages).replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

it("prints its version, and without a command its help as an error", async () => {
  expect(await runProgram(["--version"])).toMatchObject({ code: 0, output: `${version}\n` });
  const { output } = await runProgram(["--help"]);
  expect(await runProgram([])).toEqual({ code: 1, output: "", messages: output });
});

it.each([
  ["show 1", 0],
  ["show 9", 1],
])("leaves no connection open after a command that reads a list, or fails to: %s", async (command, code) => {
  const { run } = await listsAndFiles([{ id: 1, name: "blocked" }]);
  const before = await openConnections();
  expect((await run(command)).code).toBe(code);
  // The simulator's end may close later.
  expect((await openConnections()) - before).toBeLessThan(2);
});

it("lists its commands in groups, the common ones first", async () => {
  const { output } = await runProgram(["--help"]);
  const [, listed = ""] = output.split(/^ +-h, --help .*\n/mu);
  expect(
    listed
      .match(/^(?:[A-Z].*:| {2}[a-z]+)/gmu)
      ?.join(" ")
      .replaceAll(/ +/gu, " "),
  ).toBe("Files: validate convert Lists: show diff pull campaigns Reports: report Set-up: doctor simulate help");
});

it.each(["", ...commands.map(({ name }) => name)])(
  "app-list %s --help has examples first, then usage, in 80 columns, and no option for a secret",
  async (name) => {
    const words = [...(name === "" ? [] : [name]), "--help"];
    const { code, output: text } = await runProgram(words, { hasColors: true });
    expect(code).toBe(0);
    expect(text).toMatch(/^Examples:\n(?: {2}.*app-list .*\n)+\nUsage: app-list .*\n\n/u);
    expect(text.split("\n").filter((line) => line.length > 80)).toEqual([]);
    expect(text).not.toMatch(/--(?:\w+-)?(?:key|secret|password|credential)/u);
    // A wrapped command is no command.
    expect(text).not.toMatch(/\n {2}.*\|\|\n/u);
    if (name !== "") expect(text.includes("\n  --json ")).toBe(jsonSchemas.has(name));
    expect(text.includes("\nSettings come from the environment ")).toBe(text.includes("\n  --stack "));
  },
);

describe("a command", () => {
  const entry = "com.\u001b[2J\u202e\u2028a";
  it.each(["show 1", "doctor --list 1 --json", "diff 1 FOLDER/a.txt"])(
    "escapes what a terminal would interpret: %j",
    async (command) => {
      const hostile = { id: 1, name: "\u001b]0;x\u0007\u009b", appBundles: [entry, "com.\u200bb"] };
      const files = { "a.txt": "com.c # \u009bnote\u202e\n" };
      const { run } = await listsAndFiles([hostile], files);
      const { output, messages } = await run(command);
      expect(output + messages).toMatch(/app list 1/u);
      expect(output + messages).not.toMatch(controls);
    },
  );
});
