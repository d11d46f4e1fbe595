import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { exitCodes } from "../../provider/cli/exit-code";
import { folderWith } from "../files/folder";
import { runProgram } from "./run-program";
import { jsonReportSchema } from "../../provider/report/report";
import { create, printPreview, refresh, same, update } from "../report/preview";
import type { TestTerminalOptions } from "./terminal";

const changes = printPreview([create("blocked", { appBundles: ["com.a"] })]);
const hidden = { appBundles: ["com.a"], facts: { notVerified: ["appBundles"] } } as const;
const nothing = printPreview([
  refresh("blocked", { appBundles: ["com.a"] }),
  same("blocked", { appBundles: ["com.a"] }),
]);

async function report(commandArguments: readonly string[], options?: TestTerminalOptions) {
  return runProgram(["report", ...commandArguments], { now: "2027-01-31T12:34:56Z", ...options });
}

describe("app-list report", () => {
  it("reads the standard input, and exits with 2 for changes", async () => {
    const { code, output, messages } = await report([], { input: changes });
    expect(code).toBe(exitCodes.changes);
    expect(output).toMatch(/^1 app list will change: up to \+1\n/u);
    expect(messages).toBe("");
  });

  it("reads a file, also one of PowerShell", async () => {
    const folder = folderWith({ "preview.json": changes, "utf16.json": Buffer.from(`\uFEFF${changes}`, "utf16le") });
    const first = await report([join(folder, "preview.json")], { isInputInteractive: true });
    const second = await report([join(folder, "utf16.json")]);
    expect(first).toEqual(second);
    expect(first.code).toBe(exitCodes.changes);
  });

  it("reads a file of nine MiB", async () => {
    const folder = folderWith({ "preview.json": changes + " ".repeat(9 * 1024 * 1024) });
    expect((await report([join(folder, "preview.json")])).code).toBe(exitCodes.changes);
  });

  it("exits with 1 for a change that is over its limit, although the preview did not fail", async () => {
    const held = { appBundles: ["com.a", "com.b", "com.c"] };
    const input = printPreview([update("blocked", held, { appBundles: [] })]);
    const { code, output } = await report([], { input });
    expect(code).toBe(exitCodes.error);
    expect(output).toMatch(/^Over the limit; 1 app list would change: −3\n/u);
    expect(output).toContain("    - com.a\n");
    const environment = { GITHUB_WORKSPACE: process.cwd(), GITHUB_HEAD_REF: "fix" };
    const comment = await report(["--format", "markdown"], { input, environment });
    expect(comment.output).toContain('/new/fix?filename=app-list-approvals">');
  });

  it("exits with 1 for a replacement over its limit, which no message names, unless the environment approves it", async () => {
    const appBundles = Array.from({ length: 20 }, (_, index) => `com.app${index}`);
    const input = printPreview([update("blocked", { appBundles }, { appBundles: ["com.app0"] }, "replace")]);
    const stopped = await report([], { input });
    expect(stopped.code).toBe(exitCodes.error);
    const [, digest = ""] = /APP_LIST_APPROVE=([0-9a-f]{16}) pulumi up/u.exec(stopped.output) ?? [];
    const approved = await report([], { input, environment: { APP_LIST_APPROVE: digest } });
    expect(approved.code).toBe(exitCodes.changes);
  });

  it.each([
    ["there is nothing to do", nothing, exitCodes.done],
    ["the preview failed", printPreview([], [{ message: "error: no\n", severity: "error" }]), exitCodes.error],
    [
      "something is not verified",
      printPreview([refresh("blocked", hidden), same("blocked", hidden)]),
      exitCodes.notVerified,
    ],
  ])("exits with its documented code if %s", async (_, input, expected) => {
    expect((await report([], { input })).code).toBe(expected);
  });

  it.each([
    ["markdown", /^<!-- pulumi-app-list report: brand-safety\/dev -->\n/u],
    ["html", /^<!doctype html>/iu],
    ["json", /^\{\n {2}"version": 1,/u],
  ])("writes %s", async (format, start) => {
    const { output } = await report(["--format", format], { input: changes });
    expect(output).toMatch(start);
    if (format === "json") expect((await report(["--json"], { input: changes })).output).toBe(output);
  });

  it("counts no removals at a list that moves to the base URL of the environment, as pulumi up removes nothing there", async () => {
    const before = { appBundles: ["com.a", "com.b"], baseUrl: "https://old.example.com" };
    const input = printPreview([update("blocked", before, { appBundles: ["com.a"] })]);
    const headlines = ["https://old.example.com", "https://new.example.com"].map(async (url) => {
      const { output } = await report([], { input, environment: { APP_LIST_BASE_URL: url } });
      return output.split("\n")[0];
    });
    expect(await Promise.all(headlines)).toEqual(["1 app list will change: −1", "1 app list will change: up to +1"]);
    // The configuration of the stack has precedence.
    const config = { ...z.looseObject({}).parse(JSON.parse(input)), config: { "app-list:baseUrl": before.baseUrl } };
    const environment = { APP_LIST_BASE_URL: "https://new.example.com" };
    const { output } = await report([], { input: JSON.stringify(config), environment });
    expect(output).toMatch(/^1 app list will change: −1\n/u);
  });

  it("reports what the preview printed to stderr if it printed no JSON", async () => {
    const reason = "error: get stack secrets manager: incorrect passphrase\n";
    const folder = folderWith({ "preview.json": "", "stderr.txt": reason, "some.json": changes, "quiet.txt": "" });
    const words = ["--stderr", join(folder, "stderr.txt"), "--format", "markdown"];
    const { code, output } = await report([join(folder, "preview.json"), ...words]);
    expect(code).toBe(exitCodes.error);
    expect(output).toContain("### The preview failed with 1 error\n");
    expect(output).toContain("<code>get stack secrets manager: incorrect passphrase</code>");
    const written = await report([join(folder, "preview.json"), ...words, "--output", join(folder, "report.md")]);
    const [verdict] = written.messages.split("\n");
    expect(verdict).toBe("The preview failed with 1 error: get stack secrets manager: incorrect passphrase");

    expect((await report([join(folder, "some.json"), ...words])).output).not.toContain("passphrase");
    const quiet = await report([join(folder, "preview.json"), "--stderr", join(folder, "quiet.txt")]);
    expect(quiet.messages).toContain("[PREVIEW_UNREADABLE]");
  });

  it("overwrites the file of --output, and prints the outcome and its path", async () => {
    const file = join(folderWith({ "report.md": "old" }), "report.md");
    const { code, output, messages } = await report(["--format", "markdown", "--output", file], { input: changes });
    expect([code, output]).toEqual([exitCodes.changes, ""]);
    expect(messages).toBe(`1 app list will change: up to +1\nThe report is in ${JSON.stringify(file)}.\n`);
    expect(readFileSync(file, "utf8")).toMatch(/^<!-- pulumi-app-list report/u);
  });

  it("prints at most 400 lines, and the whole text with --all", async () => {
    const appBundles = Array.from({ length: 500 }, (_, index) => `com.app${index}`);
    const input = printPreview([create("blocked", { appBundles })]);
    const lines = async (words: readonly string[]) => (await report(words, { input })).output.split("\n").length;
    expect(await lines([])).toBeLessThan(410);
    expect(await lines(["--all"])).toBeGreaterThan(500);
  });

  it("has colors on a terminal only, and none in a file", async () => {
    const onTerminal = await report([], { input: changes, hasColors: true });
    expect(onTerminal.output).toContain("\u001b[");
    expect((await report([], { input: changes })).output).not.toContain("\u001b");
    const file = join(folderWith({}), "report.txt");
    await report(["--output", file], { input: changes, hasColors: true });
    expect(readFileSync(file, "utf8")).not.toContain("\u001b");
  });

  it("prints its usage at a terminal without a file, and does not wait", async () => {
    const { code, messages } = await report([], { isInputInteractive: true });
    expect(code).toBe(exitCodes.error);
    expect(messages).toContain("pulumi preview --json --refresh --show-sames | npx --no-install app-list report");
  });

  it.each([
    [["no-such-file.json"], "hello", "FILE_UNREADABLE", 'The file "no-such-file.json" cannot be read'],
    [[], "hello", "PREVIEW_UNREADABLE", "Make a preview: pulumi preview --json --refresh --show-sames > p"],
    [[], Uint8Array.of(0x7b, 0xff, 0x7d), "FILE_UNREADABLE", "is neither UTF-8 nor UTF-16"],
  ] as const)("names the problem with the arguments %j and the input %j", async (words, input, code, message) => {
    const printed = await report(words, { input });
    expect([printed.code, printed.output]).toEqual([exitCodes.error, ""]);
    expect(printed.messages).toContain(message);
    const json = await report([...words, "--json"], { input });
    expect(JSON.parse(json.output)).toMatchObject({ error: { code } });
  });

  it("shows the commit of the pipeline, or the given one", async () => {
    const commit = "3f2c1d9e8b7a6f5e4d3c2b1a0f9e8d7c6b5a4f3e";
    const shown = async (given: readonly string[], environment: Readonly<Record<string, string>>) =>
      jsonReportSchema.parse(JSON.parse((await report(["--json", ...given], { input: changes, environment })).output))
        .commit;
    expect(await shown([], { GITHUB_SHA: commit })).toBe(commit);
    expect(await shown([], { CI_COMMIT_SHA: commit })).toBe(commit);
    expect(await shown([], { GITHUB_SHA: "no hash" })).toBeUndefined();
    expect(await shown(["--commit", "abcdef0"], { GITHUB_SHA: commit })).toBe("abcdef0");
    const { code, messages } = await report(["--commit", "main"], { input: changes });
    expect([code, messages]).toEqual([exitCodes.error, expect.stringContaining("commit must be the hash of a commit")]);
  });
});
