import { formatCount } from "../../common/format";
import { printableLines } from "../printable";
import { codeBlock } from "./code";
import { takeLines } from "./take";

/** The longest part of one sentence that is shown. */
const longest = 2000;

/**
 * Sentences under a heading.
 *
 * @param most how many characters they may take.
 */
export function printSentences(heading: string, sentences: readonly string[], most: number): readonly string[] {
  if (sentences.length === 0) return [];
  const blocks = sentences.map((sentence) => printableLines(sentence, longest).join("\n"));
  const shown = takeLines(blocks, most - 400);
  const left = sentences.length - shown.length;
  return [
    `**${heading}**`,
    codeBlock("text", shown, most - 200),
    ...(left > 0 ? [`and ${formatCount(left)} more`] : []),
  ];
}
