/** A step of a page that a reader follows. */
export type Step =
  | { readonly kind: "file"; readonly line: number; readonly path: string; readonly content: string }
  | {
      readonly kind: "commands";
      readonly line: number;
      readonly script: string;
      /** The output that the page shows in the block after the commands; undefined if it shows none. */
      readonly output: string | undefined;
      /** Parts of the output that the paragraph before the commands quotes. */
      readonly quoted: readonly string[];
      /** The exit code that the paragraph announces; "failure" for any but 0. */
      readonly exitCode: number | "failure";
      /** Whether the last command runs until the reader presses Ctrl-C. */
      readonly runsOn: boolean;
    };

function announcedExitCode(introduction: string): number | "failure" {
  const code = /exits with (\d+)/u.exec(introduction)?.[1];
  if (code !== undefined) return Number(code);
  return /\bfails\b/u.test(introduction) ? "failure" : 0;
}

interface Block {
  readonly line: number;
  readonly language: string;
  readonly code: string;
  /** The paragraph before the block. */
  readonly introduction: string;
}

/**
 * Reads the steps of a page or of a part of it, in order. A block of commands is `sh`. A `text` block after it is its
 * output. A block after a paragraph that names a path last and ends with a colon is a file: "Add entries to `lists/apps.txt`:". Other
 * blocks are no steps. The paragraph before commands can announce parts of their output ("Expected: `…`"), how they end
 * ("exits with 2", "fails"), and that they run "until you press Ctrl-C".
 */
export function readSteps(markdown: string): readonly Step[] {
  const steps: Step[] = [];
  let isAfterCommands = false;
  for (const { line, language, code, introduction } of readBlocks(markdown)) {
    const last = steps.at(-1);
    const path = /`([\w./-]+\.[a-z]+)`[^`]*:$/u.exec(introduction)?.[1];
    if (language === "sh") {
      const [, expected = ""] = introduction.split("Expected:");
      const quoted = Array.from(expected.matchAll(/`([^`]+)`/gu), ([, text = ""]) => text);
      steps.push({
        kind: "commands",
        line,
        script: code,
        output: undefined,
        quoted,
        exitCode: announcedExitCode(introduction),
        runsOn: /until you press Ctrl-C/u.test(introduction),
      });
    } else if (path !== undefined) {
      steps.push({ kind: "file", line, path, content: code });
    } else if (language === "text" && isAfterCommands && last?.kind === "commands") {
      steps[steps.length - 1] = { ...last, output: code };
    }
    isAfterCommands = language === "sh";
  }
  return steps;
}

function readBlocks(markdown: string): readonly Block[] {
  return [...markdown.matchAll(/^( *)(```+)(\w*)\n(.*?)^\1\2$/gmsu)].map((match) => {
    const [, indent = "", , language = "", code = ""] = match;
    const before = markdown.slice(0, match.index);
    const sinceLastBlock = before.slice(before.lastIndexOf("```\n") + 1);
    return {
      line: before.split("\n").length,
      language,
      code: code.replaceAll(new RegExp(`^${indent}`, "gmu"), ""),
      introduction: /(?:^|\n)((?:[^\n]+\n)+)\n*$/u.exec(sinceLastBlock)?.[1]?.trim() ?? "",
    };
  });
}
