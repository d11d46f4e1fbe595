import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { linkCommand, makeExecutable } from "../../tools/setup/make-executable.mjs";

it("makes a script that can be run as a command of one that the compiler has written", () => {
  const folder = mkdtempSync(join(tmpdir(), "build-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const script = join(folder, "main.js");
  writeFileSync(script, '#!/usr/bin/env node\nconsole.log("it runs");\n', { mode: 0o644 });
  expect(() => execFileSync(script, { stdio: "pipe" })).toThrow("EACCES");
  makeExecutable(script);
  expect(execFileSync(script, { encoding: "utf8" })).toBe("it runs\n");
});

it("makes a command of a script that was built after the installation, and keeps one that leads to it", () => {
  const folder = mkdtempSync(join(tmpdir(), "build-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const script = join(folder, "main.js");
  const command = join(folder, "bin", "command");
  linkCommand(script, command);
  writeFileSync(script, '#!/usr/bin/env node\nconsole.log("it runs");\n', { mode: 0o755 });
  linkCommand(script, command);
  expect(execFileSync(command, { encoding: "utf8" })).toBe("it runs\n");
});
