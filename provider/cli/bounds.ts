/** All sizes, counts and waits of the command. */
export const bounds = {
  /** The width of a help text in characters: the narrowest usual terminal. */
  helpWidth: 80,
  /** The timeout of `pulumi config`, in milliseconds. It may decrypt secrets with a remote service. */
  configTimeout: 60_000,
  /** The longest error of `pulumi config` or of a library in a message, in characters. */
  errorCharacters: 300,
  /** The largest preview, in MiB: a little less than the longest string of Node.js. */
  previewMebibytes: 500,
  /** The largest workbook for `convert`, in MiB. */
  workbookMebibytes: 8,
  /** The first rows of a table, in which its header is: exports may have a title and filters above it. */
  rowsWithHeader: 100,
  /** Findings of `validate` that are printed: errors first, then warnings. `--json` prints all. */
  findings: 50,
} as const;
