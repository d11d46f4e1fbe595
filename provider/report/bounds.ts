/** All sizes of a printed report, and the wait of its page. */
export const bounds = {
  /** Lines of a text, so that a terminal can show it. `--all` prints all. */
  textLines: 400,
  /** UTF-16 code units of Markdown. A comment on GitHub may have 65,536. */
  markdownCharacters: 60_000,
  /** Characters of the name of a stack, in the line by which a pipeline finds its comment. */
  markerCharacters: 200,
  /** Characters of the name of a list or resource in the title of a list. */
  nameCharacters: 60,
  /** Characters of other names, such as those of a stack or an account. */
  originCharacters: 200,
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
  /** Messages under one title of the page. The JSON has all. */
  pageMessages: 200,
} as const;
