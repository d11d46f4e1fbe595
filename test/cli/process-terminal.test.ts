import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { folderWith } from "../files/folder";
import { built } from "../harness/built";
import { create, printPreview } from "../report/preview";

const program = join(built(), "bundles/app-list.js");

/** A preview with a change: its report exits with 2. */
const preview = () => {
  const content = printPreview([create("blocked", { appBundles: ["com.a"] })]);
  return join(folderWith({ "preview.json": content }), "preview.json");
};

describe("the terminal of a process", () => {
  it("keeps the exit code of the command when the reader of its results closes the pipe", async () => {
    const child = spawn(process.execPath, [program, "report", preview()], { stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.destroy();
    const messages = text(child.stderr);
    expect(await once(child, "exit")).toEqual([2, null]);
    expect(await messages).toBe("");
  });

  it("ends the process with an error if results cannot be written, and prints the reason", async () => {
    const command = `'${process.execPath}' '${program}' report '${preview()}' > /dev/full`;
    const child = spawn("sh", ["-c", command], { stdio: ["ignore", "ignore", "pipe"] });
    const messages = text(child.stderr);
    expect(await once(child, "exit")).toEqual([1, null]);
    expect((await messages).match(/cannot be written to the standard output: ENOSPC/gu)).toHaveLength(1);
  });

  it("goes on if messages cannot be written", async () => {
    const file = join(folderWith({}), "report.txt");
    const words = [program, "report", preview(), "--output", file];
    const child = spawn(process.execPath, words, { stdio: ["ignore", "ignore", "pipe"] });
    child.stderr.destroy();
    expect(await once(child, "exit")).toEqual([2, null]);
  });

  it.each([
    ["a terminal", {}, true],
    ["a terminal with NO_COLOR", { NO_COLOR: "1" }, false],
  ])("has the colors that Node reports: %s", async (_, variables, hasColors) => {
    const command = `'${process.execPath}' '${program}' report '${preview()}'`;
    // In an unknown CI, Node assumes a terminal without colors.
    const { FORCE_COLOR: _color, NO_COLOR: _none, CI: _ci, ...usual } = process.env;
    const env = { ...usual, TERM: "xterm-256color", ...variables };
    const child = spawn("sh", ["-c", 'script -qec "$1" /dev/null', "sh", command], {
      stdio: ["ignore", "pipe", "inherit"],
      env,
    });
    const output = await text(child.stdout);
    expect(output).toContain("+ com.a");
    expect(output.includes("\u001b[")).toBe(hasColors);
  });
});
