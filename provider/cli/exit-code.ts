/** The exit codes of the command `app-list`, the same for all of its commands. Public API: pipelines depend on them. */
export const exitCodes = { done: 0, error: 1, changes: 2, notVerified: 3 } as const;

/** An exit code of the command `app-list`. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The section about exit codes in the help of `app-list`. */
export const exitCodesHelp = `Exit codes:
  0  success: nothing to do, no difference, everything found
  1  an error: invalid options or files, missing settings, a failed request or
     preview
  2  changes, drift or differences; an entry that is not found; warnings of
     doctor
  3  success, but the API did not show everything that was asked for`;
