/** All sizes, counts and waits of the resource. */
export const bounds = {
  /** Problems with arguments that are printed. */
  problems: 20,
  /** Characters of a problem that are printed. A problem may contain any text of the program. */
  problemCharacters: 1000,
  /** Characters of a base URL that are printed. */
  urlCharacters: 300,
  /**
   * The age at which any process deletes a declaration, in milliseconds. The processes of its run were probably killed.
   */
  declarationAge: 24 * 60 * 60 * 1000,
} as const;
