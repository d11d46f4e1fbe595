/** The exit codes of the command `app-list`, the same for all of its commands. Public API: pipelines depend on them. */
export const exitCodes = { done: 0, error: 1, changes: 2, notVerified: 3 } as const;

/** An exit code of the command `app-list`. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
