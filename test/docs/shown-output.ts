import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import { root } from "../../tools/paths.mjs";
import { readPage } from "./markdown";

/** Whether the tests rewrite the output that the pages show, as `npm run lab -- docs` does, instead of comparing it. */
const updates = process.env["UPDATE_DOCS"] === "1";

/** Output that a page shows, and the output of the run that it comes from. */
export interface ShownOutput {
  /** The path of the page, from the root of the clone. */
  readonly page: string;
  /** The part of the page, character by character. */
  readonly shown: string;
  /** The text that belongs there. */
  readonly printed: string;
  /** The part of a text that must be equal; default: all of it. */
  readonly comparable?: (text: string) => unknown;
}

/** Compares the output of a page with a real run; with `UPDATE_DOCS=1`, writes what differs into the page. */
export function expectShown({ page, shown, printed, comparable = (text) => text }: ShownOutput): void {
  if (!updates) {
    expect(comparable(shown), `${page} shows other output; npm run lab -- docs updates it`).toEqual(
      comparable(printed),
    );
  } else if (!isDeepStrictEqual(comparable(shown), comparable(printed))) {
    const path = join(root, page);
    const text = readFileSync(path, "utf8");
    expect(text.split(shown), `${page} does not show this once:\n${shown}`).toHaveLength(2);
    writeFileSync(
      path,
      text.replace(shown, () => printed),
    );
  }
}

/** A command that a page shows with its output in the next block, and the output of a run. */
export interface ShownCommand {
  readonly page: string;
  /** The start of a line in the block with the command. */
  readonly command: string;
  readonly printed: string;
  /** The part of an output that must be equal; default: all of it. */
  readonly comparable?: (text: string) => unknown;
}

/** Compares the block after a command with a real run, or writes it, as {@link expectShown} does. */
export function expectOutput({ page, command, printed, comparable = (text) => text }: ShownCommand): void {
  const pairs = readPage(page).text.matchAll(/^( *)```sh\n([^`]*)^\1```\n\n\1```(?:text|json)\n(.*?)^\1```$/gmsu);
  const pair = [...pairs].find(([, , script = ""]) =>
    script.split("\n").some((line) => line.trim().startsWith(command.trim())),
  );
  if (pair === undefined) throw new Error(`${page} has no output after "${command}".`);
  const [shown, indent = "", , output = ""] = pair;
  const content = `${printed.trimEnd()}\n`.replaceAll(/^(?=.)/gmu, indent);
  const start = shown.length - output.length - indent.length - "```".length;
  expectShown({
    page,
    shown,
    printed: `${shown.slice(0, start)}${content}${indent}\`\`\``,
    comparable: (text) => comparable(text.replaceAll(new RegExp(`^${indent}`, "gmu"), "")),
  });
}
