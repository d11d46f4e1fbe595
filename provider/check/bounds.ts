/** The numbers of this room. common/quote has the limits for names in a sentence. */
export const bounds = {
  /** The most characters of a note. A longer one is a line break that got lost, and slow to read. */
  longestNote: 2000,
};
