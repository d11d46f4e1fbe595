/** All sizes, counts and waits of the resource. */
export const bounds = {
  /** Problems with arguments that are printed. */
  problems: 20,
  /** Characters of a problem that are printed: it may contain any text of the program. */
  problemCharacters: 1000,
  /** Characters of a base URL that are printed. */
  urlCharacters: 300,
  /** Bytes of a failed resource's state: the engine loses one of about 12 MB, and its resource, with the reason. */
  failedStateBytes: 8_000_000,
  /** The time before the first notice about a change that takes long, and between two notices, in milliseconds. */
  progressInterval: 5000,
  /** The age at which any process deletes a declaration, in milliseconds: the processes of its run were killed. */
  declarationAge: 24 * 60 * 60 * 1000,
} as const;
