/** All sizes of a printed report. */
export const bounds = {
  /** Lines of a text, so that a terminal can show it. `--all` prints all. */
  textLines: 400,
  /** UTF-16 code units of Markdown. GitHub allows 65,536 in a comment. */
  markdownCharacters: 60_000,
  /** Characters of a name, such as the name of a list, a stack or an account. */
  nameCharacters: 200,
  /** The most changed entries of a comment or a page whose lists are open at first. */
  openEntries: 20,
} as const;
