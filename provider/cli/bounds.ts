/** All sizes, counts and waits of the command. */
export const bounds = {
  /** The width of a help text in characters: that of the narrowest usual terminal. */
  helpWidth: 80,
  /** The timeout of `pulumi config`, in milliseconds. It decrypts secrets, at times with a service. */
  configTimeout: 60_000,
  /** The most that `pulumi config` may print, in bytes: far more than a configuration with accounts. */
  configBytes: 16 * 1024 * 1024,
  /** Characters of an error of `pulumi config`, or of a library, in a message. */
  errorCharacters: 300,
  /** The largest preview in MiB: a little less than the longest string of Node.js. */
  previewMebibytes: 500,
  /** The largest workbook that `convert` reads, packed, in MiB, and its rows: five times the entries of a large list. */
  workbookMebibytes: 8,
  workbookRows: 100_000,
  /** Findings of `validate` that are printed: errors first, then warnings. `--json` prints all. */
  findings: 50,
} as const;
