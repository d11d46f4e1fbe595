/** The numbers of this room. common/quote has the limits for names in a sentence. */
export const bounds = {
  /** By default, one change may remove this percentage of the entries of a kind. */
  removedPercent: 30,
  /** In a kind with at most so many entries, a share means little: a stop names a limit for short lists. */
  shortList: 6,
};
