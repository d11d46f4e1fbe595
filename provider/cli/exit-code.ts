/**
 * The exit codes of the command `app-list`. Public API: pipelines depend on them.
 *
 * | code | meaning |
 * | ---- | ------- |
 * | 0 | success; nothing to do |
 * | 1 | an error: invalid options or files, missing settings, a failed request |
 * | 2 | changes or drift (`report`); warnings, or settings to change (`doctor`) |
 * | 3 | something is not verified, and there is nothing else to report |
 */
export const exitCodes = { done: 0, error: 1, changes: 2, notVerified: 3 } as const;

/** An exit code of the command `app-list`. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
