/** The numbers of this room. common/quote has the limits for names in a sentence. */
export const bounds = {
  /** The most characters of an entry or a note. A longer one is a line break that got lost, and slow to read. */
  longestText: 2000,
  /** A file with as many lines is rejected if most of them match nothing. A few odd lines are typed by hand. */
  fewestJudged: 10,
};
