import { printableLines, whole } from "../lines";

/** HTML. Only {@link markup} makes it of texts. The style, which is a text of this package, is made HTML as it is. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The parts of a template. Texts are escaped, markup is printed as it is, undefined prints nothing. */
export type Content = string | Markup | readonly Markup[] | undefined;

/**
 * Prints HTML. Each line of a text is escaped, including its invisible characters, and cut if it is very long.
 *
 * @example
 * markup`<p title="${note}">${entry}</p>`
 */
export function markup(parts: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  return new Markup(parts.map((part, index) => part + printContent(contents[index])).join(""));
}

function printContent(content: Content): string {
  if (content === undefined) return "";
  if (typeof content === "string") return escapeText(printableLines(whole.characters, content).join("\n"));
  return content instanceof Markup ? content.text : content.map(({ text }) => text).join("");
}

function escapeText(text: string): string {
  return text.replaceAll(/[&<>"']/gu, (character) => `&#${character.charCodeAt(0)};`);
}
