import { readPage } from "../docs/markdown";

/** The first quotation of a page. */
export function quotationOf(path: string): string {
  const [shown = ""] = /(?:^>.*\n)+/mu.exec(readPage(path).text) ?? [];
  return shown;
}

/** A comment as a page quotes it: without the line that identifies it. */
export function quote(comment: string): string {
  const lines = comment.trim().split("\n").slice(1);
  return lines
    .join("\n")
    .trimStart()
    .replaceAll(/^.*$/gmu, (line) => `> ${line}`.trimEnd())
    .concat("\n");
}
