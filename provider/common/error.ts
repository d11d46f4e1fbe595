/**
 * The base class of all errors of this package: a message for a person and a stable code for a program.
 *
 * The message describes what happened, what was and was not changed, and what to do next. It never contains a secret.
 */
export abstract class AppListError extends Error {
  /** In capitals, such as "SETTINGS_INVALID". Public API: a code keeps its meaning once it is released. */
  abstract readonly code: string;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}
