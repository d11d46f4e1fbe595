/** The numbers of this room. common/quote has the limits for names in a sentence. */
export const bounds = {
  /** By default, one change may remove this percentage of the entries of a resource… */
  removedPercent: 30,
  /** …and any number of managed ones if fewer than this are at risk. A share of a short list means little. */
  fewestGuarded: 10,
  /** By default, no update removes all managed entries of a kind, if it removes at least this number. */
  fewestEmptied: 2,
  /** If a set is so many times shorter than another one, looking up its entries is faster than passing through both. */
  lookUpFactor: 32,
};
