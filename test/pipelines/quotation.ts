import { readPage } from "../docs/markdown";

/** A quotation of a page, by its number from 0. */
export function quotationOf(path: string, number = 0): string {
  return readPage(path).text.match(/(?:^>.*\n)+/gmu)?.[number] ?? "";
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

/** A quotation without the time and the commit of the preview. */
export function withoutTime(quotation: string): string {
  return quotation.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d UTC|`[0-9a-f]{7,40}`/gu, "");
}
