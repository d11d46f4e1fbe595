/** All sizes of a printed report, and the wait of its page. */
export const bounds = {
  /** Lines of a text, so that a terminal can show it. `--all` prints all. */
  textLines: 400,
  /** UTF-16 code units of Markdown. A comment on GitHub may have 65,536. */
  markdownCharacters: 60_000,
  /** Characters of names, such as those of a list, a stack or an account. */
  nameCharacters: 200,
  /** Characters of one text on the page. Entries and notes are far shorter; messages may not be. */
  pageCharacters: 2000,
  /** Changed entries of a comment whose lists are open at first. */
  openInComment: 20,
  /** Entries of a page whose groups are open at first, so that it opens fast. */
  openEntries: 300,
  /** The fewest entries of a page with a search. */
  searchedEntries: 20,
  /** Rows that a search opens, so that it stays fast. */
  searchRows: 1000,
  /** The wait for more typing before a search, in milliseconds. */
  searchDelay: 80,
} as const;
