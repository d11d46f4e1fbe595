import { printableLines } from "../printable";
import { moreLine } from "./more";
import type { Layout, TextStyle } from "./options";

/** Sentences under a heading; nothing where there are none. */
export function sentenceLines(
  heading: string,
  headingStyle: TextStyle,
  sentences: readonly string[],
  layout: Layout,
): readonly string[] {
  if (sentences.length === 0) return [];
  const { limits, style } = layout;
  const shown = sentences
    .slice(0, limits.sentences)
    .flatMap((sentence) => printableLines(sentence, limits.sentence))
    .map((line) => `  ${line}`);
  return [
    style(headingStyle, `${heading}:`),
    ...shown.slice(0, limits.lines),
    ...(shown.length > limits.lines ? [style("quiet", "  … (--all shows everything)")] : []),
    ...moreLine(sentences.length, limits.sentences, layout),
  ];
}
