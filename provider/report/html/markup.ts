/** Text that is HTML already. Only this file makes it, so that no text of others can pass for it. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What stands between the parts of a template: texts are escaped, markup is taken as it is, nothing prints nothing. */
export type Content = string | Markup | readonly Markup[] | undefined;

/**
 * Writes HTML in which every text is escaped.
 *
 * @example markup`<p title="${note}">${entry}</p>`
 */
export function markup(parts: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  return new Markup(parts.map((part, index) => part + printContent(contents[index])).join(""));
}

/** HTML that this package wrote itself and that stands in the page unescaped: its style and its script. */
export function trusted(text: string): Markup {
  return new Markup(text);
}

function printContent(content: Content): string {
  if (content === undefined) return "";
  if (typeof content === "string") return escapeText(content);
  return content instanceof Markup ? content.text : content.map(({ text }) => text).join("");
}

const references: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeText(text: string): string {
  return text.replaceAll(/[&<>"']/gu, (character) => references[character] ?? "");
}
