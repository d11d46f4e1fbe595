/**
 * The base class of all errors of this package: a message for a person and a stable code for a program.
 *
 * The message describes what happened, what was and was not changed, and what to do next. It never contains a secret.
 */
export abstract class AppListError extends Error {
  /** In capitals, such as "SETTINGS_INVALID". Public API: a code keeps its meaning once it is released. */
  abstract readonly code: string;
  override readonly name: string = this.constructor.name;
}

/** A message for people whose first line ends with its code, by which docs/reference/errors.md is organized. */
export function withCode(message: string, code: string): string {
  return message.replace(/^[^\n]*/u, (line) => `${line} [${code}]`.trimStart());
}

/** The message of the outermost error, as a host or a command shows it. An error that is not ours has no code. */
export function messageWithCode(error: unknown): string {
  if (error instanceof AppListError) return withCode(error.message, error.code);
  return error instanceof Error ? error.message : String(error);
}
