/** The exit codes of the command `app-list`, the same for all of its commands. Public API: pipelines depend on them. */
export const exitCodes = { done: 0, error: 1, changes: 2, notVerified: 3 } as const;

/** An exit code of the command `app-list`. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The meaning of each exit code for one command. Default: success and an error; it never ends with the others. */
export type ExitCodeMeanings = Readonly<Partial<Record<keyof typeof exitCodes, string>>>;

/** The section of a help text about exit codes. */
export function describeExitCodes({
  done = "success",
  error = "an error",
  changes,
  notVerified,
}: ExitCodeMeanings): string {
  const lines = [done, error, changes, notVerified].map((meaning, code) => meaning && `\n  ${code}  ${meaning}`);
  return `Exit codes:${lines.filter(Boolean).join("")}`;
}

/** What the exit codes mean for all commands. */
export const generalMeanings: ExitCodeMeanings = {
  done: "success; nothing to do",
  error: "an error: invalid options or files, missing settings, a failed request",
  changes: "changes, drift, differences or warnings; an entry that is not found",
  notVerified: "something is not verified, and there is nothing else to report",
};
