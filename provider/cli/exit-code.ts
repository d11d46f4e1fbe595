/**
 * How the command `app-list` ends. Public API: pipelines act on these numbers.
 *
 * | code | meaning |
 * | ---- | ------- |
 * | 0 | done; there is nothing to do or to mind |
 * | 1 | an error: wrong arguments, unreadable or invalid files, missing settings, a refusal of the service |
 * | 2 | there are changes or drift (`report`); warnings, or settings to change (`doctor`) |
 * | 3 | something could not be verified, and there is nothing else to report |
 */
export const exitCodes = { done: 0, error: 1, changes: 2, notVerified: 3 } as const;

/** One of the numbers with which the command ends. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
