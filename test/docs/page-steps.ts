import { codeBlocksOf } from "./markdown";

/** Commands of a page. */
export interface Commands {
  readonly kind: "commands";
  readonly line: number;
  readonly script: string;
  /** The output that the page shows in the block right after the commands; undefined if it shows none. */
  readonly output: string | undefined;
  /** Both blocks with an output, as they are on the page. */
  readonly withOutput: (output: string) => string;
  /** Parts of the output that the paragraph before the commands quotes. */
  readonly quoted: readonly string[];
  /** The exit code that the paragraph announces; "failure" for any but 0. */
  readonly exitCode: number | "failure";
  /** Whether the last command runs until the reader presses Ctrl-C. */
  readonly runsOn: boolean;
}

/** A step of a page that a reader follows. */
export type Step =
  { readonly kind: "file"; readonly line: number; readonly path: string; readonly content: string } | Commands;

function announcedExitCode(introduction: string): number | "failure" {
  const code = /exits with (\d+)/u.exec(introduction)?.[1];
  if (code !== undefined) return Number(code);
  return /\bfails\b/u.test(introduction) ? "failure" : 0;
}

/**
 * Reads the steps of a page or of a part of it, in order. A block of commands is `sh`. A block `text` or `json` right after
 * it is its output. A block after a paragraph that names a path last and ends with a colon is a file: "Add entries to
 * `lists/apps.txt`:". Other blocks are no steps. The paragraph before commands can announce parts of their output
 * ("Expected: `…`"), how they end ("exits with 2", "fails"), and that they run "until you press Ctrl-C".
 */
export function readSteps(markdown: string): readonly Step[] {
  const steps: Step[] = [];
  /** The end of the last block. */
  let end = 0;
  for (const { line, language, code, index, text } of codeBlocksOf({ path: "", text: markdown })) {
    const between = markdown.slice(end, index);
    const introduction = /(?:^|\n)((?:[^\n]+\n)+)\n*$/u.exec(between)?.[1]?.trim() ?? "";
    const path = /`([\w./-]+\.[a-z]+)`[^`]*:$/u.exec(introduction)?.[1];
    const last = steps.at(-1);
    if (language === "sh") {
      const [, expected = ""] = introduction.split("Expected:");
      steps.push({
        kind: "commands",
        line,
        script: code,
        output: undefined,
        withOutput: () => text,
        quoted: Array.from(expected.matchAll(/`([^`]+)`/gu), ([, each = ""]) => each),
        exitCode: announcedExitCode(introduction),
        runsOn: /until you press Ctrl-C/u.test(introduction),
      });
    } else if (path !== undefined) {
      steps.push({ kind: "file", line, path, content: code });
    } else if (
      /^(?:text|json)$/u.test(language) &&
      last?.kind === "commands" &&
      last.output === undefined &&
      between.trim() === ""
    ) {
      const [, fence = "", indent = ""] = /^(( *)[^\n]*\n)/u.exec(text) ?? [];
      const closing = text.slice(text.lastIndexOf("\n") + 1);
      const before = last.withOutput("") + between + fence;
      const withOutput = (output: string): string => before + output.replaceAll(/^(?=.)/gmu, indent) + closing;
      steps[steps.length - 1] = { ...last, output: code, withOutput };
    }
    end = index + text.length;
  }
  return steps;
}
